// Names of records that have an English one beside the Chinese: which of them a reader is shown.
import type { Locale } from '@kuwei/contract/constants';
import { sql, type RawBuilder } from 'kysely';

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

/** Whether a search text is a part of either name. @param pattern of `like()` */
export const nameLike = (table: string, pattern: string): RawBuilder<boolean> =>
  sql<boolean>`(lower(${sql.ref(`${table}.name`)}) like ${pattern} or lower(${sql.ref(`${table}.name_en`)}) like ${pattern})`;

/** Whether a search text is a part of either name or of the code. @param pattern of `like()` */
export const namedLike = (table: string, pattern: string): RawBuilder<boolean> =>
  sql<boolean>`(${nameLike(table, pattern)} or lower(${sql.ref(`${table}.code`)}) like ${pattern})`;

/** A name in every language, for what readers of any will be told. */
export type BothNames = Record<Locale, string>;

export const bothNames = (table: string): RawBuilder<BothNames> =>
  sql<BothNames>`json_build_object('zh', ${named('zh', table)}, 'en', ${named('en', table)})`;
