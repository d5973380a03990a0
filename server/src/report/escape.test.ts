// A report's statement reaches only rows that its reader may see, whatever it contains. Each attempt goes directly to the
// database, past the program's own checks.
import type { Client, QueryArrayConfig } from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { post } from '../../test/_stock.ts';
import { withClient } from '../../test/scratch.ts';
import { openWorld, type World } from '../../test/_world.ts';
import { ReportDatabase } from '../services/report/database.ts';
import type { Reader } from '../services/report/register-reader.ts';

let world: World;
let reports: ReportDatabase;
let mine: string;
let other: string;
const until = new AbortController().signal;

beforeAll(async () => {
  world = await openWorld();
  const { db, log } = world.services;
  reports = new ReportDatabase(world.database.reportUrl, db, log);
  const orgs = await db.selectFrom('wms_org').where('code', 'in', ['LAB-CATALYSIS', 'LAB-BIO']).select(['id', 'code']).execute();
  mine = orgs.find(({ code }) => code === 'LAB-CATALYSIS')!.id;
  other = orgs.find(({ code }) => code === 'LAB-BIO')!.id;
  await post(db, [
    { product: 'P-TIP-200', owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B1', qty: '5', batch: 'OURS' },
    { product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '7', batch: 'THEIRS' },
  ]);
});
afterAll(() => world.end());

const readerOf = (orgId: string): Reader => ({
  ownOrgs: [orgId],
  orgs: [orgId],
  warehouses: [],
  goods: [],
  containers: [],
  categories: [],
  people: false,
  lang: 'zh',
});

const asReader = <T>(work: (client: Client) => Promise<T>, reader = readerOf(mine)): Promise<T> =>
  reports.run('somebody', reader, { kind: 'screen', seconds: 60 }, until, ({ client }) => work(client));

/** Outcome of a statement: the SQLSTATE of PostgreSQL's refusal, or its rows. */
async function outcome(client: Client, statement: string): Promise<string | unknown[][]> {
  await client.query('savepoint attempt');
  try {
    // Extended protocol, as for reports: accepts only one statement.
    const asked: QueryArrayConfig & { queryMode: 'extended' } = { text: statement, rowMode: 'array', queryMode: 'extended' };
    return (await client.query<unknown[]>(asked)).rows;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.query('rollback to savepoint attempt').catch(() => {});
  }
}

const NOT_ALLOWED = '42501';
const READ_ONLY = '25006';
const SYNTAX = '42601';

/** Each with the SQLSTATEs that PostgreSQL's versions may return. */
const REFUSED: readonly [what: string, statement: string, ...codes: string[]][] = [
  // Rows not exposed by the views
  ['a table of the program', 'select * from public.wms_product_box', NOT_ALLOWED],
  ['a table by its row type', 'select (x).* from (select s from public.wms_ledger s) x', NOT_ALLOWED],
  ['password hashes', 'select password_hash from public.sys_user', NOT_ALLOWED],
  ['a secret', 'select value from public.sys_secret', NOT_ALLOWED],
  ['tokens', 'select token_hash from public.sys_token', NOT_ALLOWED],
  ['settings with passwords', 'select * from public.sys_config', NOT_ALLOWED],
  ['the registered readers', 'select * from public.sys_report_reader', NOT_ALLOWED],
  ['a table behind a join', 'select * from report.stock s join public.wms_org o on o.code = s.owner_code', NOT_ALLOWED],
  ['a table in a subquery', `select 1 where exists (select from public.wms_transaction)`, NOT_ALLOWED],
  ['column statistics', 'select * from pg_catalog.pg_statistic', NOT_ALLOWED],
  ['password hashes of logins', 'select rolpassword from pg_catalog.pg_authid', NOT_ALLOWED],
  ['large objects', 'select * from pg_catalog.pg_largeobject', NOT_ALLOWED],
  ['jobs', 'select * from graphile_worker.jobs', NOT_ALLOWED, '42P01'],
  // Writing
  ['changing the reader', `update public.sys_report_reader set people = true`, NOT_ALLOWED, READ_ONLY],
  ['updating a view', `update report.organisations set org_code = 'x'`, NOT_ALLOWED, READ_ONLY, '55000'],
  ['a delete in a CTE', 'with gone as (delete from public.wms_ledger returning *) select * from gone', NOT_ALLOWED, READ_ONLY],
  ['row locks', 'select * from public.wms_product_box for update', NOT_ALLOWED, READ_ONLY],
  ['select into', 'select * into taken from report.stock', NOT_ALLOWED, READ_ONLY],
  ['a temporary table', 'create temporary table taken as select 1', NOT_ALLOWED, READ_ONLY],
  ['a schema', 'create schema mine', NOT_ALLOWED, READ_ONLY],
  ['a function', `create function report.mine() returns int language sql as 'select 1'`, NOT_ALLOWED, READ_ONLY],
  ['posting stock', `select * from public.wms_post(null, null, null, null, '[]'::jsonb)`, NOT_ALLOWED],
  ['a sequence', `select nextval('public.wms_share_no')`, NOT_ALLOWED, READ_ONLY],
  ['truncate', 'truncate public.wms_ledger', NOT_ALLOWED, READ_ONLY],
  // Changing the role
  ['another role', 'set role kuwei_owner', NOT_ALLOWED, '22023'],
  ['another login', 'set session authorization kuwei_owner', NOT_ALLOWED, '22023'],
  ['a read-write transaction', 'set transaction read write', '25001', '25006'],
  ['set_config of the role', `select set_config('role', 'kuwei_owner', false)`, NOT_ALLOWED],
  ['its own timeout', `select set_config('statement_timeout', '0', false)`, NOT_ALLOWED],
  ['more rights', 'grant select on public.wms_ledger to kuwei_report', NOT_ALLOWED, READ_ONLY],
  // Text run as SQL
  ['a query as XML', `select query_to_xml('select * from public.sys_user', true, false, '')`, NOT_ALLOWED],
  ['a table as XML', `select table_to_xml('report.stock', true, false, '')`, NOT_ALLOWED],
  ['a query by text search', `select * from ts_stat('select 1')`, NOT_ALLOWED],
  ['a do block', `do $$ begin perform 1; end $$`, NOT_ALLOWED],
  ['a second statement', 'select 1; delete from public.wms_ledger', SYNTAX],
  // The machine, and other sessions
  ['a file', `select pg_read_file('/etc/passwd')`, NOT_ALLOWED],
  ['a directory', `select pg_ls_dir('/')`, NOT_ALLOWED],
  ['a copy to a program', `copy (select 1) to program 'cat'`, NOT_ALLOWED],
  ['a copy to a file', `copy (select 1) to '/tmp/taken'`, NOT_ALLOWED],
  ['a large object from a file', `select lo_import('/etc/passwd')`, NOT_ALLOWED],
  ['a large object', `select lo_from_bytea(0, 'x')`, NOT_ALLOWED],
  ['another database', `select * from dblink('dbname=postgres', 'select 1') x(a int)`, '42883'],
  ['an advisory lock of the program', 'select pg_advisory_lock(7318001)', NOT_ALLOWED],
  ['a notification to the program', `select pg_notify('kuwei', '{}')`, NOT_ALLOWED],
  ['ending other sessions', 'select pg_terminate_backend(pid) from pg_stat_activity', NOT_ALLOWED],
  ['a sleep', 'select pg_sleep(5)', NOT_ALLOWED],
  ['exporting a snapshot', 'select pg_export_snapshot()', NOT_ALLOWED],
];

/** Attempts to see rows of others through the views. */
const WIDENED: readonly [what: string, statement: string][] = [
  ['another owner', `select count(*)::int from report.stock where owner_code = 'LAB-BIO'`],
  [
    'a condition that is always true',
    `select count(*)::int from report.stock where batch_no = 'OURS' and false or batch_no = 'THEIRS'`,
  ],
  ['the ledger', `select count(*)::int from report.ledger where owner_code <> 'LAB-CATALYSIS'`],
  [
    'a union',
    `select count(*)::int from (select batch_no from report.stock union all select batch_no from report.batches) x where batch_no = 'THEIRS'`,
  ],
  ['a join without a condition', `select count(*)::int from report.stock a, report.ledger b where b.batch_no = 'THEIRS'`],
  ['accounts', 'select count(*)::int from report.people'],
  ['roles', 'select count(*)::int from report.person_roles'],
  ['drafts of others', `select count(*)::int from report.documents where owner_code <> 'LAB-CATALYSIS'`],
  [
    'the reader as a setting',
    `select count(*)::int from report.stock where current_setting('kuwei.reader', true) is null and batch_no = 'THEIRS'`,
  ],
];

/** All on one connection: state left behind by one must not help another. */
const outcomes = new Map<string, Awaited<ReturnType<typeof outcome>>>();
beforeAll(() =>
  asReader(async (client) => {
    for (const [what, statement] of [...REFUSED, ...WIDENED]) outcomes.set(what, await outcome(client, statement));
  }),
);

test.each(REFUSED)('[security 39] the database refuses %s', (what, ...[, ...codes]) => {
  expect(codes).toContain(outcomes.get(what));
});

test.each(WIDENED)('[security 41] the database shows no rows of others by %s', (what) => {
  expect(outcomes.get(what)).toEqual([[0]]);
});

test('[security 41] errors reveal nothing of invisible rows', async () => {
  const statement = `select count(*) from report.stock where 1 / (case when batch_no = 'THEIRS' then 0 else 1 end) = 1`;
  expect(await asReader((client) => outcome(client, statement))).toEqual([[1]]);
});

test('[security 41] concurrent readers each see their own rows, and an unregistered one none', async () => {
  const batches = `select distinct batch_no from report.stock where batch_no in ('OURS', 'THEIRS') order by 1`;
  const of = (orgId: string) =>
    reports.run(orgId, readerOf(orgId), { kind: 'screen', seconds: 10 }, until, ({ client }) => outcome(client, batches));
  expect(await Promise.all([of(mine), of(other), of(mine)])).toEqual([[['OURS']], [['THEIRS']], [['OURS']]]);
  const unregistered = await withClient(world.database.reportUrl!, async (client) => (await client.query(batches)).rows);
  expect(unregistered).toEqual([]);
});

test("[security 39] neither a statement's session changes nor its reader registration outlive the run", async () => {
  await asReader((client) => client.query(`set local work_mem = '64kB'`));
  expect(await asReader((client) => outcome(client, `select current_setting('work_mem')`))).toEqual([['32MB']]);
  const { rows } = await sql`select from sys_report_reader`.execute(world.services.db);
  expect(rows).toEqual([]);
});

test(
  '[security 40] a statement that runs too long is stopped, whatever it has set in its session',
  { tags: ['alone'] },
  async () => {
    const long = 'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b';
    const begun = Date.now();
    await expect(
      reports.run('slow', readerOf(mine), { kind: 'screen', seconds: 1 }, until, async ({ client }) => {
        await client.query('set statement_timeout = 0');
        await client.query(long);
      }),
    ).rejects.toMatchObject({ code: 'REPORT_TOO_SLOW' });
    expect(Date.now() - begun).toBeLessThan(10_000);
    const running = sql<{
      n: number;
    }>`select count(*)::int as n from pg_stat_activity where application_name like 'kuwei-report%' and datname = current_database()`;
    await expect.poll(async () => (await running.execute(world.services.db)).rows[0]!.n).toBe(0);
  },
);

test('[security 40] a row larger than the memory limit ends the run', async () => {
  const wide = `select repeat('x', 200000000)`;
  await expect(
    reports.run('wide', readerOf(mine), { kind: 'screen', seconds: 30 }, until, ({ client }) => client.query(wide)),
  ).rejects.toMatchObject({ code: 'REPORT_TOO_LARGE' });
});

/** Grants that a server administrator could make by mistake, and the resulting reason. */
const TOO_MUCH: readonly [why: string, give: string, take: string][] = [
  [
    'TABLES',
    'grant usage on schema public to kuwei_report; grant select on wms_org to kuwei_report',
    'revoke select on wms_org from kuwei_report; revoke usage on schema public from kuwei_report',
  ],
  [
    'TABLES',
    'grant select (password_hash) on sys_user to kuwei_report',
    'revoke select (password_hash) on sys_user from kuwei_report',
  ],
  ['TABLES', 'grant update on report.organisations to kuwei_report', 'revoke update on report.organisations from kuwei_report'],
  ['MAKES', 'grant create on schema report to kuwei_report', 'revoke create on schema report from kuwei_report'],
  [
    'FUNCTIONS',
    'grant execute on function wms_average_step to kuwei_report',
    'revoke execute on function wms_average_step from kuwei_report',
  ],
  ['NO_VIEWS', 'revoke select on report.stock from kuwei_report', 'grant select on report.stock to kuwei_report'],
];

test.each(TOO_MUCH)(
  '[security 39] reports are disabled if their login has too many rights or too few: %s by %s',
  async (why, give, take) => {
    const { admin } = inject('database');
    const asKeeper = (text: string) =>
      withClient(admin.replace('%', new URL(world.database.url).pathname.slice(1)), (client) => client.query(text));
    await asKeeper(give);
    try {
      const fresh = new ReportDatabase(world.database.reportUrl, world.services.db, world.services.log);
      expect((await fresh.fitness()).unfit.map((each) => each.why)).toContain(why);
      await expect(
        fresh.run('somebody', readerOf(mine), { kind: 'screen', seconds: 5 }, until, async () => 1),
      ).rejects.toMatchObject({
        code: 'REPORT_UNFIT',
      });
    } finally {
      await asKeeper(take);
    }
  },
);

test("[security 39] the report login is fit and is not the program's own", async () => {
  const { db, log } = world.services;
  expect(await reports.fitness()).toEqual({ unfit: [], open: [] });
  const owner = await new ReportDatabase(world.database.url, db, log).fitness();
  expect(owner.unfit.map(({ why }) => why)).toContain('OWNER');
  const none = await new ReportDatabase(null, db, log).fitness();
  expect(none.unfit).toEqual([{ why: 'NO_LOGIN', what: [] }]);
  const elsewhere = await new ReportDatabase(inject('database').report.replace('%', 'postgres'), db, log).fitness();
  expect(elsewhere.unfit.map(({ why }) => why)).toContain('OTHER_DATABASE');
});
