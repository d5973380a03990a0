import { IDENTITY_DIC } from '@kuwei/contract/auth/account';
import { ENTITY_PREFIXES } from '@kuwei/contract/sys/call-words';
import type { LogEntry, LogPart, logRoutes, SaidEntry } from '@kuwei/contract/sys/log';
import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import type { QueryOf } from '@kuwei/contract/route';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook/workbook';
import { plain } from '@kuwei/contract/plain';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Origin } from '../../context.ts';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, offsetOf, oneRow, orderOf, type List } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { dicNames } from '../../platform/dic/names.ts';
import { readMenu } from '../../platform/menu/stored.ts';
import { wayTo } from '../../platform/menu/way.ts';
import { entriesCalled } from './called.ts';
import { isImported, nameOfRecord, NAMESAKES, peopleCalled, recordsCalled } from './record-names.ts';
import { actionText, byText, changeText, fieldsText, GIVEN, whatText } from '../../platform/log/words.ts';
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

/** What is called as the text of a search is. */
interface Called {
  /** Ids of records, and the usernames under which people sign in. */
  records: readonly string[];
  people: readonly string[];
  /** Whether an import has read a file of this name: its row has the name in what it says alone. */
  isFile: boolean;
}

/** What has this code, number, username or name, as rows of the log show it. */
async function called(db: Kysely<DB>, text: string | undefined): Promise<Called> {
  if (text === undefined || UUID_ANY.test(text)) return { records: [], people: [], isFile: false };
  const [people, records, entries, isFile] = [
    await peopleCalled(db, text),
    await recordsCalled(db, text),
    await entriesCalled(db, text),
    await isImported(db, text),
  ];
  return {
    records: [...people.flatMap(({ id, username }) => [id, username]), ...records, ...entries],
    people: people.slice(0, NAMESAKES).map(({ id }) => id),
    isFile,
  };
}

type Asked = Omit<LogQuery, 'page' | 'size'>;
type Condition = RawBuilder<unknown>;

/** No index is of this: where rows are few for another reason, none of those that are many is looked through. */
const unindexed = (column: Condition): Condition => sql`coalesce(${column}, ${column})`;

/** Changes of records that a person made or suffered while acting: few beside what else changes them, and each is looked at once. */
const areFew = ({ part, entity, userId }: Asked): boolean =>
  part === 'ACTING' && userId !== undefined && entity?.includes('_') === true;

/** What holds for every row that is found, but for whom and what it tells of: they may stand in several places. */
function conditions(query: Asked): Condition[] {
  return conditionsOf(query, {
    // Of what was found by a text each place says it in its own way.
    part: (part) => (part === 'ACTING' && query.q !== undefined ? sql`true` : PARTS[part]),
    q: () => sql`true`,
    userId: () => sql`true`,
    entity: (entity) =>
      sql`${areFew(query) ? unindexed(sql`l.entity`) : sql`l.entity`} = ${entity} and l.kind in (${sql.join(kindsOf(entity))})`,
    from: (from) => sql`l.at >= ${from} and l.id >= sys_log_since(${from}::timestamptz - ${LONGEST})`,
    to: (to) => sql`l.at < ${to} and l.id < sys_log_since(${to}::timestamptz + ${LONGEST})`,
    before: (id) => sql`l.id < ${id}::bigint`,
  });
}

/** As whom it was done, and who really did it. */
const did = (id: string, column: (name: Condition) => Condition): Condition[] => [
  sql`${column(sql`l.user_id`)} = ${id}`,
  sql`(${column(sql`l.proxy_user_id`)} = ${id} and l.kind in (${ACTED}))`,
];

/** Where a person is named: who did it, and whom it was done to. */
const concerns = (id: string, column: (name: Condition) => Condition): Condition[] => [
  ...did(id, column),
  sql`${column(sql`l.entity_id`)} in (${id}::text, (select lower(u.username) from sys_user u where u.id = ${id}))`,
];

/** What a name of a file ends in. */
const FILE = /\.[a-z]{3,4}$/i;

/** Each is in order by an index of its own, and none looks through what another one has fewer of. */
function places(query: Asked, { records, people, isFile }: Called): Condition[] {
  const { userId, q, part } = query;
  if (q === undefined) {
    if (userId === undefined) return [sql`true`];
    return areFew(query) ? [sql`(${sql.join(concerns(userId, unindexed), sql` or `)})`] : concerns(userId, (name) => name);
  }
  // Whole: an id, a code, a username or the number of a call, which is of the form that few records have.
  const told = UUID_4.test(q)
    ? [sql`l.request_id = ${q}`, sql`l.kind in ('DATA', 'API', 'ERROR') and l.entity_id = ${q}`]
    : [
        sql`l.entity_id in (${sql.join([q, q.toLowerCase(), plain(q).toLowerCase(), ...records])})`,
        ...(isFile ? [sql`l.entity_id in ('import', 'undo') and l.change ->> 'file' in (${q}, ${plain(q)})`] : []),
        // Few are cut off.
        ...(FILE.test(q)
          ? [sql`l.entity = 'sys_import_run' and l.kind = 'DATA' and l.change ->> 'file' in (${q}, ${plain(q)})`]
          : []),
      ];
  const isActing = part === 'ACTING';
  const acting = sql`l.kind in (${ACTED}) and (l.kind = 'ACTING' or ${unindexed(sql`l.proxy_user_id`)} is not null)`;
  const named = isActing ? told.map((place) => sql`${place} and ${acting}`) : told;
  if (userId === undefined) {
    const theirs = people.flatMap((id) => did(id, (name) => name));
    return [...named, ...(isActing ? theirs.map((place) => sql`${place} and ${PARTS.ACTING}`) : theirs)];
  }
  return named.map((place) => sql`${place} and (${sql.join(concerns(userId, unindexed), sql` or `)})`);
}

/** The same in the widths and dashes that codes are stored with. A name may be stored with others. */
async function calledSo(db: Kysely<DB>, text: string | undefined): Promise<Called> {
  const known = await called(db, text);
  const plainly = text === undefined ? undefined : plain(text);
  if (plainly === text) return known;
  const { records, people, isFile } = await called(db, plainly);
  return {
    records: [...known.records, ...records],
    people: [...known.people, ...people],
    isFile: known.isFile || isFile,
  };
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

/** Numbers of the rows that are asked for, in their order, as many as are wanted. */
async function idsOf(db: Kysely<DB>, query: Asked, most: number): Promise<string[]> {
  const known = await calledSo(db, query.q);
  const since = await stretches(db);
  const direction = query.sort === 'id' ? sql`` : sql`desc`;
  const parts = since.map((from, at) => [from, since[at - 1]] as const);
  const found: string[] = [];
  for (const [from, to] of query.sort === 'id' ? parts.toReversed() : parts) {
    const within = [sql`l.id >= ${from}::bigint`, ...(to === undefined ? [] : [sql`l.id < ${to}::bigint`]), ...conditions(query)];
    const each = places(query, known).map(
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
  return listOfIds(await idsOf(db, query, most), query, locale);
}

/** @returns the whole of it, as far as an export may go */
export async function wholeLog(db: Kysely<DB>, query: LogQuery, locale: Locale): Promise<List<LogEntry>> {
  return listOfIds(await idsOf(db, query, EXPORT_ROWS_MAX + 1), query, locale);
}

/** Of a call that was refused or that changed no record: what its address says it is about. */
const entityOf = sql`coalesce(l.entity, (select e.entity from (values ${sql.join(
  ENTITY_PREFIXES.map(([prefix, entity]) => sql`(${prefix}, ${entity})`),
)}) e (prefix, entity) where split_part(l.action, ' ', 2) || '/' like e.prefix || '/%' order by length(e.prefix) desc limit 1))`;

/** What somebody does about themselves is about them. */
const idOf = sql`case when l.entity is null and l.action like '%/by-me%' then l.user_id::text else l.entity_id end`;

/** What the record of a row is called. Only what is a record has an id of this form. */
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
    // Row by row, so that each is looked for in its month alone; and one at most, or whoever acted would be looked for among all people.
    sql`page cross join lateral (select * from sys_log x where x.id = page.id::bigint limit 1) l
        left join sys_user u on u.id = l.user_id left join sys_user p on p.id = l.proxy_user_id`,
  );

/** @throws AppError NOT_FOUND */
export const findLog = (db: Kysely<DB>, id: string, { origin }: { origin: Pick<Origin, 'locale'> }): Promise<LogEntry> =>
  oneRow(db, sql<{ id: string }>`select ${id}::bigint as id`, logRows(origin.locale));

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
/** Records whose names a person reads. */
const NAMED_MAX = 200;

const ROLE_OR_POWER = /(?<=")(?:ROLE|POWER)_[A-Z0-9_]+(?=")/g;

const inWords = (locale: Locale, row: LogEntry, names: Readonly<Record<string, string>>): SaidEntry => ({
  ...row,
  said: {
    action: actionText(locale, row.action),
    about: whatText(locale, row),
    by: byText(locale, row),
    change: changeText(locale, row, { names, brief: true }),
  },
});

/** @returns the row in words, with the names of what stands in its change by id or code, as far as they have some */
export async function wordedEntry(db: Kysely<DB>, row: LogEntry, locale: Locale) {
  const names = await namesIn(db, [row.change], locale);
  return { ...inWords(locale, row, names), fields: fieldsText(locale, row, names) };
}

/** The same of a page, as far as one line says it: what has parts is not spelled out there. */
export async function wordedPage(db: Kysely<DB>, rows: readonly LogEntry[], locale: Locale): Promise<SaidEntry[]> {
  const changes = rows.map(({ change }) => brief(change));
  const names = await namesIn(db, changes, locale);
  return rows.map((row) => inWords(locale, row, names));
}

type Json = LogEntry['change'];

/** Whom a sign-in was of is what its row is called; an order is too long. What is given is named, though it has parts. */
const UNSAID: ReadonlySet<string> = new Set(['order', 'userId']);

function brief(change: Json): Json {
  if (change === null || typeof change !== 'object' || Array.isArray(change)) return null;
  const isBrief = (value: Json): boolean => (Array.isArray(value) ? value.every(isBrief) : typeof value === 'string');
  return Object.fromEntries(
    Object.entries(change).filter(([field, value]) => !UNSAID.has(field) && (GIVEN.has(field) || isBrief(value))),
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
    ...Object.entries(DICTIONARIES).map(([field, dic]) => codesOf(db, valuesOf(changes, field), dic, locale)),
    entriesPicked(db, changes, locale),
  ]);
  return Object.fromEntries(parts.flatMap((names) => Object.entries(names)));
}

/** Fields whose values are codes of dictionaries. */
const DICTIONARIES = {
  identity: IDENTITY_DIC,
  baseUnit: 'WMS_UNIT',
  conditionsOffered: 'WMS_CONDITION',
  conditionsRequired: 'WMS_CONDITION',
};

/** Before and after. */
const valuesOf = (changes: readonly Json[], field: string): string[] =>
  changes
    .flatMap((change) => [((change ?? {}) as Record<string, Json>)[field]].flat(2))
    .filter((value) => typeof value === 'string');

async function codesOf(db: Kysely<DB>, codes: readonly string[], dic: string, locale: Locale): Promise<Record<string, string>> {
  if (codes.length === 0) return {};
  const nameOf = await dicNames(db, dic, locale);
  return Object.fromEntries(codes.map((code) => [code, nameOf(code)]));
}

/** Entries of the menu that a rule picks, before and after, and those that were put in an order. */
async function entriesPicked(db: Kysely<DB>, changes: readonly Json[], locale: Locale): Promise<Record<string, string>> {
  const picked = new Set(valuesOf(changes, 'subjectIds'));
  const put = new Set(valuesOf(changes, 'order'));
  const entries = picked.size + put.size === 0 ? [] : await readMenu(db);
  return Object.fromEntries([
    ...entries.filter(({ id }) => picked.has(id)).map(({ id }) => [id, wayTo(entries, id, locale)]),
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
