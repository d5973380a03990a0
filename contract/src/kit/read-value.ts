// Parses values as people write them, in forms, pastes and workbooks. Ambiguous values are not guessed: the result is null, and
// the caller says what is accepted.

import { normalizeText } from './normalize-text.ts';

export interface ReadNumber {
  /** Signed decimal text, `1234.5`. */
  value: string;
  /** What follows the number: `瓶`, `mL`, ''. */
  unit: string;
}

const GROUPED = /^(?!0[,' ])\d{1,3}(?:([,' ])\d{3})(?:\1\d{3})*(?:\.\d+)?$/;
const GROUPED_BY_POINTS = /^\d{1,3}(?:\.\d{3})*,\d+$/;
const DECIMAL_COMMA = /^(?:0,\d+|\d+,(?:\d{1,2}|\d{4,}))$/;
const PLAIN = /^(?:\d+\.?\d*|\.\d+)$/;
const EXPONENT = /^\d(?:\.\d+)?e[+-]?\d{1,2}$/i;

/** Digits, points and commas as decimal text; null if they are no number. */
function decimalIn(text: string): string | null {
  if (EXPONENT.test(text)) return fixed(Number(text));
  if (GROUPED.test(text)) return shortenDecimal(text.replace(/[,' ]/g, ''));
  if (DECIMAL_COMMA.test(text)) return shortenDecimal(text.replace(',', '.'));
  if (GROUPED_BY_POINTS.test(text)) return shortenDecimal(text.replaceAll('.', '').replace(',', '.'));
  return PLAIN.test(text) ? shortenDecimal(text) : null;
}

const fixed = (value: number): string => trimZeros(value.toFixed(12));

/** Significant digits of a binary float; anything beyond is rounding noise, not input. */
const KEPT_DIGITS = 15;
const digitsOf = (text: string): number => text.replace('.', '').replace(/^0+/, '').length;

/** Shortest text of a number: `1.50` → `1.5`, `0.30000000000000004` → `0.3`. */
function shortenDecimal(text: string): string {
  if (digitsOf(text) > KEPT_DIGITS && /\.\d{7}/.test(text)) {
    const kept = Number(text).toPrecision(KEPT_DIGITS);
    const short = kept.includes('e') ? fixed(Number(kept)) : trimZeros(kept);
    if (digitsOf(short) <= KEPT_DIGITS - 3) return short;
  }
  return trimZeros(text);
}

function trimZeros(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const places = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${places === '' ? '' : `.${places}`}`;
}

/**
 * A number as people write it: `１２`, `1,000`, `1 000.5`, `1,5`, `1.234,5`, `¥12`, `4 瓶`, `500mL`. A comma before exactly three
 * digits groups thousands.
 * @returns null if it is no number
 */
export function readNumber(text: string): ReadNumber | null {
  const written = normalizeText(text)
    .replaceAll('。', '.')
    .replace(/^(?:¥|rmb|cny)\s*/i, '');
  const parts = /^(-?)\s*((?:\d|\.\d)(?:[\d.,']|e[+-]?(?=\d)| (?=\d))*)\s*([^\d\s.,'+/-][^\d]*\d?)?$/i.exec(written);
  if (!parts) return null;
  const value = decimalIn(parts[2]!);
  if (value === null) return null;
  return { value: parts[1] === '-' && value !== '0' ? `-${value}` : value, unit: (parts[3] ?? '').trim() };
}

/** Decimals of prices and quantities. */
export const DECIMAL_PLACES = 6;

/**
 * A price in the local currency: `¥1,234.50`, `12.5元`, `12.5 元/瓶`, `12.5/瓶`. Excess decimals computed by a spreadsheet are
 * rounded.
 * @returns `unit` is what the price is per, '' if not given; null if it is no price
 */
export function readPrice(text: string): ReadNumber | null {
  const [amount = '', ...per] = normalizeText(text).split('/');
  const read = readNumber(amount);
  if (!read || !/^(?:元|rmb|cny|yuan)?$/i.test(read.unit) || per.length > 1) return null;
  const value = roundedTo(read.value, DECIMAL_PLACES);
  return per[0]?.trim() === '' ? null : { value, unit: per[0]?.trim() ?? '' };
}

/** Rounds a decimal text, half up. */
export function roundedTo(text: string, places: number): string {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  if (fraction.length <= places) return text;
  const digits = BigInt(whole + fraction.slice(0, places)) + (fraction[places]! >= '5' ? 1n : 0n);
  const padded = String(digits).padStart(places + 1, '0');
  const value = trimZeros(`${padded.slice(0, padded.length - places)}.${padded.slice(padded.length - places)}`);
  return text.startsWith('-') && value !== '0' ? `-${value}` : value;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const SERIAL_FROM = 36_526;
const SERIAL_TO = 73_050;

const isDayOf = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= lastDay(year, month);
const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
/** @returns null if there is no such day */
export const dayText = (year: number, month: number, day: number): string | null =>
  isDayOf(year, month, day) ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : null;

/**
 * A day as people write it, as `YYYY-MM-DD`: `2026-1-5`, `26/1/5`, `20260105`, `2026年1月5日`, `5 Jan 2026`, `05-Jan-26`,
 * full-width, followed by a time, or a spreadsheet's day number. Ambiguous day and month are not guessed, nor which end of
 * `31.12.26` is the year.
 * @param month the day that a bare month (`2028-06`) means: expiry is its last day, manufacture its first
 * @returns null if it is no day
 */
export function readDay(text: string, month: 'first' | 'last' = 'last'): string | null {
  const written = normalizeText(text)
    .replace(/[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?$/i, '')
    .trim();
  const named = withNamedMonth(written);
  if (named) return named.day === null ? ofMonth(named.year, named.month, month) : dayText(named.year, named.month, named.day);
  return withDigits(written, month) ?? withSeparators(written, month);
}

/**
 * A minute as people write it, as `YYYY-MM-DD HH:MM`: a day as in `readDay`, followed by `14:03`, `9:05` or `14：03`. A bare day
 * or month is its first or last minute.
 * @returns null if it is no minute
 */
export function readMinute(text: string, edge: 'first' | 'last' = 'first'): string | null {
  const timed = /^(.*\S)[ T](\d{1,2}):(\d{2})(?::\d{2})?$/.exec(normalizeText(text));
  const day = readDay(timed ? timed[1]! : text, edge);
  if (day === null) return null;
  if (!timed) return `${day} ${edge === 'first' ? '00:00' : '23:59'}`;
  const [hour, minute] = [Number(timed[2]), Number(timed[3])];
  return hour < 24 && minute < 60 ? `${day} ${String(hour).padStart(2, '0')}:${timed[3]}` : null;
}

const ofMonth = (year: number, at: number, which: 'first' | 'last'): string | null =>
  dayText(year, at, which === 'first' ? 1 : lastDay(year, at));
const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

function withDigits(text: string, month: 'first' | 'last'): string | null {
  if (!/^\d{5,8}$/.test(text)) return null;
  const part = (from: number, to: number): number => Number(text.slice(from, to));
  if (text.length === 8) return dayText(part(0, 4), part(4, 6), part(6, 8));
  // `202806` has no day: it is year and month.
  if (text.length === 6)
    return (
      dayText(2000 + part(0, 2), part(2, 4), part(4, 6)) ??
      (/^(19|20)/.test(text) ? ofMonth(part(0, 4), part(4, 6), month) : null)
    );
  const serial = Number(text);
  if (text.length !== 5 || serial < SERIAL_FROM || serial > SERIAL_TO) return null;
  return new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10);
}

/** `31.12.26` or `311226` is a day of 2026 or of 2031: two digits at both ends, and valid either way. */
function isEitherEnd(text: string): boolean {
  const [, first = '', , month, between = '', last = ''] = /^(\d{2})(?:([./-])(\d{1,2})\2|(\d{2}))(\d{2})$/.exec(text) ?? [];
  return first !== last && dayText(fullYear(last), Number(month ?? between), Number(first)) !== null;
}

/**
 * Reads a day while it is typed; the page echoes the result.
 * @param text in any form that `readDay` reads
 * @param month the day that a bare month stands for
 * @param yearFirst whether `27/12/31` and `271231` start with the year, as in Chinese; otherwise they are ambiguous and not read
 * @returns `YYYY-MM-DD`, or null if it is no day
 */
export const readTypedDay = (text: string, month: 'first' | 'last', yearFirst: boolean): string | null =>
  yearFirst
    ? (readDay(text, month) ?? yearFirstIn(normalizeText(text)) ?? null)
    : isEitherEnd(normalizeText(text))
      ? null
      : readDay(text, month);

/** @returns null if there is no such day; undefined if the form differs */
function yearFirstIn(text: string): string | null | undefined {
  const parts = /^(\d{4}|\d{2})\s*[^\d\s]?\s*(?<=\D)(\d{1,2})\s*[^\d\s]?\s*(?<=\D)(\d{1,2})\s*[^\d\s]?$/.exec(text);
  return parts ? dayText(fullYear(parts[1]!), Number(parts[2]), Number(parts[3])) : undefined;
}

function withSeparators(text: string, month: 'first' | 'last'): string | null {
  if (isEitherEnd(text)) return null;
  const yearFirst = yearFirstIn(text);
  if (yearFirst !== undefined) return yearFirst;
  const bareMonth = /^(\d{4})\s*[^\d\s]\s*(\d{1,2})\s*[^\d\s]?$/.exec(text);
  if (bareMonth) return ofMonth(Number(bareMonth[1]), Number(bareMonth[2]), month);
  const monthFirst = /^(\d{1,2})[/.-](\d{4})$/.exec(text);
  if (monthFirst) return ofMonth(Number(monthFirst[2]), Number(monthFirst[1]), month);
  const yearLast = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  if (!yearLast) return null;
  const [first, second, year] = [Number(yearLast[1]), Number(yearLast[2]), Number(yearLast[3])];
  if (first > 12 || first === second) return dayText(year, second, first);
  return second > 12 ? dayText(year, first, second) : null;
}

function withNamedMonth(text: string): { year: number; month: number; day: number | null } | null {
  // With a two-digit year this is a spreadsheet's format, which starts with the day.
  const short = /^(\d{1,2})-([a-z]{3})-(\d{2})$/i.exec(text);
  const dayFirst = short ?? /^(?:(\d{1,2})(?:st|nd|rd|th)?[\s-]+)?([a-z]{3,9})\.?[\s,-]+(\d{4})$/i.exec(text);
  const monthFirst = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i.exec(text);
  const [name, day, year] = dayFirst
    ? [dayFirst[2], dayFirst[1], dayFirst[3]]
    : monthFirst
      ? [monthFirst[1], monthFirst[2], monthFirst[3]]
      : [undefined, undefined, undefined];
  const month = name === undefined ? 0 : MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? null : { year: fullYear(year!), month, day: day === undefined ? null : Number(day) };
}

const YES = new Set(['是', '有', '需要', '需', '要', '对', '真', 'y', 'yes', 'true', 't', '1', '√', '✓', '✔']);
const NO = new Set([
  '否',
  '无',
  '不',
  '不需要',
  '不需',
  '不要',
  '没有',
  '非',
  '假',
  '停用',
  'n',
  'no',
  'false',
  'f',
  '0',
  '×',
  '-',
]);

/** A yes or no as people write it: 是, 有, 需要, Y, 1, TRUE, √ and their opposites. @returns null for anything else, including '' */
export function readFlag(text: string): boolean | null {
  const written = normalizeText(text).toLowerCase();
  if (YES.has(written)) return true;
  return NO.has(written) ? false : null;
}

/** Placeholders for "none": 无, N/A, —, /. */
export const isNone = (text: string): boolean =>
  /^(?:无|没有|否|不适用|不详|none|nil|no|n\/?a|-+|\/)$/i.test(normalizeText(text).replaceAll('—', '-'));

/** A number or code, or null if empty or "none". */
export const textOrNone = (text: string): string | null => (isNone(text) || normalizeText(text) === '' ? null : text);

/** Whether an expiry date says "none" or "never". */
export const isNoDayText = (text: string): boolean =>
  isNone(text) ||
  /^(?:永久|长期|长期有效|永久有效|无限期|无期限|不过期|permanent|indefinite|unlimited|never|no expiry)$/i.test(
    normalizeText(text),
  );

/** Foreign currencies next to a number. */
const CURRENCY =
  '(?:us\\$|hk\\$|[$€£₩₽]|usd|eur|gbp|hkd|jpy|krw|rub|aud|cad|sgd|chf|twd|美元|欧元|英镑|日元|港币|港元|韩元|卢布|新台币)';
const FOREIGN = new RegExp(`^(?:${CURRENCY}\\s*[\\d.]|[\\d.,' ]+\\s*${CURRENCY})`, 'i');

/** Whether a price is in a foreign currency: `$12.50`, `12,50 €`, `USD 3`. */
export const isForeignPrice = (text: string): boolean => FOREIGN.test(normalizeText(text));

/** Error values of spreadsheet formulas: `#REF!`, `#N/A`, `#DIV/0!`. */
export const isCellError = (text: string): boolean =>
  /^#(?:REF!|N\/A|DIV\/0!|VALUE!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/i.test(normalizeText(text));
