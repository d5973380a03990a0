// Apart from what reads numbers and days: every form in the console needs this much.

/** Characters that are not seen and mean nothing: soft hyphens, marks of direction, fillers, selectors, what is as wide as nothing. */
const UNSEEN = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|[\u2800\ufeff\ufff9-\ufffc]/gu;
/** Joiners shape letters of some scripts; behind one of these they are not seen either. */
const UNSEEN_JOINER =
  /(?<=^|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Latin}\p{Nd}\s])[\u200c\u200d]+/gu;

/** Codes and numbers are without joiners and selectors of shapes too, which names in some scripts need. */
const UNSEEN_IN_CODE = /\p{Default_Ignorable_Code_Point}|\ufeff/gu;

/**
 * More marks on one letter than any script writes. Normalising puts them in order at the square of their number, so that a text of
 * 100 kB would hold the server for a second (stream-safe text, UAX #15).
 */
const MARKS = /(\p{M}{30})\p{M}+/gu;
/** Two signs that stand for a sentence each: eighteen letters for one. */
const SENTENCES = /[\ufdfa\ufdfb]/g;

/** A code or a number as it is seen. */
export const seen = (text: string): string => text.replace(UNSEEN_IN_CODE, '').trim();

/** Full-width characters as their plain ones, every dash as `-`, every space as one, nothing that is not seen; trimmed. */
export const plain = (text: string): string =>
  text
    .replace(MARKS, '$1')
    .replace(SENTENCES, '')
    .normalize('NFKC')
    .replace(UNSEEN_IN_CODE, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

/** A letter or a digit alone is in nearly every text: it belongs to the word before or behind it. */
const ALONE = /^[a-z\d]$/;

/** The words of what somebody types to find something, plainly and in small letters; what is found has all of them, in any order. */
export function wordsOf(typed: string): string[] {
  const words: string[] = [];
  for (const part of plain(typed).toLowerCase().split(' ')) {
    const last = words.at(-1);
    if (last !== undefined && (ALONE.test(part) || ALONE.test(last))) words[words.length - 1] = `${last} ${part}`;
    else words.push(part);
  }
  return words;
}

/** Whether a text has every word that somebody has typed to find it, however either is written. */
export function hasWords(text: string, typed: string): boolean {
  const written = plain(text).toLowerCase();
  return wordsOf(typed).every((word) => written.includes(word));
}

/** A text in one line, without what cannot be seen in it; an accent is part of its letter, so that what looks the same is the same. */
export const oneLine = (text: string): string =>
  text
    .replace(MARKS, '$1')
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(UNSEEN_JOINER, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Whether nothing of a text is to be seen: spaces, and characters without a shape such as those of zero width. */
const isBlank = (text: string): boolean => /^[\s\p{C}\p{Default_Ignorable_Code_Point}]*$/u.test(text);

/** Trimmed; nothing where nothing of it is to be seen. */
export const trimmed = (text: string): string => (isBlank(text) ? '' : text.trim());
