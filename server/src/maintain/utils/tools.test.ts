import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { logRoutes } from '@kuwei/contract/sys/log';
import { maintainUtilsRoutes, type Statement } from '@kuwei/contract/sys/maintain-utils';
import { sql } from 'kysely';
import { Client } from 'pg';
import { pino, type Logger } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { samplePdf } from '../../seed/sample-pdf.ts';
import { configOf } from '../../config.ts';
import { newId } from '../../db/id.ts';
import { makeServer } from '../../start.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { withoutValues } from './mask-values.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  // One of several processes that notify each other.
  world = await openWorld({ DATABASE_URL: 'postgres://127.0.0.1/elsewhere' });
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

const WAIT_MS = 30_000;
async function until<T>(look: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (const end = Date.now() + WAIT_MS; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error('waited in vain');
  }
}
const loggedActions = async (action: string) => {
  const { data } = await admin.call(logRoutes.listLog, { query: { entity: 'tool' } });
  return data.list.filter(({ change }) => (change as { action?: string } | null)?.action === action);
};

// ---------------------------------------------------------------- orphan files

const TWO_DAYS_AGO = Date.now() / 1_000 - 2 * 86_400;
/** Creates a file in the folder. @param name suffix after its id */
function writeStored(id: string, { name = '', bytes = 10, old = true } = {}): string {
  const path = world.services.files.pathOf(id) + name;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.alloc(bytes));
  if (old) utimesSync(path, TWO_DAYS_AGO, TWO_DAYS_AGO);
  return path;
}
const orphans = async () => (await admin.call(maintainUtilsRoutes.getOrphans)).data;
const upload = async (name: string) => (await admin.upload(fileRoutes.upload, samplePdf([name]), `${name}.pdf`)).data;

test('[S2.111] orphan files are listed, deleted and logged; known, new and foreign files are kept', async () => {
  // The files of the seeded database are in another folder.
  const before = await orphans();
  const [known, lost] = [await upload('known'), await upload('lost')];
  const knownPath = world.services.files.pathOf(known.id);
  utimesSync(knownPath, TWO_DAYS_AGO, TWO_DAYS_AGO);
  const picture = writeStored(known.id, { name: '.160.webp' });
  rmSync(world.services.files.pathOf(lost.id));

  const [one, other, recent, waits] = [newId(), newId(), newId(), newId()];
  const gone = [
    writeStored(one, { bytes: 300 }),
    writeStored(one, { name: '.160.webp', bytes: 20 }),
    writeStored(other, { bytes: 4_000 }),
  ];
  const kept = [
    knownPath,
    picture,
    writeStored(recent, { old: false }),
    writeStored(waits),
    writeStored(newId(), { name: '.txt' }),
    `${dirname(gone[0]!)}/notes`,
  ];
  await world.services.db.insertInto('sys_file_gone').values({ id: waits }).execute();
  writeFileSync(kept.at(-1)!, 'ours');
  utimesSync(kept.at(-1)!, TWO_DAYS_AGO, TWO_DAYS_AGO);

  const found = await orphans();
  expect(found.orphans).toMatchObject({ count: 3, bytes: 4_320 });
  expect(found.orphans.first.map(({ name, bytes }) => [name.split('/')[1], bytes])).toEqual([
    [other, 4_000],
    [one, 300],
    [`${one}.160.webp`, 20],
  ]);
  const [newest] = found.missing.first;
  expect(newest).toMatchObject({ id: lost.id, name: 'lost.pdf' });
  expect(found.missing.count).toBe(before.missing.count + 1);
  expect(found.missing.bytes).toBe(before.missing.bytes + newest!.bytes);

  expect((await admin.call(maintainUtilsRoutes.deleteOrphans)).data).toEqual({ count: 3, bytes: 4_320 });
  expect(gone.filter((path) => existsSync(path))).toEqual([]);
  expect(kept.filter((path) => !existsSync(path))).toEqual([]);
  expect((await orphans()).orphans).toEqual({ count: 0, bytes: 0, first: [] });
  expect(await loggedActions('orphans')).toMatchObject([{ userId: admin.id, change: { deleted: 3, size: 4_320 } }]);
});

test('lists at most fifty orphans and counts all', async () => {
  for (let n = 0; n < 53; n++) writeStored(newId(), { bytes: 1 + n });
  const { orphans: found } = await orphans();
  expect([found.count, found.first.length, found.first[0]!.bytes]).toEqual([53, 50, 53]);
  expect((await admin.call(maintainUtilsRoutes.deleteOrphans)).data.count).toBe(53);
});

test('refuses to delete orphans during a backup or restore', async () => {
  const path = writeStored(newId());
  const id = newId();
  const { db } = world.services;
  await db.insertInto('sys_maintain_work').values({ id, kind: 'RESTORE' }).execute();
  expect((await admin.call(maintainUtilsRoutes.deleteOrphans)).error.code).toBe('MAINTAIN_BUSY');
  expect(existsSync(path)).toBe(true);
  await db.deleteFrom('sys_maintain_work').where('id', '=', id).execute();
  expect((await admin.call(maintainUtilsRoutes.deleteOrphans)).data.count).toBe(1);
});

// ---------------------------------------------------------------- statements

async function clientAt(database?: string): Promise<Client> {
  const url = new URL(world.database.url);
  if (database !== undefined) url.pathname = `/${database}`;
  const client = new Client({ connectionString: url.href, application_name: 'somebody' });
  client.on('error', () => {});
  await client.connect();
  return client;
}
const statements = async () => (await admin.call(maintainUtilsRoutes.getStatements)).data;
const seen = (of: (statement: Statement) => boolean): Promise<Statement> =>
  until(async () => (await statements()).running.find(of));

test('[S2.111] a long-running statement is shown without its values, and is cancelled only if unchanged', async () => {
  const client = await clientAt();
  const work = client.query(`select pg_sleep(300), 'Zhang Wei' as "name", 4711 -- of Li`).catch((error: Error) => error.message);
  const found = await seen(({ application }) => application === 'somebody');
  expect(found).toMatchObject({
    state: 'ACTIVE',
    waitsForLock: false,
    mayCancel: true,
    text: 'select pg_sleep(?), ? as "name", ?',
  });
  expect(found.ms).toBeGreaterThan(1_000);
  const { pid, begunAt } = found;
  const cancel = (body: { pid: number; begunAt: string }) => admin.call(maintainUtilsRoutes.cancelStatement, { body });
  const earlier = new Date(Date.parse(begunAt) - 1_000).toISOString();
  expect((await cancel({ pid, begunAt: earlier })).error.code, 'another one than was seen').toBe('NOT_FOUND');
  expect((await cancel({ pid, begunAt })).status).toBe(200);
  expect(await work).toContain('canceling statement due to user request');
  expect((await cancel({ pid, begunAt })).error?.code, 'over').toBe('NOT_FOUND');
  expect(await loggedActions('cancel')).toMatchObject([
    { userId: admin.id, entityId: String(pid), change: { source: 'somebody', sql: found.text } },
  ]);
  await client.end();
});

test('[S2.111] shows which session waits for a lock and which holds it in an open transaction', async () => {
  const [holder, waiter] = [await clientAt(), await clientAt()];
  await holder.query('begin; lock table sys_job_run in access exclusive mode');
  const work = waiter.query('select count(*) from sys_job_run').catch((error: Error) => error.message);
  expect(await seen(({ waitsForLock }) => waitsForLock)).toMatchObject({
    state: 'ACTIVE',
    text: 'select count(*) from sys_job_run',
  });
  expect(await seen(({ state }) => state === 'IDLE')).toMatchObject({ mayCancel: false, application: 'somebody' });
  await holder.query('rollback');
  await work;
  await Promise.all([holder.end(), waiter.end()]);
});

test('neither shows nor cancels statements of other databases', async () => {
  const [holder, client] = [await clientAt('postgres'), await clientAt('postgres')];
  await holder.query('select pg_advisory_lock(1)');
  const work = client.query('select pg_advisory_lock(1)').then(() => 'went on');
  const { rows } = await until(async () => {
    const found = await sql<{ pid: number; begunAt: string }>`
      select pid, query_start as "begunAt" from pg_stat_activity where datname = 'postgres' and application_name = 'somebody'
         and state = 'active' and query_start < clock_timestamp() - interval '1.2 seconds'`.execute(world.services.db);
    return found.rows.length > 0 && found;
  });
  const { pid, begunAt } = rows[0]!;
  expect((await statements()).running.filter((statement) => statement.pid === pid)).toEqual([]);
  expect((await admin.call(maintainUtilsRoutes.cancelStatement, { body: { pid, begunAt } })).error.code).toBe('NOT_FOUND');
  await holder.end();
  expect(await work).toBe('went on');
  await client.end();
});

test('[S2.111] without pg_stat_statements or its library there are no slow statements', async () => {
  expect((await statements()).slowest).toBeNull();
  const owner = new Client(inject('database').admin.replace('%', new URL(world.database.url).pathname.slice(1)));
  await owner.connect();
  await owner.query(`create schema gathered; create extension pg_stat_statements schema gathered;
    grant usage on schema gathered to public`);
  const { rows } = await owner.query<{ libraries: string }>(`select current_setting('shared_preload_libraries') as libraries`);
  if (!rows[0]!.libraries.includes('pg_stat_statements')) expect((await statements()).slowest).toBeNull();

  // Stands for the extension, whose library not every test server preloads.
  await owner.query(`alter extension pg_stat_statements drop view gathered.pg_stat_statements;
    drop view gathered.pg_stat_statements;
    create view gathered.pg_stat_statements as
    select (select oid from pg_database where datname = case when here then current_database() else 'postgres' end) as dbid,
           query, calls, mean as mean_exec_time, longest as max_exec_time, mean * calls as total_exec_time
      from (values (true, 'select $1', 4::bigint, 2::float8, 5::float8), (true, 'alter role x password ''geheim''', 1, 9, 9),
                   (false, 'select 1', 1, 99, 99), (true, '<insufficient privilege>', 1, 1, 1)) v (here, query, calls, mean, longest);
    grant select on gathered.pg_stat_statements to public`);
  expect((await statements()).slowest).toEqual([
    { text: 'alter role x password ?', calls: 1, meanMs: 9, maxMs: 9, totalMs: 9 },
    { text: 'select $1', calls: 4, meanMs: 2, maxMs: 5, totalMs: 8 },
    { text: null, calls: 1, meanMs: 1, maxMs: 1, totalMs: 1 },
  ]);
  await owner.query('drop view gathered.pg_stat_statements; drop extension pg_stat_statements; drop schema gathered');
  await owner.end();
});

test.each([
  [`select 1 from t1 where a2 = 'x''y' and b = $1`, `select ? from t1 where a2 = ? and b = $1`],
  [`update "t'1" set a = E'it\\'s', b = -1.5e-3, c = x'ff'`, `update "t'1" set a = ?, b = -?, c = ?`],
  [`do $body$ begin perform 'a'; end $body$`, 'do ?'],
  ['select $$cut off', 'select ?'],
  [`insert into t values ('cut off`, 'insert into t values (?'],
  [`select /* 13800000000 */ 姓名\n  from 表1 -- 张伟`, 'select 姓名 from 表1'],
])('values of a statement are not shown: %s', (text, shown) => {
  expect(withoutValues(text)).toBe(shown);
});

// ---------------------------------------------------------------- indexes

const reindex = (name: string, key = randomUUID()) => admin.call(maintainUtilsRoutes.reindex, { body: { name }, key });
const reindexed = async () => (await admin.call(maintainUtilsRoutes.getReindex)).data;
const findIndex = async (table: string): Promise<number> => {
  const { rows } = await sql<{ node: number }>`
    select pg_relation_filenode(indexrelid)::int8 as node from pg_index where indrelid = ${table}::regclass and indisprimary`.execute(
    world.services.db,
  );
  return rows[0]!.node;
};

test('[S2.111] rebuilds the indexes of one table at a time and logs the end', async () => {
  expect(await reindexed()).toBeNull();
  expect((await reindex('pg_class')).error.code, 'none of ours').toBe('NOT_FOUND');
  expect((await reindex('wms_product; drop table wms_product')).error.code).toBe('NOT_FOUND');
  const before = await findIndex('wms_product');
  // It waits for older transactions and continues afterwards.
  const writer = await clientAt();
  await writer.query('begin; update wms_product set rev = rev where false; lock table wms_product in row exclusive mode');
  const key = randomUUID();
  expect((await reindex('wms_product', key)).status).toBe(200);
  expect(await reindexed()).toMatchObject({ table: 'wms_product', state: 'RUNNING', ms: null });
  expect((await reindex('wms_product', key)).status, 'sent again').toBe(200);
  expect((await reindex('wms_batch')).error.code).toBe('REINDEX_BUSY');
  await writer.query('commit');
  await writer.end();
  const ended = await until(async () => {
    const state = await reindexed();
    return state?.state !== 'RUNNING' && state;
  });
  expect(ended).toMatchObject({ table: 'wms_product', state: 'DONE', error: null });
  expect(ended!.ms).toBeGreaterThan(0);
  expect(await findIndex('wms_product')).not.toBe(before);
  expect(await loggedActions('reindex')).toMatchObject([{ userId: admin.id, change: { name: 'wms_product' } }]);
  expect(await loggedActions('reindexed')).toHaveLength(1);
});

test('[S2.111] a cancelled rebuild reports why, leaves no invalid index, and can be repeated', async () => {
  const writer = await clientAt();
  await writer.query('begin; lock table wms_batch in row exclusive mode');
  await reindex('wms_batch');
  const { pid, begunAt } = await seen(({ text }) => text === 'reindex table concurrently wms_batch');
  await admin.call(maintainUtilsRoutes.cancelStatement, { body: { pid, begunAt } });
  await writer.query('rollback');
  await writer.end();
  const ended = await until(async () => {
    const state = await reindexed();
    return state?.state !== 'RUNNING' && state;
  });
  expect(ended).toMatchObject({ state: 'FAILED', error: expect.stringContaining('user request') as string });
  const { rows } = await sql`select indexrelid::regclass::text from pg_index where not indisvalid
    and indrelid = 'wms_batch'::regclass`.execute(world.services.db);
  expect(rows).toEqual([]);
  await until(async () => (await reindex('wms_batch')).status === 200);
  await until(async () => (await reindexed())?.state === 'DONE');
});

test('refuses to rebuild during maintenance work and reports an interrupted rebuild', async () => {
  const { db } = world.services;
  const id = newId();
  await db.insertInto('sys_maintain_work').values({ id, kind: 'BACKUP' }).execute();
  expect((await reindex('wms_batch')).error.code).toBe('MAINTAIN_BUSY');
  await db.deleteFrom('sys_maintain_work').where('id', '=', id).execute();
  await sql`insert into sys_log (kind, action, entity, entity_id, change)
    values ('OPERATION', 'PUT /', 'tool', 'reindex', '{"action": "reindex", "name": "wms_batch"}')`.execute(db);
  await until(async () => (await reindexed())?.state === 'CUT');
});

// ---------------------------------------------------------------- the level of the log

const startProcess = (log: Logger) =>
  makeServer(configOf({ DATABASE_URL: world.database.url, DATA_DIR: world.services.config.dataDir }), log, world.database);

test('[S2.111] raises the log level of every process for an hour or until it is reset, and logs by whom', async () => {
  const log = pino({ level: 'warn' }, { write: () => {} });
  // Another process on the same database.
  const otherProcess = await startProcess(log);
  const level = async () => (await admin.call(maintainUtilsRoutes.getLogLevel)).data;
  expect(await level()).toEqual({ usual: 'info', now: null });
  const clock = async () => (await sql<{ at: string }>`select clock_timestamp() as at`.execute(world.services.db)).rows[0]!.at;
  const before = await clock();
  expect((await admin.call(maintainUtilsRoutes.setLogLevel, { body: { level: 'trace' } })).status).toBe(200);
  const after = await clock();
  expect(log.level, 'effective in every process when answered').toBe('trace');
  const { now } = await level();
  expect(now).toMatchObject({ level: 'trace', by: expect.any(String) as string });
  expect(Date.parse(now!.until) - Date.parse(now!.since)).toBe(3_600_000);
  expect([before, now!.since, after].toSorted()).toEqual([before, now!.since, after]);

  await admin.call(maintainUtilsRoutes.resetLogLevel);
  expect(log.level).toBe('warn');
  expect((await level()).now).toBeNull();
  expect(await loggedActions('level')).toMatchObject([{ userId: admin.id, change: { level: 'trace', minutes: 60 } }]);
  expect(await loggedActions('levelEnd')).toMatchObject([{ userId: admin.id }]);
  await otherProcess.close();
});

test('[S2.111] a process started within the hour uses the raised level, and resets it at the end', async () => {
  const { db } = world.services;
  await sql`insert into sys_log (kind, at, action, user_id, entity, entity_id, change)
    values ('OPERATION', now() - interval '59 minutes 50 seconds', 'PUT /sys/maintain/upgrade/utils/log-level', ${admin.id}, 'tool', 'log-level',
            '{"action": "level", "level": "debug", "minutes": 60}')`.execute(db);
  const log = pino({ level: 'error' }, { write: () => {} });
  const otherProcess = await startProcess(log);
  expect(log.level).toBe('debug');
  await until(() => log.level === 'error');
  expect((await admin.call(maintainUtilsRoutes.getLogLevel)).data.now).toBeNull();
  await otherProcess.close();
});

test('only administrators may use the tools', async () => {
  const keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const answers = await Promise.all([
    keeper.call(maintainUtilsRoutes.getOrphans),
    keeper.call(maintainUtilsRoutes.deleteOrphans),
    keeper.call(maintainUtilsRoutes.getStatements),
    keeper.call(maintainUtilsRoutes.cancelStatement, { body: { pid: 1, begunAt: new Date().toISOString() } }),
    keeper.call(maintainUtilsRoutes.getReindex),
    keeper.call(maintainUtilsRoutes.reindex, { body: { name: 'wms_batch' } }),
    keeper.call(maintainUtilsRoutes.getLogLevel),
    keeper.call(maintainUtilsRoutes.setLogLevel, { body: { level: 'debug' } }),
    keeper.call(maintainUtilsRoutes.resetLogLevel),
  ]);
  expect(answers.map(({ error }) => error.code)).toEqual(Array.from(answers, () => 'FORBIDDEN'));
});
