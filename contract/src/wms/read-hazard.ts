// What people write of chemicals, as the fields of a product have it.
import { plain } from '../kit/plain.ts';
import { isCas } from './hazard.ts';

/** A CAS number, its parts apart, with zeros before it that a form has filled in. */
const CAS = /^0*([1-9]\d{1,6})-(\d\d)-(\d)$/;
/** The same from a keyboard without a dash. */
const BARE_CAS = /^0*([1-9]\d{1,6})(\d\d)(\d)$/;
const UNNAMED = /^cas\s*(号|no|number|rn)?\s*[.:#]*\s*/i;

/**
 * A CAS number without what stands around it: `CAS: 64–17–5`, `６４-１７-５`, `000064-17-5`; `64175` from a keyboard without a dash.
 * Anything else stays as it is written, plainly.
 */
export function readCas(text: string): string {
  const written = plain(text).replace(UNNAMED, '').replaceAll(' ', '');
  const parts = CAS.exec(written) ?? BARE_CAS.exec(written);
  return parts ? parts.slice(1).join('-') : written;
}

/** Whether a text has only digits that could be those of a CAS number: one in ten numbers of other kinds passes its check digit. */
export const isBareCas = (text: string): boolean => BARE_CAS.test(plain(text).replaceAll(' ', '')) && isCas(readCas(text));

/** Whether one cell holds several CAS numbers. */
export function areSeveralCas(text: string): boolean {
  const parts = plain(text)
    .split(/[,;、|/\s]+/)
    .filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => isCas(readCas(part)));
}

const UN = /^un\s*(no)?\s*[.:#]*\s*/i;

/** A UN number without what stands around it: `UN 1170`, `ＵＮ１１７０`. */
export const readUnNumber = (text: string): string => plain(text).replace(UN, '');

/** The same with its letters, `UN1170`, as a name of goods; null for a text that does not say that it is one. */
export function unNumberIn(text: string): string | null {
  const written = plain(text);
  const number = readUnNumber(written);
  return UN.test(written) && /^\d{1,4}$/.test(number) ? `UN${number.padStart(4, '0')}` : null;
}

/** Several codes in one cell, between commas, semicolons, bars, line ends or spaces. */
export const readList = (text: string): string[] =>
  plain(text)
    .split(/[,;、|\s]+/)
    .filter((part) => part !== '');

const SEPARATOR = /[,;、| ]/;

/**
 * Several names in one cell, between what stands between codes. A name may hold spaces and commas itself: of those that are known,
 * the longest that fits is meant. What is none goes to the next comma, semicolon or bar.
 * @param known every name that a cell may hold
 */
export function readNames(text: string, known: readonly string[]): string[] {
  const longest = known.map((name) => plain(name).toLowerCase()).toSorted((one, other) => other.length - one.length);
  const ends = (rest: string, at: number): boolean => at === rest.length || SEPARATOR.test(rest[at]!);
  const found: string[] = [];
  let rest = plain(text);
  while ((rest = rest.replace(/^[,;、| ]+/, '')) !== '') {
    const lower = rest.toLowerCase();
    const name = longest.find((each) => each !== '' && lower.startsWith(each) && ends(rest, each.length));
    const length = name?.length ?? /^[^,;、|]+/.exec(rest)![0].length;
    found.push(rest.slice(0, length).trim());
    rest = rest.slice(length);
  }
  return found;
}

/**
 * Hazard statements: `h225`, `H 225`, `H301+H311+H331`, `EUH 066`. Letters behind the number keep
 * their case (H361f is fertility), and what is no statement stays as it was written.
 */
export const readHazards = (text: string): string[] => {
  const codes = plain(text)
    .replace(/\b(euh|h)\s+(?=\d{3})/gi, '$1')
    .split(/[,;、|/+\s]+/)
    .filter((part) => part !== '')
    .map((code) => code.replace(/^(euh|h)(?=\d{3}[a-z]*$)/i, (letters) => letters.toUpperCase()));
  return [...new Set(codes)];
};
