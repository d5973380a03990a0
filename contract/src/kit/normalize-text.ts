// Separate from the readers of numbers and days: every form needs only this.

/** Invisible characters without meaning: soft hyphens, direction marks, fillers, variation selectors, zero-width characters. */
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|[\u2800\ufeff\ufff9-\ufffc]/gu;
/** Joiners shape letters in some scripts; after one of these they are invisible, too. */
const INVISIBLE_JOINER =
  /(?<=^|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Latin}\p{Nd}\s])[\u200c\u200d]+/gu;

/** Codes and numbers also lose joiners and variation selectors, which names in some scripts need. */
const INVISIBLE_IN_CODE = /\p{Default_Ignorable_Code_Point}|\ufeff/gu;

/**
 * More combining marks on one letter than any script uses. Normalization sorts them in quadratic time: 100 kB of them would block
 * the server for a second (stream-safe text, UAX #15).
 */
const MARKS = /(\p{M}{30})\p{M}+/gu;
/** Two ligatures that NFKC expands to whole phrases: eighteen letters for one. */
const SENTENCES = /[\ufdfa\ufdfb]/g;

/** A code or number without invisible characters. */
export const stripInvisible = (text: string): string => text.replace(INVISIBLE_IN_CODE, '').trim();

/** Normalizes width, dashes and whitespace, removes invisible characters, and trims. */
export const normalizeText = (text: string): string =>
  text
    .replace(MARKS, '$1')
    .replace(SENTENCES, '')
    .normalize('NFKC')
    .replace(INVISIBLE_IN_CODE, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

/** A single letter or digit occurs in nearly every text, so it is joined to a neighbouring word. */
const ALONE = /^[a-z\d]$/;

/** Normalized lower-case words of a search; a match contains all of them, in any order. */
export function wordsOf(typed: string): string[] {
  const words: string[] = [];
  for (const part of normalizeText(typed).toLowerCase().split(' ')) {
    const last = words.at(-1);
    if (last !== undefined && (ALONE.test(part) || ALONE.test(last))) words[words.length - 1] = `${last} ${part}`;
    else words.push(part);
  }
  return words;
}

/** Whether a text contains every word of a search, after normalization. */
export function hasWords(text: string, typed: string): boolean {
  const written = normalizeText(text).toLowerCase();
  return wordsOf(typed).every((word) => written.includes(word));
}

/** A single line without invisible characters. Accents are composed (NFC), so that texts that look the same are the same. */
export const oneLine = (text: string): string =>
  text
    .replace(MARKS, '$1')
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(INVISIBLE_JOINER, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Whether a text has nothing visible: only whitespace and zero-width characters. */
const isBlank = (text: string): boolean => /^[\s\p{C}\p{Default_Ignorable_Code_Point}]*$/u.test(text);

/** Trimmed; empty if nothing is visible. */
export const trimVisible = (text: string): string => (isBlank(text) ? '' : text.trim());
