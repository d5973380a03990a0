// How full a place is. Pure.
import { micros } from '@kuwei/contract/decimal';

/** Whole percent of a limit, at least 1 for any use; null without a limit. */
export function usedPercent(used: string, max: string | null): number | null {
  if (max === null || micros(max) === 0n) return null;
  const part = micros(used);
  const percent = Number((part * 100n) / micros(max));
  return percent === 0 && part > 0n ? 1 : percent;
}

/** The highest percentage. */
export function mostUsed(percents: readonly (number | null)[]): number | null {
  const known = percents.filter((percent) => percent !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** From here on a place counts as nearly full. */
export const NEARLY_FULL = 85;
