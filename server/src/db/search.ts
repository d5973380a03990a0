// Search texts and patterns: typed text is normalised as imports and pastes do.
import { normalizeText, wordsOf } from '@kuwei/contract/normalize-text';
import { isCas } from '@kuwei/contract/wms/hazard';
import { readCas, unNumberIn } from '@kuwei/contract/wms/read-hazard';
import { sql, type RawBuilder } from 'kysely';

/**
 * Text for the search column: the texts in lower case and, of Chinese ones, their pinyin in full and as initials, so that
 * `wushuiyichun`, `wsyc` and `无水乙醇` all find 无水乙醇.
 */
export async function searchText(texts: readonly (string | null | undefined)[]): Promise<string> {
  const parts = texts.filter((text): text is string => typeof text === 'string' && text !== '');
  const chinese = parts.filter((text) => /\p{Script=Han}/u.test(text));
  // A 4 MB dictionary, loaded on first use.
  const { pinyin } = await import('pinyin-pro');
  const pinyins = chinese.flatMap((text) => [
    pinyin(text, { toneType: 'none', separator: '', nonZh: 'removed' }),
    pinyin(text, { pattern: 'first', toneType: 'none', separator: '', nonZh: 'removed' }),
  ]);
  return [...parts.map(normalizeText), ...pinyins].join(' ').toLowerCase().slice(0, 2_000);
}

/** Punctuation that differs between Chinese and Latin texts matches any one character, because not every column is normalised. */
const MARKS = /[()[\]:,;!?]/g;

/** A search text normalised like the columns, with LIKE wildcards escaped. */
const literal = (q: string): string =>
  normalizeText(q)
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')
    .replace(MARKS, '_');

/** LIKE pattern of a search text, whatever widths and dashes it is typed with. */
export const like = (q: string): string => `%${literal(q)}%`;

/** LIKE patterns of the words of a search text: all must match, in any order. */
export const patternsOf = (q: string): string[] => wordsOf(q).map(like);

/** A quantity with its unit: `500ml`. */
const MEASURE = /^(\d[\d.]*)([a-zµμ°%]{1,4})$/;
/** An incomplete CAS number. */
const CAS_BEGUN = /^\d{2,7}-[\d-]*$/;

/** Alternatives for a word. */
const spellings = (word: string): string[] => [word, ...(MEASURE.test(word) ? [word.replace(MEASURE, '$1 $2')] : [])];

/** Structured meanings of a whole search text (CAS, UN number), parsed as in imports. */
function numbersIn(q: string): string[] {
  const cas = readCas(q);
  const unNumber = unNumberIn(q);
  return [
    ...(cas !== q && (isCas(cas) || CAS_BEGUN.test(cas)) ? [cas] : []),
    ...(unNumber === null ? [] : [unNumber.toLowerCase()]),
  ];
}

/**
 * Condition: a `searchText` column matches all words in any order, or the CAS or UN number that the text is.
 * @param q typed text
 */
export function matchesText(column: RawBuilder<unknown>, q: string): RawBuilder<boolean> {
  const typed = normalizeText(q).toLowerCase();
  const has = (text: string): RawBuilder<unknown> => sql`${column} like ${like(text)}`;
  const words = wordsOf(q).map((word) => sql`(${sql.join(spellings(word).map(has), sql` or `)})`);
  return sql<boolean>`(${sql.join([sql`(${sql.join(words, sql` and `)})`, ...numbersIn(typed).map(has)], sql` or `)})`;
}

/**
 * Condition: name, pinyin, username or staff number of a person match. For callers that do not manage accounts: searchable e-mail
 * addresses and phone numbers could be guessed digit by digit.
 * @param table alias of `sys_user`
 */
export function matchesPerson(table: string, q: string): RawBuilder<boolean> {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${table}.${name}`);
  const called = sql`concat_ws(' ', ${column('username')}, replace(replace(${column('search')}, coalesce(lower(${column('email')}), ''), ' '),
    coalesce(${column('phone')}, ''), ' '))`;
  // The index covers only the whole column.
  return sql<boolean>`(${matchesText(column('search'), q)} and ${matchesText(called, q)})`;
}

/** Shortest text that a trigram index can look up. */
const TRIGRAM = 3;

/** A text too short for a substring search is matched as a prefix; null for a longer one. */
export const prefixPattern = (q: string): string | null => ([...normalizeText(q)].length < TRIGRAM ? `${literal(q)}%` : null);
