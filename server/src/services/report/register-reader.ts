// Registers in the database who uses a report connection and what they may see (decision 165).
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';

/** Ids of organisations or warehouses, or all of them. */
export type Ids = 'all' | readonly string[];

/** Values for a row of `sys_report_reader`; `all` is expanded to every organisation or warehouse. */
export interface Reader {
  ownOrgs: readonly string[];
  orgs: Ids;
  warehouses: Ids;
  /** Warehouses whose stock is visible, in addition to `warehouses`. */
  goods: Ids;
  containers: readonly string[];
  categories: readonly string[];
  people: boolean;
  /** Language of names. */
  lang: Locale;
}

/** Registers the reader for the connection with this backend process id. @param seconds validity */
export async function registerReader(db: Kysely<DB>, pid: number, reader: Reader, seconds: number): Promise<void> {
  const ids = (some: Ids, table: 'wms_org' | 'wms_warehouse') =>
    some === 'all' ? sql`array(select id from ${sql.table(table)})` : sql`${[...some]}::uuid[]`;
  const warehouses = ids(reader.warehouses, 'wms_warehouse');
  const goods = reader.goods === 'all' ? ids('all', 'wms_warehouse') : warehouses;
  await sql`
    insert into sys_report_reader (pid, until_at, own_orgs, orgs, warehouses, goods_warehouses, containers, categories, people, lang)
    values (${pid}, now() + make_interval(secs => ${seconds}), ${[...reader.ownOrgs]}::uuid[], ${ids(reader.orgs, 'wms_org')}, ${warehouses},
            ${goods}, ${[...reader.containers]}::uuid[], ${[...reader.categories]}::uuid[], ${reader.people}, ${reader.lang})
    on conflict (pid) do update set (until_at, own_orgs, orgs, warehouses, goods_warehouses, containers, categories, people, lang) =
      (excluded.until_at, excluded.own_orgs, excluded.orgs, excluded.warehouses, excluded.goods_warehouses, excluded.containers,
       excluded.categories, excluded.people, excluded.lang)`.execute(db);
}

export const unregisterReader = async (db: Kysely<DB>, pid: number): Promise<void> => {
  await sql`delete from sys_report_reader where pid = ${pid}`.execute(db);
};
