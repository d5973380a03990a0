import { mkdirSync, rmdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { logRoutes } from '@kuwei/contract/sys/log';
import { maintainRoutes } from '@kuwei/contract/sys/maintain';
import { CLOCK_JOBS, maintainUtilsRoutes, type ClockJob, type ClockJobStatus } from '@kuwei/contract/sys/maintain-utils';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { withClient } from '../../../test/scratch.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { startJobs, type Jobs } from '../../jobs.ts';
import { nextRun } from './jobs.ts';

let world: World;
let admin: Person;
let jobs: Jobs | null = null;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterEach(async () => {
  await jobs?.stop();
  jobs = null;
});
afterAll(() => world.end());

const WAIT_MS = 60_000;
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WAIT_MS; !(await holds()); await new Promise((resolve) => setTimeout(resolve, 100)))
    if (Date.now() > end) throw new Error('waited in vain');
}
const seen = async (name: ClockJob): Promise<ClockJobStatus> => {
  const { data } = await admin.call(maintainUtilsRoutes.getJobs);
  return data.jobs.find((job) => job.name === name)!;
};
const run = (name: ClockJob) => admin.call(maintainUtilsRoutes.runJob, { body: { name } });
async function begin(): Promise<void> {
  jobs = startJobs(world.services, world.database.url);
  // Called while the tables are created as well: the answer then is that nothing has run.
  await until(async () => (await run('maintain')).status === 200);
}

test('jobs are listed as never run while the tables of the queue are created', async () => {
  const { db } = world.services;
  await sql`create schema graphile_worker create table _private_known_crontabs (identifier text primary key)`.execute(db);
  expect((await seen('tidy')).state).toBe('NEVER');
  expect((await run('tidy')).error.code).toBe('UNAVAILABLE');
  await sql`drop schema graphile_worker cascade`.execute(db);
});

test('[S2.111] measures the database, tables with rows and indexes, stored files, and the disk', async () => {
  const { db } = world.services;
  await sql`analyze wms_product`.execute(db);
  const { data } = await admin.call(maintainUtilsRoutes.getSizes);
  const { rows } = await sql<{ bytes: number; products: number; total: number; indexes: number; files: number }>`
    select pg_database_size(current_database())::float8 as bytes, (select count(*) from wms_product)::float8 as products,
           pg_total_relation_size('wms_product')::float8 as total, pg_indexes_size('wms_product')::float8 as indexes,
           (select count(*) from sys_file)::float8 as files`.execute(db);
  const [found] = rows;
  expect(data.database.kind).toBe('BUNDLED');
  expect(Math.abs(data.database.bytes - found!.bytes)).toBeLessThan(5_000_000);
  expect(data.files.count).toBe(found!.files);
  expect(data.disk!.free).toBeGreaterThan(0);
  expect(data.disk!.total).toBeGreaterThan(data.disk!.free);
  expect(data.tables.map(({ bytes }) => bytes)).toEqual(data.tables.map(({ bytes }) => bytes).toSorted((a, b) => b - a));
  // The partitioned log counts as one table.
  expect(data.tables.filter(({ name }) => name.startsWith('sys_log')).length).toBeLessThanOrEqual(1);
  const products = data.tables.find(({ name }) => name === 'wms_product');
  expect(products).toEqual({ name: 'wms_product', rows: found!.products, bytes: found!.total, indexBytes: found!.indexes });
});

test('counts the rows of a table that was never analysed and whose statistics a crash has reset', async () => {
  const { db } = world.services;
  await sql`create table never_analysed (text text) with (autovacuum_enabled = false)`.execute(db);
  onTestFinished(async () => void (await sql`drop table never_analysed`.execute(db)));
  await sql`insert into never_analysed select repeat(md5(n::text), 100) from generate_series(1, 5000) n`.execute(db);
  const name = new URL(world.database.url).pathname.slice(1);
  await withClient(inject('database').admin.replace('%', name), (client) =>
    client.query(`select pg_stat_reset_single_table_counters('never_analysed'::regclass)`),
  );
  await sql`insert into never_analysed values ('one more')`.execute(db);
  const { data } = await admin.call(maintainUtilsRoutes.getSizes);
  expect(data.tables.find((table) => table.name === 'never_analysed')!.rows).toBe(5001);
});

test('[S2.111] computes the next run of jobs as their queue does', () => {
  const now = Date.parse('2026-11-28T10:40:59.500Z');
  expect(nextRun('seal', now)).toBe('2026-11-28T10:41:00.000Z');
  expect(nextRun('prove', now)).toBe('2026-11-28T10:41:00.000Z');
  expect(nextRun('prove', now + 1_000)).toBe('2026-11-28T11:41:00.000Z');
  expect(nextRun('tidy', now)).toBe('2026-11-28T11:07:00.000Z');
});

test('[S2.111] a failed job reports its error, can be run again, and recovers; the log records who ran it', async () => {
  expect((await admin.call(maintainUtilsRoutes.getJobs)).data.jobs.map(({ name }) => name)).toEqual([...CLOCK_JOBS]);
  await begin();
  // A folder among files: the cleanup job cannot remove it.
  const stuck = join(world.services.files.incoming, 'stuck');
  mkdirSync(stuck);
  utimesSync(stuck, 0, 0);
  await run('tidy');
  // A short-lived state: it is retried three seconds later.
  let failed = await seen('tidy');
  await until(async () => (failed = await seen('tidy')).state === 'RETRY');
  expect(failed).toMatchObject({ attempts: 1, attemptsMax: 3 });
  expect(failed.error).toContain('stuck');
  // As after its last attempt, which would take a minute; the run remains in the queue for a moment.
  await until(async () => {
    const { rows } = await sql`update graphile_worker._private_jobs set attempts = max_attempts
      where key = 'tidy-asked' and locked_at is null returning id`.execute(world.services.db);
    return rows.length > 0;
  });
  await expect.poll(() => seen('tidy')).toMatchObject({ state: 'FAILED', attempts: 3, error: failed.error });
  expect(failed.lastAt).not.toBeNull();
  rmdirSync(stuck);
  await run('tidy');
  await until(async () => (await seen('tidy')).state === 'OK');
  expect(await seen('tidy')).toMatchObject({ error: null, attempts: 0 });
  await until(async () => {
    const left = await sql`select from graphile_worker.jobs where task_identifier = 'tidy'`.execute(world.services.db);
    return left.rows.length === 0;
  });
  const { data } = await admin.call(logRoutes.listLog, { query: { entity: 'job' } });
  expect(data.list.filter(({ entityId, userId }) => entityId === 'tidy' && userId === admin.id)).toMatchObject([
    { userId: admin.id, change: { action: 'now' } },
    { userId: admin.id, change: { action: 'now' } },
  ]);
});

test('in read-only mode jobs pause and cannot be run by hand', async () => {
  await begin();
  await admin.call(maintainRoutes.beginMode, { body: { reason: '升级', minutes: 30 } });
  expect((await admin.call(maintainUtilsRoutes.getJobs)).data.paused).toBe(true);
  expect((await run('tidy')).error.code).toBe('JOBS_PAUSED');
  expect((await run('maintain')).status).toBe(200);
  await admin.call(maintainRoutes.endMode);
  expect((await run('tidy')).status).toBe(200);
});
