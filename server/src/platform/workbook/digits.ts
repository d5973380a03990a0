// Numbers as texts. Separate from formats (format.ts), whose library only the reading threads load.

/** Significant digits kept by spreadsheets. */
const EXACT_DIGITS = 15;

/**
 * A number as text without binary rounding errors; beyond 15 digits in scientific notation, as spreadsheets show it: `1.23E+17`.
 */
export function formatExactly(value: number): string {
  const kept = Number(value.toPrecision(EXACT_DIGITS));
  if (Math.abs(kept) >= 10 ** EXACT_DIGITS) return kept.toExponential().toUpperCase();
  return Number.isInteger(kept) ? kept.toFixed(0) : String(kept);
}

/** `1.2E+17` from a spreadsheet, `2.0269004E7` from a program, `20260312.0` from a table of floats. */
const AS_NUMBER = /^-?(?:\d(?:\.\d+)?E\+\d{1,3}|\d\.\d+E\d{1,3}|\d{5,}\.0+)$/i;

/** Whether a program converted text to a number, so that digits may be lost. */
export const isShortened = (text: string): boolean => AS_NUMBER.test(text.trim());
