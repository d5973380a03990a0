// Names of records that have an English one beside the Chinese: which of them a reader is shown.
import type { Locale } from '@kuwei/contract/constants';
import { sql, type RawBuilder } from 'kysely';
import { patternsOf } from './search.ts';

/**
 * The name in the reader's language; who has no English name goes by the Chinese one.
 * @param table its alias; it has the columns `name` and `name_en`
 */
export const named = (locale: Locale, table: string): RawBuilder<string> => {
  const name = sql.ref<string>(`${table}.name`);
  return locale === 'en' ? sql<string>`coalesce(nullif(${sql.ref(`${table}.name_en`)}, ''), ${name})` : sql<string>`${name}`;
};

/** What rows are sorted by that are shown with that name. */
export const byName = (locale: Locale, table: string): RawBuilder<string> =>
  sql<string>`${named(locale, table)} collate "zh-x-icu"`;

/** Whether every word of a search text is a part of one of these columns of a table. */
const haveWords = (table: string, columns: readonly string[], q: string): RawBuilder<boolean> => {
  const has = (pattern: string) => columns.map((column) => sql`lower(${sql.ref(`${table}.${column}`)}) like ${pattern}`);
  return sql<boolean>`(${sql.join(
    patternsOf(q).map((pattern) => sql`(${sql.join(has(pattern), sql` or `)})`),
    sql` and `,
  )})`;
};

/** Whether what somebody types is a part of the names, its words in any order. */
export const nameLike = (table: string, q: string): RawBuilder<boolean> => haveWords(table, ['name', 'name_en'], q);

/** The same of the names or the code. */
export const namedLike = (table: string, q: string): RawBuilder<boolean> => haveWords(table, ['name', 'name_en', 'code'], q);

/** A name in every language, for what readers of any will be told. */
export type BothNames = Record<Locale, string>;

export const bothNames = (table: string): RawBuilder<BothNames> =>
  sql<BothNames>`json_build_object('zh', ${named('zh', table)}, 'en', ${named('en', table)})`;
