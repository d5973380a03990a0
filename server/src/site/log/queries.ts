import { IDENTITY_DIC } from '@kuwei/contract/auth/account';
import { ENTITY_PREFIXES } from '@kuwei/contract/sys/call-words';
import {
  LOG_KINDS,
  type LogEntry,
  type LogKind,
  type LogPart,
  type logRoutes,
  type LocalizedEntry,
} from '@kuwei/contract/sys/log';
import type { Page } from '@kuwei/contract/page';
import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import type { QueryOf } from '@kuwei/contract/route';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook/workbook';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Origin } from '../../context.ts';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, offsetOf, oneRow, orderOf, rowsByKey, type List } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { dicNames } from '../../platform/dic/names.ts';
import { readMenu } from '../../platform/menu/stored.ts';
import { formatMenuPath } from '../../platform/menu/path.ts';
import { findEntriesByName } from './find-by-name.ts';
import { nameOfRecord, NAMESAKES, findPeopleByName, findRecordsByName } from './record-names.ts';
import { actionText, actorText, changeText, fieldsText, GRANT_FIELDS, subjectText } from '../../platform/log/words.ts';
import type { DB, SysLog, SysUser } from '../../db/types.ts';
import { kindsOf } from '../../http/log-kind.ts';

const UUID_ANY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Request ids are UUIDs of version 4, record ids of version 7 (id.ts). */
const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export type LogQuery = QueryOf<(typeof logRoutes)['listLog']>;
type Asked = Omit<LogQuery, 'page' | 'size'>;
type Condition = RawBuilder<unknown>;

/** Kinds whose rows may have a proxy. */
const ACTED: readonly LogKind[] = ['ACTING', 'DATA', 'API', 'ERROR'];

interface Part {
  kinds: readonly LogKind[];
  /** Further condition on its rows `l`, matching the indexes of the months; and on their keys `k`. */
  rows?: Condition;
  keys?: Condition;
}
const PARTS: Record<LogPart, Part> = {
  OPERATION: { kinds: ['OPERATION', 'DATA', 'ACTING'], rows: sql`l.action ~ '^[A-Z]+ /'`, keys: sql`k.called` },
  DATA: { kinds: ['DATA'] },
  SIGN_IN: { kinds: ['SIGN_IN'] },
  ACTING: { kinds: ACTED, rows: sql`(l.kind = 'ACTING' or l.proxy_user_id is not null)`, keys: sql`k.acting` },
  API: { kinds: ['API'] },
  ERROR: { kinds: ['ERROR'] },
  JOB: { kinds: ['JOB', 'DATA'], rows: sql`l.action !~ '^[A-Z]+ /'`, keys: sql`not k.called` },
};

/**
 * A row has the time at which its transaction began, but an id from the time of the insert: they differ by at most the duration
 * of a transaction or a clock adjustment.
 */
const LONGEST = sql`interval '1 hour'`;

/** Conditions on rows of the log or on their keys. @param of `l` or `k` */
const conditions = (query: Asked, of: 'l' | 'k'): Condition[] => {
  const [id, at, kind, entity] = ['id', 'at', 'kind', 'entity'].map((column) => sql.ref(`${of}.${column}`));
  const inKinds = (kinds: readonly LogKind[]): Condition => sql`${kind} in (${sql.join(kinds.map((each) => sql.lit(each)))})`;
  return conditionsOf(query, {
    part: (part) => {
      const { kinds, rows = sql`true`, keys = sql`true` } = PARTS[part];
      return of === 'k' ? keys : sql`${inKinds(kinds)} and ${rows}`;
    },
    q: null,
    userId: null,
    entity: (name) => sql`${entity} = ${name} and ${of === 'k' ? sql`true` : inKinds(kindsOf(name))}`,
    from: (from) => sql`${at} >= ${from} and ${id} >= sys_log_since(${from}::timestamptz - ${LONGEST})`,
    to: (to) => sql`${at} < ${to} and ${id} < sys_log_since(${to}::timestamptz + ${LONGEST})`,
    before: (before) => sql`${id} < ${before}::bigint`,
  });
};

/** Search keys of rows, across months (decision 212). */
interface Keys {
  /** Ids of acting users, including proxies. */
  did: readonly string[];
  /** Ids, codes, usernames and files of the subjects. */
  about: readonly string[];
}
/** One parameter per key: the planner then knows the frequency of each, which decides how two are joined. */
const keyConditions = ({ did, about }: Keys): Condition[] => [
  ...new Set(did).values().map((id) => sql`hashtextextended(${id}::text, 1)`),
  ...new Set(about).values().map((name) => sql`hashtextextended(${name}::text, 0)`),
];
/** Rows of the key index for some keys. */
const under = (keys: Keys): Condition => sql`sys_log_key k where k.key in (${sql.join(keyConditions(keys))})`;

/** Keys of rows by or about a person. Sign-ins refer to the username. */
async function loadPersonKeys(db: Kysely<DB>, userId: string): Promise<Keys> {
  const id = userId.toLowerCase();
  const person = await db.selectFrom('sys_user').where('id', '=', id).select('username').executeTakeFirst();
  return { did: [id], about: [id, ...(person ? [person.username.toLowerCase()] : [])] };
}

/** Keys for a search text: an id, code, number, username, name or file as shown in rows; also normalised like stored codes. */
async function loadTextKeys(db: Kysely<DB>, text: string): Promise<Keys> {
  const texts = [...new Set([text, normalizeText(text)])];
  const about = texts.flatMap((each) => [each, each.toLowerCase()]);
  const did: string[] = [];
  for (const each of texts.filter((one) => !UUID_ANY.test(one))) {
    const people = await findPeopleByName(db, each);
    did.push(...people.slice(0, NAMESAKES).map(({ id }) => id));
    about.push(...people.flatMap(({ id, username }) => [id, username]));
    about.push(...(await findRecordsByName(db, each)), ...(await findEntriesByName(db, each)));
  }
  return { did, about };
}

const requestedKinds = ({ part, entity }: Asked): LogKind[] => {
  const kinds = part === undefined ? LOG_KINDS : PARTS[part].kinds;
  return entity === undefined ? [...kinds] : kindsOf(entity).filter((kind) => kinds.includes(kind));
};

/** Ids of rows with any of the keys: a merge of their ordered index ranges per key and kind, limited to the wanted number. */
async function findIdsByKey(db: Kysely<DB>, query: Asked, most: number, keys: Keys): Promise<string[]> {
  const direction = directionOf(query);
  const first = sql`order by id ${direction} limit ${most}`;
  const which = all(conditions(query, 'k'));
  const kinds = requestedKinds(query).map(
    (kind) => sql`select k.id from sys_log_key k where k.key = x.key and k.kind = ${sql.lit(kind)} and ${which}`,
  );
  if (kinds.length === 0) return [];
  const values = sql.join(keyConditions(keys).map((hash) => sql`(${hash})`));
  return idsIn(
    db,
    sql`select distinct k.id from (values ${values}) x(key)
         cross join lateral (select id from (${sql.join(kinds, sql` union all `)}) k ${first}) k ${first}`,
    direction,
  );
}

/** Ids of rows with keys of both sets. */
async function findIdsByBothKeys(db: Kysely<DB>, query: Asked, most: number, one: Keys, other: Keys): Promise<string[]> {
  const direction = directionOf(query);
  const kinds = requestedKinds(query);
  if (kinds.length === 0) return [];
  const which = all([...conditions(query, 'k'), sql`k.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`]);
  return idsIn(
    db,
    sql`select distinct k.id from ${under(one)} and ${which} and (k.kind, k.id) in (select k.kind, k.id from ${under(other)} and ${which})
         order by k.id ${direction} limit ${most}`,
    direction,
  );
}

const directionOf = ({ sort }: Asked): Condition => (sort === 'id' ? sql`` : sql`desc`);
/** As one string: a deep page has thousands of ids before it. @param rows with `id` */
async function idsIn(db: Kysely<DB>, rows: Condition, direction: Condition): Promise<string[]> {
  const found = await sql<{ ids: string | null }>`
    select string_agg(f.id::text, ',' order by f.id ${direction}) as ids from (${rows}) f`.execute(db);
  return found.rows[0]!.ids?.split(',') ?? [];
}

/** Months per statement: it locks every partition that it may read, and the lock table is shared. */
const FIRST_MONTHS = 5;
const MONTHS = 6;

/** First ids of ranges of months, newest first. */
async function listMonthRanges(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ since: string }>`
    select sys_log_since(to_date(substr(c.relname, 9), 'YYYYMM')::timestamp at time zone 'UTC')::text as since
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'sys_log'::regclass order by c.relname desc`.execute(
    db,
  );
  return rows.map(({ since }) => since).filter((_, at) => at === rows.length - 1 || (at - FIRST_MONTHS + 1) % MONTHS === 0);
}

/** Ids of rows by range of months, until enough are found. */
async function findIdsByMonth(db: Kysely<DB>, query: Asked, most: number, also: Condition): Promise<string[]> {
  const since = await listMonthRanges(db);
  const direction = directionOf(query);
  const parts = since.map((from, at) => [from, since[at - 1]] as const);
  const found: string[] = [];
  for (const [from, to] of query.sort === 'id' ? parts.toReversed() : parts) {
    const within = [sql`l.id >= ${from}::bigint`, ...(to === undefined ? [] : [sql`l.id < ${to}::bigint`])];
    const which = all([...within, ...conditions(query, 'l'), also]);
    const rows = sql`select l.id from sys_log l where ${which} order by l.id ${direction} limit ${most - found.length}`;
    found.push(...(await idsIn(db, rows, direction)));
    if (found.length >= most) break;
  }
  return found;
}

/** Ids of the requested rows, in order, up to the limit. */
async function findLogIds(db: Kysely<DB>, query: Asked, most: number): Promise<string[]> {
  const { q, userId } = query;
  const person = userId === undefined ? null : await loadPersonKeys(db, userId);
  if (q === undefined) return person ? findIdsByKey(db, query, most, person) : findIdsByMonth(db, query, most, sql`true`);
  const { did, about } = await loadTextKeys(db, q);
  const found = person
    ? await findIdsByBothKeys(db, query, most, { did: [], about }, person)
    : await findIdsByKey(db, query, most, { did, about });
  if (!UUID_4.test(q)) return found;
  // A request id, which has no key: few rows match.
  const isTheirs = person ? sql`(l.kind, l.id) in (select k.kind, k.id from ${under(person)})` : sql`true`;
  const ofCall = await findIdsByMonth(db, query, most, sql`l.request_id = ${q} and (${isTheirs}) is true`);
  const both = [...new Set([...found, ...ofCall])].toSorted((a, b) => Number(BigInt(a) - BigInt(b)));
  return (query.sort === 'id' ? both : both.toReversed()).slice(0, most);
}

/** Cap of the count: rows are scattered over the table. */
const COUNTED = 200;

/** @returns the page and its capped total */
export async function logPage(db: Kysely<DB>, query: LogQuery, locale: Locale): Promise<Page<LogEntry>> {
  const { page, size } = query;
  const offset = offsetOf(query);
  const found = await findLogIds(db, query, Math.max(COUNTED + 1, offset + size));
  const ids = found.slice(offset, offset + size);
  const total = Math.min(found.length, COUNTED + 1);
  const list = ids.length === 0 ? [] : await rowsByKey(db, listOfIds(ids, query, locale), ids);
  return { list, total, exact: total <= COUNTED, page, size };
}

/** @returns all rows up to the export limit */
export async function wholeLog(db: Kysely<DB>, query: LogQuery, locale: Locale): Promise<List<LogEntry>> {
  return listOfIds(await findLogIds(db, query, EXPORT_ROWS_MAX + 1), query, locale);
}

const listOfIds = (ids: readonly string[], query: Asked, locale: Locale): List<LogEntry> => ({
  id: sql`l.id::text`,
  keyType: 'bigint',
  from: sql`unnest(${ids}::bigint[]) l (id)`,
  order: orderOf(query.sort ?? '-id', { id: { by: sql`l.id` } }, sql`l.id`),
  rows: logRows(locale, ids.length === 0 ? ['0', '0'] : [ids[0]!, ids.at(-1)!]),
});

/** The entity; for refused or ineffective calls that of the path. */
const entityOf = sql`coalesce(l.entity, (select e.entity from (values ${sql.join(
  ENTITY_PREFIXES.map(([prefix, entity]) => sql`(${prefix}, ${entity})`),
)}) e (prefix, entity) where split_part(l.action, ' ', 2) || '/' like e.prefix || '/%' order by length(e.prefix) desc limit 1))`;

/** Calls to one's own account are about the caller. */
const idOf = sql`case when l.entity is null and l.action like '%/by-me%' then l.user_id::text else l.entity_id end`;

/** Name of the record. Only records have UUIDs as ids. */
const recordName = (locale: Locale): RawBuilder<string | null> => sql<string | null>`(select case r.entity
  when 'sign-in' then (select x.name from sys_user x where lower(x.username) = l.entity_id order by x.deleted_at desc nulls first limit 1)
  when 'sys_import_run' then l.change ->> 'file'
  when 'log' then l.entity_id
  when 'sys_config' then l.entity_id
  when 'sys_menu' then l.entity_id
  else ${nameOfRecord(locale, sql`r.entity`, sql`r.id`)}
  end from (select ${entityOf}, case when ${idOf} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${idOf})::uuid end) r (entity, id))`;

interface Tables {
  l: SysLog;
  u: Joined<SysUser>;
  p: Joined<SysUser>;
}

/** @param ends ids of the first and last row, in either order, to prune partitions */
const logRows = (locale: Locale, [one, other]: readonly [string, string]): RawBuilder<LogEntry> =>
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
      apiToken: 'l.api_name',
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
    // Lateral, so that each row is read from its month only; `limit 1`, so that the planner looks up users by key instead of
    // scanning them.
    sql`page cross join lateral (select * from sys_log x where x.id = page.id::bigint
          and x.id between least(${one}::bigint, ${other}::bigint) and greatest(${one}::bigint, ${other}::bigint) limit 1) l
        left join sys_user u on u.id = l.user_id left join sys_user p on p.id = l.proxy_user_id`,
  );

/** @throws AppError NOT_FOUND */
export const findLog = (db: Kysely<DB>, id: string, { origin }: { origin: Pick<Origin, 'locale'> }): Promise<LogEntry> =>
  oneRow(db, sql<{ id: string }>`select ${id}::bigint as id`, logRows(origin.locale, [id, id]));

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
/** Maximum of records named per reply. */
const NAMED_MAX = 200;

const ROLE_OR_POWER = /(?<=")(?:ROLE|POWER)_[A-Z0-9_]+(?=")/g;

const toFormattedEntry = (locale: Locale, row: LogEntry, names: Readonly<Record<string, string>>): LocalizedEntry => ({
  ...row,
  said: {
    action: actionText(locale, row.action),
    about: subjectText(locale, row),
    by: actorText(locale, row),
    change: changeText(locale, row, { names, brief: true }),
  },
});

/** @returns the row as text, with names for ids and codes in its change, where known */
export async function formatLogEntry(db: Kysely<DB>, row: LogEntry, locale: Locale) {
  const names = await namesIn(db, [row.change], locale);
  return { ...toFormattedEntry(locale, row, names), fields: fieldsText(locale, row, names) };
}

/** The same for a page, in its short form: nested values are omitted. */
export async function formatLogPage(db: Kysely<DB>, rows: readonly LogEntry[], locale: Locale): Promise<LocalizedEntry[]> {
  const changes = rows.map(({ change }) => brief(change));
  const names = await namesIn(db, changes, locale);
  return rows.map((row) => toFormattedEntry(locale, row, names));
}

type Json = LogEntry['change'];

/**
 * Omitted in the short form: the user of a session is its name, and an order is too long. Grants are named although they are
 * nested.
 */
const OMITTED: ReadonlySet<string> = new Set(['order', 'userId']);

function brief(change: Json): Json {
  if (change === null || typeof change !== 'object' || Array.isArray(change)) return null;
  const isBrief = (value: Json): boolean => (Array.isArray(value) ? value.every(isBrief) : typeof value === 'string');
  return Object.fromEntries(
    Object.entries(change).filter(([field, value]) => !OMITTED.has(field) && (GRANT_FIELDS.has(field) || isBrief(value))),
  );
}

async function namesIn(db: Kysely<DB>, changes: readonly Json[], locale: Locale): Promise<Record<string, string>> {
  const text = JSON.stringify(changes);
  const [ids, codes] = [UUID, ROLE_OR_POWER].map((pattern) => [...new Set(text.match(pattern))].slice(0, NAMED_MAX)) as [
    string[],
    string[],
  ];
  const parts = await Promise.all([
    namesOfIds(db, ids, locale),
    namesOfCodes(db, codes, locale),
    ...Object.entries(DICTIONARIES).map(([field, dic]) => loadCodeNames(db, valuesOf(changes, field), dic, locale)),
    loadPickedEntries(db, changes, locale),
  ]);
  return Object.fromEntries(parts.flatMap((names) => Object.entries(names)));
}

/** Fields with dictionary codes. */
const DICTIONARIES = {
  identity: IDENTITY_DIC,
  baseUnit: 'WMS_UNIT',
  conditionsOffered: 'WMS_CONDITION',
  conditionsRequired: 'WMS_CONDITION',
};

/** Old and new values. */
const valuesOf = (changes: readonly Json[], field: string): string[] =>
  changes
    .flatMap((change) => [((change ?? {}) as Record<string, Json>)[field]].flat(2))
    .filter((value) => typeof value === 'string');

async function loadCodeNames(
  db: Kysely<DB>,
  codes: readonly string[],
  dic: string,
  locale: Locale,
): Promise<Record<string, string>> {
  if (codes.length === 0) return {};
  const nameOf = await dicNames(db, dic, locale);
  return Object.fromEntries(codes.map((code) => [code, nameOf(code)]));
}

/** Menu entries selected by rules, old and new, and those of a changed order. */
async function loadPickedEntries(db: Kysely<DB>, changes: readonly Json[], locale: Locale): Promise<Record<string, string>> {
  const picked = new Set(valuesOf(changes, 'subjectIds'));
  const put = new Set(valuesOf(changes, 'order'));
  const entries = picked.size + put.size === 0 ? [] : await readMenu(db);
  return Object.fromEntries([
    ...entries.filter(({ id }) => picked.has(id)).map(({ id }) => [id, formatMenuPath(entries, id, locale)]),
    ...entries.filter(({ code }) => put.has(code)).map((entry) => [entry.code, nameIn(locale, entry)]),
  ]) as Record<string, string>;
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
    union all select x.id, ${named(locale, 'x')} from sys_role x where x.id = ${given}
    union all select x.id, ${named(locale, 'x')} from wms_org x where x.id = ${given}
    union all select x.id, ${named(locale, 'x')} from wms_category x where x.id = ${given}
    union all select x.id, x.code || ' ' || ${named(locale, 'x')} from wms_product x where x.id = ${given}
    union all select x.id, ${named(locale, 'x')} from wms_warehouse x where x.id = ${given}
    union all select x.id, x.code || ' ' || ${named(locale, 'x')} from wms_container x where x.id = ${given}
    union all select x.id, x.code from wms_warehouse_box x where x.id = ${given}
    union all select x.id, x.batch_no from wms_batch x where x.id = ${given}
    union all select x.id, x.no from wms_transaction x where x.id = ${given}
    union all select x.id, ${named(locale, 'x')} from bpm_definition x where x.id = ${given}
    union all select x.id, x.name from sys_file x where x.id = ${given}`.execute(db);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
