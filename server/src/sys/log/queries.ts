import type { LogEntry, logRoutes } from '@kuwei/contract/sys/log';
import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Origin } from '../../context.ts';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, oneRow, orderOf, type List } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import type { DB, SysLog, SysUser } from '../../db/types.ts';

export type LogQuery = QueryOf<(typeof logRoutes)['listLog']>;

/** As the indexes of the parts have them. */
export const PARTS = {
  SIGN_IN: sql`l.entity in ('sign-in', 'sign-out', 'session', 'password', 'second-factor', 'identity')`,
  DATA: sql`l.entity like '%\\_%'`,
  ACTING: sql`(l.proxy_user_id is not null or l.entity = 'acting')`,
  JOB: sql`l.action !~ '^[A-Z]+ /'`,
};

/**
 * Rows have the moment at which their transaction began, and their number from its end: numbers follow moments but for as long as
 * a transaction takes.
 */
const LONGEST = sql`interval '1 hour'`;
const firstSince = (moment: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select x.id from sys_log x where x.at >= ${moment} order by x.at limit 1)`;
const lastUntil = (moment: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select x.id from sys_log x where x.at <= ${moment} order by x.at desc limit 1)`;

/** Ids of the records that have this code, number or username. */
export async function recordsCalled(db: Kysely<DB>, text: string): Promise<string[]> {
  const codes = sql`(${text}, ${text.toUpperCase()})`;
  const { rows } = await sql<{ id: string }>`
    select id::text from wms_product where code in ${codes} and deleted_at is null
    union all select id::text from wms_transaction where no in ${codes}
    union all select id::text from wms_org where code in ${codes}
    union all select id::text from wms_warehouse where code in ${codes} and deleted_at is null
    union all select id::text from sys_role where code in ${codes}
    union all select id::text from sys_power where code in ${codes}
    union all select id::text from sys_dic where code in ${codes}
    union all select id::text from sys_user where lower(username) = ${text.toLowerCase()}`.execute(db);
  return rows.map(({ id }) => id);
}

/** @param called ids of records that have the text of the search as their code */
export function logList(query: Omit<LogQuery, 'page' | 'size'>, locale: Locale, called: readonly string[]): List<LogEntry> {
  const conditions = conditionsOf(query, {
    part: (part) => PARTS[part],
    // Whole: an id, a code or a username.
    q: (q) => sql`l.entity_id in (${sql.join([q, q.toLowerCase(), ...called])})`,
    userId: (id) => sql`(l.user_id = ${id} or l.proxy_user_id = ${id} or l.entity_id in (${id}::text, (
      select lower(u.username) from sys_user u where u.id = ${id})))`,
    entity: (entity) => sql`l.entity = ${entity}`,
    from: (from) => sql`l.at >= ${from} and l.id >= coalesce(${firstSince(sql`${from}::timestamptz - ${LONGEST}`)}, 0)`,
    to: (to) => sql`l.at < ${to} and l.id <= coalesce(${lastUntil(sql`${to}::timestamptz + ${LONGEST}`)}, 0)`,
    before: (id) => sql`l.id < ${id}`,
  });
  return {
    id: sql`l.id`,
    keyType: 'bigint',
    from: sql`sys_log l where ${all(conditions)}`,
    order: orderOf(query.sort ?? '-id', { id: { by: sql`l.id` } }, sql`l.id`),
    rows: logRows(locale),
  };
}

/** What the record of a row is called. Only what is a record has an id of this form. */
const recordName = (locale: Locale): RawBuilder<string | null> => sql<string | null>`(select case l.entity
  when 'sys_user' then (select x.name || ' ' || x.username from sys_user x where x.id = r.id)
  when 'sys_role' then (select ${named(locale, 'x')} from sys_role x where x.id = r.id)
  when 'sys_power' then (select ${named(locale, 'x')} from sys_power x where x.id = r.id)
  when 'sys_dic' then (select ${named(locale, 'x')} from sys_dic x where x.id = r.id)
  when 'wms_org' then (select ${named(locale, 'x')} from wms_org x where x.id = r.id)
  when 'wms_category' then (select ${named(locale, 'x')} from wms_category x where x.id = r.id)
  when 'wms_product' then (select x.code || ' ' || ${named(locale, 'x')} from wms_product x where x.id = r.id)
  when 'wms_batch' then (select ${named(locale, 'p')} || ' ' || x.batch_no
    from wms_batch x join wms_product p on p.id = x.product_id where x.id = r.id)
  when 'wms_warehouse' then (select ${named(locale, 'x')} from wms_warehouse x where x.id = r.id)
  when 'wms_container' then (select x.code || ' ' || x.name from wms_container x where x.id = r.id)
  when 'wms_warehouse_box' then (select x.code from wms_warehouse_box x where x.id = r.id)
  when 'wms_transaction' then (select x.no from wms_transaction x where x.id = r.id)
  end from (select case when l.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then l.entity_id::uuid end) r (id))`;

interface Tables {
  l: SysLog;
  u: Joined<SysUser>;
  p: Joined<SysUser>;
}

const logRows = (locale: Locale): RawBuilder<LogEntry> =>
  rowsOf<LogEntry, Tables>(
    {
      id: sql<string>`l.id::text`,
      at: 'l.at',
      action: 'l.action',
      userId: 'l.user_id',
      userName: 'u.name',
      proxyUserId: 'l.proxy_user_id',
      proxyUserName: 'p.name',
      pageRole: 'l.page_role',
      orgName: sql<string | null>`(select ${named(locale, 'o')} from wms_org o where o.id = l.org_id)`,
      ip: 'l.ip',
      requestId: 'l.request_id',
      entity: 'l.entity',
      entityId: 'l.entity_id',
      recordName: recordName(locale),
      change: sql<LogEntry['change']>`l.change`,
    },
    sql`page join sys_log l on l.id = page.id
        left join sys_user u on u.id = l.user_id left join sys_user p on p.id = l.proxy_user_id`,
  );

/** @throws AppError NOT_FOUND */
export const findLog = (db: Kysely<DB>, id: string, { origin }: { origin: Pick<Origin, 'locale'> }): Promise<LogEntry> =>
  oneRow(db, sql<{ id: string }>`select id from sys_log where id = ${id}::bigint`, logRows(origin.locale));
