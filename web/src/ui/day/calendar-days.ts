// Days as `YYYY-MM-DD`, without time zones.

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const textOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Adds days; negative subtracts. */
export function addDays(day: string, days: number): string {
  const date = at(day);
  date.setUTCDate(date.getUTCDate() + days);
  return textOf(date);
}

/** Number of days between two days. */
export const daysBetween = (from: string, to: string): number => (at(to).getTime() - at(from).getTime()) / 86_400_000;

/** Adds months, clamped to the last day of the month: a month after `2026-01-31` is `2026-02-28`. */
export function addMonths(day: string, months: number): string {
  const date = at(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(Math.min(wanted, daysIn(date)));
  return textOf(date);
}

const daysIn = (date: Date): number => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** Monday is 0, Sunday is 6. */
export const weekdayOf = (day: string): number => (at(day).getUTCDay() + 6) % 7;

/** Six weeks, Monday first, that cover the day's month. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const from = addDays(first, -weekdayOf(first));
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (__, weekday) => addDays(from, week * 7 + weekday)));
}

/** Clamps a day to `min` … `max`. */
export const within = (day: string, min: string, max: string): string => (day < min ? min : day > max ? max : day);
