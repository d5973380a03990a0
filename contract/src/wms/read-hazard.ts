// What people write of chemicals, as the fields of a product have it.
import { plain } from '../plain.ts';

/** A CAS number without what stands around it: `CAS: 64–17–5`, `６４-１７-５`, `000064-17-5`; `64175` from a keyboard without a dash. */
export const readCas = (text: string): string =>
  plain(text)
    .replace(/^cas\s*(号|no|number|rn)?\s*[.:#]*\s*/i, '')
    .replaceAll(' ', '')
    .replace(/^0+(?=[1-9])/, '')
    .replace(/^(\d{2,7})(\d{2})(\d)$/, '$1-$2-$3');

/** A UN number without what stands around it: `UN 1170`, `ＵＮ１１７０`. */
export const readUnNumber = (text: string): string => plain(text).replace(/^un\s*(no)?\s*[.:#]*\s*/i, '');

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
