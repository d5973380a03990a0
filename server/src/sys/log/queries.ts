import { IDENTITY_DIC } from '@kuwei/contract/auth/account';
import type { LogEntry, LogPart, logRoutes } from '@kuwei/contract/sys/log';
import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Origin } from '../../context.ts';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, offsetOf, oneRow, orderOf, type List } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { dicNames } from '../dic/names.ts';
import type { DB, SysLog, SysUser } from '../../db/types.ts';
import { kindsOf } from '../../http/log-kind.ts';

const UUID_ANY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Numbers of calls are of this version, ids of records of another one (id.ts). */
const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export type LogQuery = QueryOf<(typeof logRoutes)['listLog']>;

/** The other kinds are never of somebody who acts. */
const ACTED = sql`'ACTING', 'DATA', 'API', 'ERROR'`;

/** As the months lie, and as the indexes of the parts have them. */
const PARTS: Record<LogPart, RawBuilder<unknown>> = {
  OPERATION: sql`l.kind in ('OPERATION', 'DATA', 'ACTING') and l.action ~ '^[A-Z]+ /'`,
  DATA: sql`l.kind = 'DATA'`,
  SIGN_IN: sql`l.kind = 'SIGN_IN'`,
  ACTING: sql`l.kind in (${ACTED}) and (l.kind = 'ACTING' or l.proxy_user_id is not null)`,
  API: sql`l.kind = 'API'`,
  ERROR: sql`l.kind = 'ERROR'`,
  JOB: sql`l.kind in ('JOB', 'DATA') and l.action !~ '^[A-Z]+ /'`,
};

/**
 * Rows have the moment at which their transaction began, and their number from the moment they were written: numbers follow
 * moments but for as long as a transaction takes, or a clock is put right.
 */
const LONGEST = sql`interval '1 hour'`;

/** Ids of the records that have this code, number or username. */
async function recordsCalled(db: Kysely<DB>, text: string | undefined): Promise<string[]> {
  if (text === undefined || UUID_ANY.test(text)) return [];
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

type Asked = Omit<LogQuery, 'page' | 'size'>;
type Condition = RawBuilder<unknown>;

/** No index is of this: where rows are few for another reason, none of those that are many is looked through. */
const unindexed = (column: Condition): Condition => sql`coalesce(${column}, ${column})`;

/** What holds for every row that is found, but for whom and what it tells of: they may stand in several places. */
function conditions(query: Asked): Condition[] {
  return conditionsOf(query, {
    part: (part) =>
      part === 'ACTING' && query.q !== undefined
        ? sql`(l.kind = 'ACTING' or ${unindexed(sql`l.proxy_user_id`)} is not null)`
        : PARTS[part],
    q: () => sql`true`,
    userId: () => sql`true`,
    entity: (entity) => sql`l.entity = ${entity} and l.kind in (${sql.join(kindsOf(entity))})`,
    from: (from) => sql`l.at >= ${from} and l.id >= sys_log_since(${from}::timestamptz - ${LONGEST})`,
    to: (to) => sql`l.at < ${to} and l.id < sys_log_since(${to}::timestamptz + ${LONGEST})`,
    before: (id) => sql`l.id < ${id}::bigint`,
  });
}

/** Where a person is named: as whom it was done, who really did it, whom it was done to. */
const concerns = (id: string, column: (name: Condition) => Condition): Condition[] => [
  sql`${column(sql`l.user_id`)} = ${id}`,
  sql`(${column(sql`l.proxy_user_id`)} = ${id} and l.kind in (${ACTED}))`,
  sql`${column(sql`l.entity_id`)} in (${id}::text, (select lower(u.username) from sys_user u where u.id = ${id}))`,
];

/** Each is in order by an index of its own, and none looks through what another one has fewer of. */
function places({ userId, q }: Asked, called: readonly string[]): Condition[] {
  if (q === undefined) return userId === undefined ? [sql`true`] : concerns(userId, (name) => name);
  // Whole: an id, a code, a username or the number of a call, which is of the form that few records have.
  const named = UUID_4.test(q)
    ? [sql`l.request_id = ${q}`, sql`l.kind in ('DATA', 'API', 'ERROR') and l.entity_id = ${q}`]
    : [sql`l.entity_id in (${sql.join([q, q.toLowerCase(), ...called])})`];
  if (userId === undefined) return named;
  return named.map((place) => sql`${place} and (${sql.join(concerns(userId, unindexed), sql` or `)})`);
}

/** Months that are looked through in one statement: a statement locks every table that it may read, and they are shared by all. */
const FIRST_MONTHS = 5;
const MONTHS = 6;

/** Least numbers of stretches of months, the newest first. */
async function stretches(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ since: string }>`
    select sys_log_since(to_date(substr(c.relname, 9), 'YYYYMM')::timestamp at time zone 'UTC')::text as since
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'sys_log'::regclass order by c.relname desc`.execute(
    db,
  );
  return rows.map(({ since }) => since).filter((_, at) => at === rows.length - 1 || (at - FIRST_MONTHS + 1) % MONTHS === 0);
}

/** Numbers of the rows that are asked for, in their order, as many as are wanted. @param called ids of records that have the text of the search as their code */
async function idsOf(db: Kysely<DB>, query: Asked, called: readonly string[], most: number): Promise<string[]> {
  const since = await stretches(db);
  const direction = query.sort === 'id' ? sql`` : sql`desc`;
  const parts = since.map((from, at) => [from, since[at - 1]] as const);
  const found: string[] = [];
  for (const [from, to] of query.sort === 'id' ? parts.toReversed() : parts) {
    const within = [sql`l.id >= ${from}::bigint`, ...(to === undefined ? [] : [sql`l.id < ${to}::bigint`]), ...conditions(query)];
    const each = places(query, called).map(
      (place) =>
        sql`(select l.id from sys_log l where ${all([...within, place])} order by l.id ${direction} limit ${most - found.length})`,
    );
    const { rows } = await sql<{ id: string }>`select id::text from (${sql.join(each, sql` union `)}) x
      order by x.id ${direction} limit ${most - found.length}`.execute(db);
    found.push(...rows.map(({ id }) => id));
    if (found.length >= most) break;
  }
  return found;
}

/** Rows are counted up to here: each is somewhere else. */
const COUNTED = 200;

const listOfIds = (ids: readonly string[], query: Asked, locale: Locale): List<LogEntry> => ({
  id: sql`l.id::text`,
  keyType: 'bigint',
  countedTo: COUNTED,
  from: sql`unnest(${ids}::bigint[]) l (id)`,
  order: orderOf(query.sort ?? '-id', { id: { by: sql`l.id` } }, sql`l.id`),
  rows: logRows(locale),
});

/** @returns the list, as far as the page that is asked for needs it */
export async function logList(db: Kysely<DB>, query: LogQuery, locale: Locale): Promise<List<LogEntry>> {
  const most = Math.max(COUNTED + 1, offsetOf(query) + query.size);
  return listOfIds(await idsOf(db, query, await recordsCalled(db, query.q), most), query, locale);
}

/** @returns the whole of it, as far as an export may go */
export async function wholeLog(db: Kysely<DB>, query: LogQuery, locale: Locale): Promise<List<LogEntry>> {
  return listOfIds(await idsOf(db, query, await recordsCalled(db, query.q), EXPORT_ROWS_MAX + 1), query, locale);
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
  when 'sys_rule' then (select coalesce(u.name, ${named(locale, 'o')}, ${named(locale, 'w')}) from sys_rule x
    left join sys_user u on u.id = x.user_id left join wms_org w on w.id = x.org_id left join sys_role o on o.code = x.role_code
    where x.id = r.id)
  when 'sys_config' then l.entity_id
  when 'sys_menu' then l.entity_id
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
      kind: 'l.kind',
      at: 'l.at',
      action: 'l.action',
      userId: 'l.user_id',
      userName: 'u.name',
      proxyUserId: 'l.proxy_user_id',
      proxyUserName: 'p.name',
      pageRole: 'l.page_role',
      pageRoleName: sql<string | null>`(select ${named(locale, 'x')} from sys_role x where x.code = l.page_role)`,
      orgName: sql<string | null>`(select ${named(locale, 'o')} from wms_org o where o.id = l.org_id)`,
      ip: 'l.ip',
      requestId: 'l.request_id',
      entity: 'l.entity',
      entityId: 'l.entity_id',
      recordName: recordName(locale),
      change: sql<LogEntry['change']>`l.change`,
      status: 'l.status',
      ms: 'l.ms',
    },
    // Row by row, so that each is looked for in its month alone.
    sql`page cross join lateral (select * from sys_log x where x.id = page.id::bigint offset 0) l
        left join sys_user u on u.id = l.user_id left join sys_user p on p.id = l.proxy_user_id`,
  );

/** @throws AppError NOT_FOUND */
export const findLog = (db: Kysely<DB>, id: string, { origin }: { origin: Pick<Origin, 'locale'> }): Promise<LogEntry> =>
  oneRow(db, sql<{ id: string }>`select ${id}::bigint as id`, logRows(origin.locale));

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
/** Records whose names a person reads. */
const NAMED_MAX = 200;

const ROLE_OR_POWER = /(?<=")(?:ROLE|POWER)_[A-Z0-9_]+(?=")/g;

/** Names of the records whose ids or codes stand in a change, as far as they have some, by these. */
export async function namesIn(
  db: Kysely<DB>,
  { change }: Pick<LogEntry, 'change'>,
  locale: Locale,
): Promise<Record<string, string>> {
  const text = JSON.stringify(change);
  const [ids, codes] = [UUID, ROLE_OR_POWER].map((pattern) => [...new Set(text.match(pattern))].slice(0, NAMED_MAX)) as [
    string[],
    string[],
  ];
  const parts = await Promise.all([namesOfIds(db, ids, locale), namesOfCodes(db, codes, locale), identities(db, change, locale)]);
  return Object.fromEntries(parts.flatMap((names) => Object.entries(names)));
}

/** The identity of a person, before and after, which stands in the log by its code. */
async function identities(db: Kysely<DB>, change: LogEntry['change'], locale: Locale): Promise<Record<string, string>> {
  const { identity } = (change ?? {}) as { identity?: unknown };
  const codes = [identity].flat().filter((code) => typeof code === 'string');
  if (codes.length === 0) return {};
  const nameOf = await dicNames(db, IDENTITY_DIC, locale);
  return Object.fromEntries(codes.map((code) => [code, nameOf(code)]));
}

async function namesOfCodes(db: Kysely<DB>, codes: readonly string[], locale: Locale): Promise<Record<string, string>> {
  if (codes.length === 0) return {};
  const { rows } = await sql<{ code: string; name: string }>`
    select x.code, ${named(locale, 'x')} as name from sys_role x where x.code = any(${codes}::text[])
    union all select x.code, ${named(locale, 'x')} from sys_power x where x.code = any(${codes}::text[])`.execute(db);
  return Object.fromEntries(rows.map(({ code, name }) => [code, name]));
}

async function namesOfIds(db: Kysely<DB>, ids: readonly string[], locale: Locale): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const given = sql`any(${ids}::uuid[])`;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from sys_user where id = ${given}
    union all select x.id, ${named(locale, 'x')} from wms_org x where x.id = ${given}
    union all select x.id, ${named(locale, 'x')} from wms_category x where x.id = ${given}
    union all select x.id, x.code || ' ' || ${named(locale, 'x')} from wms_product x where x.id = ${given}
    union all select x.id, ${named(locale, 'x')} from wms_warehouse x where x.id = ${given}
    union all select x.id, x.code || ' ' || x.name from wms_container x where x.id = ${given}
    union all select x.id, x.code from wms_warehouse_box x where x.id = ${given}
    union all select x.id, x.batch_no from wms_batch x where x.id = ${given}
    union all select x.id, x.no from wms_transaction x where x.id = ${given}
    union all select x.id, x.name from sys_file x where x.id = ${given}`.execute(db);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
