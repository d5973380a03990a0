// Numbers as texts. Apart from formats (format.ts): only the threads that read files load the library of those.

/** Digits of a number that a spreadsheet keeps. */
const KEPT_DIGITS = 15;

/** A number as text, without the digits that binary fractions add; beyond what a spreadsheet keeps, as it shows it: `1.23E+17`. */
export function exactly(value: number): string {
  const kept = Number(value.toPrecision(KEPT_DIGITS));
  if (Math.abs(kept) >= 10 ** KEPT_DIGITS) return kept.toExponential().toUpperCase();
  return Number.isInteger(kept) ? kept.toFixed(0) : String(kept);
}

/** `1.2E+17` of a spreadsheet, `2.0269004E7` of a program, `20260312.0` of a table of floating numbers. */
const AS_NUMBER = /^-?(?:\d(?:\.\d+)?E\+\d{1,3}|\d\.\d+E\d{1,3}|\d{5,}\.0+)$/i;

/** Whether a program has turned a text into a number, so that digits of it may be lost. */
export const isShortened = (text: string): boolean => AS_NUMBER.test(text.trim());
