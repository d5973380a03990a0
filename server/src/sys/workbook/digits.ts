// Numbers as texts. Apart from formats (format.ts): only the threads that read files load the library of those.

/** Digits of a number that a spreadsheet keeps. */
const KEPT_DIGITS = 15;

/** A number as text, without the digits that binary fractions add; beyond what a spreadsheet keeps, as it shows it: `1.23E+17`. */
export function exactly(value: number): string {
  const kept = Number(value.toPrecision(KEPT_DIGITS));
  if (Math.abs(kept) >= 10 ** KEPT_DIGITS) return kept.toExponential().toUpperCase();
  return Number.isInteger(kept) ? kept.toFixed(0) : String(kept);
}

/** Whether a text is a number that a spreadsheet has shortened, so that nobody knows its last digits. */
export const isShortened = (text: string): boolean => /^-?\d(?:\.\d+)?E\+\d{1,3}$/i.test(text);
