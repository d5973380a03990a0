// Parses hazard data as people write it.
import { normalizeText } from '../kit/normalize-text.ts';
import { isCas } from './hazard.ts';

/** A CAS number with dashes, possibly zero-padded. */
const CAS = /^0*([1-9]\d{1,6})-(\d\d)-(\d)$/;
/** The same without dashes. */
const BARE_CAS = /^0*([1-9]\d{1,6})(\d\d)(\d)$/;
const UNNAMED = /^cas\s*(号|no|number|rn)?\s*[.:#]*\s*/i;

/** Normalizes a CAS number: `CAS: 64–17–5`, `６４-１７-５`, `000064-17-5`, `64175`. Other text is only cleaned up. */
export function readCas(text: string): string {
  const written = normalizeText(text).replace(UNNAMED, '').replaceAll(' ', '');
  const parts = CAS.exec(written) ?? BARE_CAS.exec(written);
  return parts ? parts.slice(1).join('-') : written;
}

/** Whether a text is all digits that could be a CAS number. One in ten other numbers passes the check digit. */
export const isBareCas = (text: string): boolean =>
  BARE_CAS.test(normalizeText(text).replaceAll(' ', '')) && isCas(readCas(text));

/** Whether a cell holds several CAS numbers. */
export function areSeveralCas(text: string): boolean {
  const parts = normalizeText(text)
    .split(/[,;、|/\s]+/)
    .filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => isCas(readCas(part)));
}

const UN = /^un\s*(no)?\s*[.:#]*\s*/i;

/** A UN number without prefix: `UN 1170`, `ＵＮ１１７０`. */
export const readUnNumber = (text: string): string => normalizeText(text).replace(UN, '');

/** The same with its prefix, `UN1170`; null if the text has no prefix. */
export function unNumberIn(text: string): string | null {
  const written = normalizeText(text);
  const number = readUnNumber(written);
  return UN.test(written) && /^\d{1,4}$/.test(number) ? `UN${number.padStart(4, '0')}` : null;
}

/** Splits a cell of codes at commas, semicolons, bars, line breaks or spaces. */
export const readList = (text: string): string[] =>
  normalizeText(text)
    .split(/[,;、|\s]+/)
    .filter((part) => part !== '');

const SEPARATOR = /[,;、| ]/;

/**
 * Splits a cell of names. Names may contain spaces and commas: the longest known name that matches wins. An unknown name ends at
 * the next comma, semicolon or bar.
 * @param known every name that a cell may hold
 */
export function readNames(text: string, known: readonly string[]): string[] {
  const longest = known.map((name) => normalizeText(name).toLowerCase()).toSorted((one, other) => other.length - one.length);
  const ends = (rest: string, at: number): boolean => at === rest.length || SEPARATOR.test(rest[at]!);
  const found: string[] = [];
  let rest = normalizeText(text);
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
 * Hazard statements: `h225`, `H 225`, `H301+H311+H331`, `EUH 066`. Letters after the number keep their case (H361f is fertility),
 * and text that is no statement is left unchanged.
 */
export const readHazards = (text: string): string[] => {
  const codes = normalizeText(text)
    .replace(/\b(euh|h)\s+(?=\d{3})/gi, '$1')
    .split(/[,;、|/+\s]+/)
    .filter((part) => part !== '')
    .map((code) => code.replace(/^(euh|h)(?=\d{3}[a-z]*$)/i, (letters) => letters.toUpperCase()));
  return [...new Set(codes)];
};
