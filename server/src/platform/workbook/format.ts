// The displayed text of a number whose format says more than its value: `00000` keeps zeros, `0%` shows per cent.
import { formatValue } from 'hucre';
import { formatExactly } from './digits.ts';

const LITERAL = String.raw`(?:"[^"]*"|\\.|[-/ ])`;
/** Digits with literals between and around them: `00000`, `0000-00-0`, `"UN"0000`, `0.00`, `0"瓶"`. */
const DIGITS = new RegExp(`^${LITERAL}*0(?:0|${LITERAL})*(?:\\.0+)?${LITERAL}*$`);
const PERCENT = /^[#0,]*(?:\.[#0]+)?\\?%$/;

/** Maximum length of a format in Excel; longer ones are ignored. */
const FORMAT_MAX = 255;

/** Whether a format can display a number as anything but its plain digits. @param format as in the file */
export const isNonDefault = (format: string): boolean => {
  if (format.length > FORMAT_MAX) return false;
  const first = firstPart(format);
  return PERCENT.test(first) || (first !== '0' && DIGITS.test(first));
};

/** The section for positive numbers, without colours, languages and alignment. */
const firstPart = (format: string): string =>
  (/^(?:"[^"]*"|\\.|[^;"\\])*/.exec(format)?.[0] ?? '').replace(/\[[^\]$]*\]|\[\$-[^\]]*\]|_./g, '');

/**
 * The number as displayed.
 * @returns null if it is displayed rounded or as plain digits: then the value itself is better
 */
export function formatDisplayed(value: number, format: string): string | null {
  const first = firstPart(format);
  if (PERCENT.test(first)) return `${formatExactly(value * 100)}%`;
  if (value < 0 || first === '0' || !DIGITS.test(first)) return null;
  const places = /\.(0+)/.exec(first.replace(/"[^"]*"|\\./g, ''))?.[1]?.length ?? 0;
  return Number(value.toFixed(places)) === value ? formatValue(value, first).trim() : null;
}
