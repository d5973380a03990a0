// Labels of statistics rows.
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';

const TABLES = {
  warehouse: { table: sql`wms_warehouse`, name: (locale: Locale) => named(locale, 'x') },
  org: { table: sql`wms_org`, name: (locale: Locale) => named(locale, 'x') },
  category: { table: sql`wms_category`, name: (locale: Locale) => named(locale, 'x') },
  product: { table: sql`wms_product`, name: (locale: Locale) => sql`${named(locale, 'x')} || ' · ' || x.code` },
  container: { table: sql`wms_container`, name: (locale: Locale) => named(locale, 'x') },
  user: { table: sql`sys_user`, name: () => sql`x.name` },
} satisfies Record<string, { table: RawBuilder<unknown>; name: (locale: Locale) => RawBuilder<unknown> }>;
export type Labelled = keyof typeof TABLES;

/** Names by id. */
export async function namesOf(
  db: Kysely<DB>,
  of: Labelled,
  ids: readonly string[],
  locale: Locale,
): Promise<ReadonlyMap<string, string>> {
  const { table, name } = TABLES[of];
  const { rows } = await sql<{ id: string; name: string }>`
    select x.id, ${name(locale)} as name from ${table} x where x.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Label of a class key such as `TOXIC+DRUG_PRECURSOR`. */
export const classesLabel = (key: string, locale: Locale): string =>
  key === 'NONE'
    ? say(locale, 'stat.control.NONE')
    : key
        .split('+')
        .map((flag) => say(locale, `wms.control.${flag}`))
        .join(' + ');
