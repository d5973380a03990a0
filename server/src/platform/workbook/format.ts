// What a spreadsheet shows for a number where its format says more than the number: `00000` keeps zeros, `0%` counts in hundredths.
import { formatValue } from 'hucre';
import { exactly } from './digits.ts';

const LITERAL = String.raw`(?:"[^"]*"|\\.|[-/ ])`;
/** Digits with what stands between and around them: `00000`, `0000-00-0`, `"UN"0000`, `0.00`, `0"瓶"`. */
const DIGITS = new RegExp(`^${LITERAL}*0(?:0|${LITERAL})*(?:\\.0+)?${LITERAL}*$`);
const PERCENT = /^[#0,]*(?:\.[#0]+)?\\?%$/;

/** Characters of a format that Excel takes; a longer one is read as none. */
const FORMAT_MAX = 255;

/** Whether a format can make a number read as another text than its plain digits. @param format as the file has it */
export const isNonDefault = (format: string): boolean => {
  if (format.length > FORMAT_MAX) return false;
  const first = firstPart(format);
  return PERCENT.test(first) || (first !== '0' && DIGITS.test(first));
};

/** Of the parts for positive and other numbers the first, without the colours, languages and alignment that stand in it. */
const firstPart = (format: string): string =>
  (/^(?:"[^"]*"|\\.|[^;"\\])*/.exec(format)?.[0] ?? '').replace(/\[[^\]$]*\]|\[\$-[^\]]*\]|_./g, '');

/**
 * The number as a person sees it.
 * @returns null where it is shown rounded, or as its plain digits: the number itself says more then
 */
export function shownAs(value: number, format: string): string | null {
  const first = firstPart(format);
  if (PERCENT.test(first)) return `${exactly(value * 100)}%`;
  if (value < 0 || first === '0' || !DIGITS.test(first)) return null;
  const places = /\.(0+)/.exec(first.replace(/"[^"]*"|\\./g, ''))?.[1]?.length ?? 0;
  return Number(value.toFixed(places)) === value ? formatValue(value, first).trim() : null;
}
