// Bilingual names: selects the one in the reader's language.
import type { Locale } from '@kuwei/contract/constants';
import { sql, type RawBuilder } from 'kysely';
import { patternsOf } from './search.ts';

/**
 * The name in the reader's language; the Chinese one if there is no English one.
 * @param table alias of a table with columns `name` and `name_en`
 */
export const named = (locale: Locale, table: string): RawBuilder<string> => {
  const name = sql.ref<string>(`${table}.name`);
  return locale === 'en' ? sql<string>`coalesce(nullif(${sql.ref(`${table}.name_en`)}, ''), ${name})` : sql<string>`${name}`;
};

/** Sort expression for rows shown with that name. */
export const byName = (locale: Locale, table: string): RawBuilder<string> =>
  sql<string>`${named(locale, table)} collate "zh-x-icu"`;

/** Whether every word of a search text is a substring of one of these columns. */
const containWords = (table: string, columns: readonly string[], q: string): RawBuilder<boolean> => {
  const has = (pattern: string) => columns.map((column) => sql`lower(${sql.ref(`${table}.${column}`)}) like ${pattern}`);
  return sql<boolean>`(${sql.join(
    patternsOf(q).map((pattern) => sql`(${sql.join(has(pattern), sql` or `)})`),
    sql` and `,
  )})`;
};

/** Whether the names contain all typed words, in any order. */
export const matchesName = (table: string, q: string): RawBuilder<boolean> => containWords(table, ['name', 'name_en'], q);

/** Whether the names or the code contain them. */
export const matchesNameOrCode = (table: string, q: string): RawBuilder<boolean> =>
  containWords(table, ['name', 'name_en', 'code'], q);

/** A name in every language, for messages to readers of any. */
export type BothNames = Record<Locale, string>;

export const bothNames = (table: string): RawBuilder<BothNames> =>
  sql<BothNames>`json_build_object('zh', ${named('zh', table)}, 'en', ${named('en', table)})`;
