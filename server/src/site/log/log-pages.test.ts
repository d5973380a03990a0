// @module-tag alone
import { LOG_ENTITIES, LOG_PARTS, logRoutes } from '@kuwei/contract/sys/log';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillLog } from '../../../../bench/log.ts';
import { buffersOf, recordQueries, literal, type RecordedQuery } from '../../../test/_list-queries.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

const ROWS = 60_000;

let world: World;
let admin: Person;
let client: Client;
let heard: RecordedQuery[];
beforeAll(async () => {
  world = await openWorld();
  // As in the program's own sessions.
  client = new Client({ connectionString: world.database.url, options: '-c jit=off' });
  await client.connect();
  await fillLog(client, ROWS);
  admin = await world.as('admin', 'ROLE_ADMIN');
  heard = recordQueries(world);
});
afterAll(() => client.end().then(world.end));

const moment = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

test('[F-R6] the first page of three years of the log reads at most 2,000 buffers, under every filter', async () => {
  const { rows } = await sql<{ teacher: string; product: string; call: string; old: string }>`
    select (select id from sys_user where username = 'teacher') as teacher, (select id from wms_product order by code limit 1) as product,
           (select request_id from sys_log order by id limit 1) as call, sys_log_since(now() - interval '500 days')::text as old`.execute(
    world.services.db,
  );
  const { teacher: userId, product, call, old } = rows[0]!;
  const parts = LOG_PARTS.map((part) => ({ part }));
  const alone = [
    {},
    ...LOG_ENTITIES.map((entity) => ({ entity })),
    ...[product, call, 'teacher', 'nobody', '系统管理员', '密码最短长度', '计量单位'].map((q) => ({ q })),
    ...['W1-C01-R1-B1', 'C-ETHANOL', '无水乙醇', '无水乙醇 W1-C01-R1-B1', '陈思远 teacher', 'stock.xlsx'].map((q) => ({ q })),
    { userId },
    { before: old },
    { from: moment(-400), to: moment(-399) },
    { to: moment(-700) },
    { sort: 'id' as const },
  ];
  const asked = [
    ...alone,
    ...parts,
    ...parts.flatMap((part) =>
      [{ userId }, { q: product }, { q: 'teacher' }, { to: moment(-700) }].map((more) => ({ ...part, ...more })),
    ),
  ];
  for (const query of [...asked, { userId, q: product }]) {
    heard.length = 0;
    expect((await admin.call(logRoutes.listLog, { query })).status).toBe(200);
    let read = 0;
    for (const each of heard.filter(({ text }) => !/^(begin|commit|rollback)/.test(text))) read += await buffersOf(client, each);
    expect(read, JSON.stringify(query)).toBeLessThanOrEqual(2_000);
  }
});

test('[F-3P6] the log of a person or a record scans no months, whether it has many or few rows', async () => {
  const { db } = world.services;
  const { rows } = await sql<{ id: string; n: number }>`
    select user_id as id, count(*)::int as n from sys_log where user_id is not null group by 1 order by 2 desc`.execute(db);
  const [few, many] = [rows.at(-1)!.id, (await world.as('teacher')).id];
  await client.query(
    `insert into sys_log (id, kind, at, action, user_id, entity, entity_id)
     select sys_log_since(at) + n % 1000, 'DATA', at, 'PUT /wms/product/{id}', $1, 'wms_product', $2
       from generate_series(1, 20000) n, lateral (select now() - n * interval '1 hour' as at) x`,
    [many, few],
  );
  await client.query('vacuum (analyze) sys_log_key');
  const asked = [few, many].flatMap((userId) => [
    ...[{}, { sort: 'id' as const }, { entity: 'wms_product' as const }, { to: moment(-300) }].map((more) => ({
      userId,
      ...more,
    })),
    ...LOG_PARTS.map((part) => ({ userId, part })),
    { userId, q: few },
  ]);
  for (const query of [...asked, { q: few }]) {
    heard.length = 0;
    expect((await admin.call(logRoutes.listLog, { query })).status).toBe(200);
    const statements = heard.filter(({ text }) => !/^(begin|commit|rollback|set)/.test(text));
    expect(
      statements.filter(({ text }) => /from sys_log l where/.test(text)),
      JSON.stringify(query),
    ).toEqual([]);
    let read = 0;
    for (const each of statements) read += await buffersOf(client, each);
    expect(read, JSON.stringify(query)).toBeLessThanOrEqual(1_000);
  }
});

test('[F-R6] the planner expects one row per key across all months, so that people are looked up by key and not scanned', async () => {
  heard.length = 0;
  // A page filtered by day is never a single statement: its rows are read separately.
  await admin.call(logRoutes.listLog, { query: { to: moment(1) } });
  const statement = heard.find(({ text }) => text.includes('prepared') && text.includes('sys_log x'))!;
  await client.query(`set plan_cache_mode = force_generic_plan; prepare rows_by_key as ${statement.text}`);
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (format json) execute rows_by_key(${statement.values.map(literal).join(', ')})`,
  );
  await client.query('reset plan_cache_mode; deallocate rows_by_key');
  // The planner assumes ten elements for an array parameter.
  expect(rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']).toBeLessThanOrEqual(20);
});

test('no statement locks more than half a year of the log', async () => {
  heard.length = 0;
  await admin.call(logRoutes.listLog, { query: { entity: 'wms_inventory' } });
  const months = heard.filter(({ text }) => /from sys_log l where/.test(text));
  expect(months.length).toBeGreaterThan(3);
  const locked: number[] = [];
  for (const { text, values } of months) {
    await client.query('begin');
    await client.query(`explain ${text}`, values);
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from pg_locks where pid = pg_backend_pid()');
    locked.push(rows[0]!.n);
    await client.query('rollback');
  }
  // Six months of seven kinds with their indexes; the shared lock table has some 6,400 entries.
  expect(Math.max(...locked)).toBeLessThan(600);
});

test('paging visits every row of all months exactly once', async () => {
  const seen: string[] = [];
  for (let before: string | undefined; ;) {
    const { list } = (
      await admin.call(logRoutes.listLog, { query: { part: 'ERROR', size: 200, ...(before !== undefined && { before }) } })
    ).data;
    if (list.length === 0) break;
    seen.push(...list.map(({ id }) => id));
    before = list.at(-1)!.id;
  }
  const { rows } = await sql<{ id: string }>`select id::text from sys_log where kind = 'ERROR' order by id desc`.execute(
    world.services.db,
  );
  expect(seen).toEqual(rows.map(({ id }) => id));
  const { list: oldest } = (await admin.call(logRoutes.listLog, { query: { part: 'ERROR', sort: 'id' } })).data;
  expect(oldest.map(({ id }) => id)).toEqual(seen.toReversed().slice(0, 20));
});
