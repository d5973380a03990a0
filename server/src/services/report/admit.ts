// Says to the database for whom a connection of reports is, and what they see (decision 165).
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';

/** Of organisations or warehouses, all there are or these. */
export type Ids = 'all' | readonly string[];

/** As a row of `sys_report_reader` has it; `all` is every organisation, or warehouse, that there is. */
export interface Reader {
  ownOrgs: readonly string[];
  orgs: Ids;
  warehouses: Ids;
  /** Of which the goods that lie there are seen, beside those of `warehouses`. */
  goods: Ids;
  containers: readonly string[];
  categories: readonly string[];
  people: boolean;
  /** Of names. */
  lang: Locale;
}

/** Says for whom the report runs on the connection of a process of the database. @param seconds at most */
export async function admit(db: Kysely<DB>, pid: number, reader: Reader, seconds: number): Promise<void> {
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

export const dismiss = async (db: Kysely<DB>, pid: number): Promise<void> => {
  await sql`delete from sys_report_reader where pid = ${pid}`.execute(db);
};
