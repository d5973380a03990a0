// What is searched in, and how what somebody types is read before it is searched for: as imports and pastes read it.
import { plain, wordsOf } from '@kuwei/contract/plain';
import { isCas } from '@kuwei/contract/wms/hazard';
import { readCas, unNumberIn } from '@kuwei/contract/wms/read-hazard';
import { sql, type RawBuilder } from 'kysely';

/**
 * What the search box looks in: the texts plainly and in lower case, and of Chinese ones the pinyin, whole and initials, so that
 * `wushuiyichun`, `wsyc` and `无水乙醇` all find 无水乙醇.
 */
export async function searchText(texts: readonly (string | null | undefined)[]): Promise<string> {
  const parts = texts.filter((text): text is string => typeof text === 'string' && text !== '');
  const chinese = parts.filter((text) => /\p{Script=Han}/u.test(text));
  // A dictionary of 4 MB, wanted where something Chinese is stored.
  const { pinyin } = await import('pinyin-pro');
  const spoken = chinese.flatMap((text) => [
    pinyin(text, { toneType: 'none', separator: '', nonZh: 'removed' }),
    pinyin(text, { pattern: 'first', toneType: 'none', separator: '', nonZh: 'removed' }),
  ]);
  return [...parts.map(plain), ...spoken].join(' ').toLowerCase().slice(0, 2_000);
}

/** Marks that Chinese and Latin texts write differently: any one character stands for them, as not every column is stored plainly. */
const MARKS = /[()[\]:,;!?]/g;

/** A search text as columns have it, with the wildcards of LIKE taken literally. */
const literal = (q: string): string =>
  plain(q)
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')
    .replace(MARKS, '_');

/** A search text as a pattern for LIKE, whatever widths and dashes it is typed with. */
export const like = (q: string): string => `%${literal(q)}%`;

/** Patterns for LIKE of the words of a search text: what is found has all of them, in any order. */
export const patternsOf = (q: string): string[] => wordsOf(q).map(like);

/** An amount with its unit: `500ml`. */
const MEASURE = /^(\d[\d.]*)([a-zµμ°%]{1,4})$/;
/** A CAS number that is still being typed. */
const CAS_BEGUN = /^\d{2,7}-[\d-]*$/;

/** The texts one of which is meant by a word. */
const spellings = (word: string): string[] => [word, ...(MEASURE.test(word) ? [word.replace(MEASURE, '$1 $2')] : [])];

/** What a whole search text means besides its words, by the readers that imports and pastes have. */
function numbersIn(q: string): string[] {
  const cas = readCas(q);
  const unNumber = unNumberIn(q);
  return [
    ...(cas !== q && (isCas(cas) || CAS_BEGUN.test(cas)) ? [cas] : []),
    ...(unNumber === null ? [] : [unNumber.toLowerCase()]),
  ];
}

/**
 * Whether a column of `searchText` has what is searched for: all its words, in any order, or the CAS or UN number that it is.
 * @param q what somebody has typed
 */
export function sought(column: RawBuilder<unknown>, q: string): RawBuilder<boolean> {
  const typed = plain(q).toLowerCase();
  const has = (text: string): RawBuilder<unknown> => sql`${column} like ${like(text)}`;
  const words = wordsOf(q).map((word) => sql`(${sql.join(spellings(word).map(has), sql` or `)})`);
  return sql<boolean>`(${sql.join([sql`(${sql.join(words, sql` and `)})`, ...numbersIn(typed).map(has)], sql` or `)})`;
}

/**
 * Whether what is searched for is in the name, its pinyin, the username or the staff number of a person: for all who look for people and
 * do not keep their accounts. An e-mail address or a phone that could be searched would be given away digit by digit.
 * @param table alias of `sys_user`
 */
export function soughtPerson(table: string, q: string): RawBuilder<boolean> {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${table}.${name}`);
  const called = sql`concat_ws(' ', ${column('username')}, replace(replace(${column('search')}, coalesce(lower(${column('email')}), ''), ' '),
    coalesce(${column('phone')}, ''), ' '))`;
  // The index knows the whole column alone.
  return sql<boolean>`(${sought(column('search'), q)} and ${sought(called, q)})`;
}

/** What the index of a long table can look for. */
const TRIGRAM = 3;

/** A text that is too short to be looked for anywhere in many numbers, as the beginning of one; null for a longer one. */
export const beginning = (q: string): string | null => ([...plain(q)].length < TRIGRAM ? `${literal(q)}%` : null);
