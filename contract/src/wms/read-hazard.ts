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

/** Several things in one cell, between commas, semicolons, bars, line ends or spaces. */
export const readList = (text: string): string[] =>
  plain(text)
    .split(/[,;、|\s]+/)
    .filter((part) => part !== '');

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
