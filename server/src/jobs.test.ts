import { msgSenderRoutes } from '@kuwei/contract/sys/msg-sender';
import { sql, type RawBuilder } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { withClient } from '../test/scratch.ts';
import { post } from '../test/_stock.ts';
import { openWorld, type World } from '../test/_world.ts';
import { openSession } from './auth/session/pairs.ts';
import { newId } from './db/id.ts';
import { startJobs } from './jobs.ts';
import { cleanUp } from './site/tidy.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; !(await holds()); await new Promise((resolve) => setTimeout(resolve, 50)))
    if (Date.now() > end) throw new Error('waited in vain');
}
const isReady = async (): Promise<boolean> => {
  const { rows } = await sql<{
    ready: boolean;
  }>`select to_regclass('graphile_worker._private_known_crontabs') is not null as ready`.execute(world.services.db);
  return rows[0]!.ready;
};
const count = async (table: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(world.services.db)).rows[0]!.n;

test('what was left unsealed when the last process ended is sealed before the clock of the jobs begins', async () => {
  const { services, database } = world;
  await post(services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '1' }]);
  const jobs = startJobs(services, database.url);
  await until(isReady);
  await until(async () => (await count('graphile_worker._private_known_crontabs')) === 21);
  expect(await count('wms_ledger_block')).toBe(1);
  await jobs.stop();
});

test('the jobs of several processes share one database: what is asked for is done, and all of them end cleanly', async () => {
  const { services, database } = world;
  await post(services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '1' }]);
  const processes = [startJobs(services, database.url), startJobs(services, database.url)];
  await until(isReady);
  await until(async () => (await count('graphile_worker._private_known_crontabs')) === 21);
  await until(async () => {
    await sql`select graphile_worker.add_job('seal', job_key => 'again')`.execute(services.db);
    return (await count('wms_ledger_block')) > 1;
  });
  await until(async () => (await count('graphile_worker._private_jobs')) === 0);
  await Promise.all(processes.map((each) => each.stop()));
  // The database takes a moment to notice that a connection was closed.
  await until(async () => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from pg_stat_activity where application_name like 'kuwei-jobs%' and datname = current_database()`.execute(
      services.db,
    );
    return rows[0]!.n === 0;
  });
});

test('a planned message goes out by itself', async () => {
  const { services, database } = world;
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const later = new Date(Date.now() + 600_000).toISOString();
  const body = { title: '计划', content: '内容', userIds: [admin.id], sendAt: later };
  const { id } = (await admin.call(msgSenderRoutes.sendText, { body })).data;
  const past = new Date(Date.now() - 1_000);
  await services.db.updateTable('sys_message').set({ send_at: past }).where('id', '=', id).execute();
  const jobs = startJobs(services, database.url);
  await until(isReady);
  await until(async () => {
    await sql`select graphile_worker.add_job('send', job_key => 'send-now')`.execute(services.db);
    return (await admin.call(msgSenderRoutes.getSending, { params: { id } })).data.state === 'SENT';
  });
  await jobs.stop();
});

/** Lets the database take no more connections meanwhile, after those of the jobs were cut. */
async function away(url: string, meanwhile: () => Promise<void>): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await withClient(inject('database').admin.replace('%', 'postgres'), async (client) => {
    await client.query(`alter database ${name} allow_connections false`);
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name like 'kuwei-jobs%'`,
    );
    await meanwhile();
    await client.query(`alter database ${name} allow_connections true`);
  });
}

test.each([
  ['ends well', sql`select`],
  ['fails', sql`select pg_cancel_backend(pid) from pg_locks where relation = 'wms_ledger_block'::regclass and not granted`],
])('a database that is away when a job %s: the process lives on, and the jobs go on when it is back', async (_, end) => {
  const { services, database } = world;
  const { db } = services;
  const lost: unknown[] = [];
  const note = (reason: unknown) => lost.push(reason);
  process.on('unhandledRejection', note);
  let logged = '';
  const log = pino({ level: 'error' }, { write: (line: string) => void (logged += line) });
  const jobs = startJobs({ ...services, log }, database.url);
  const holds = async (query: RawBuilder<unknown>) => (await query.execute(db)).rows.length > 0;
  await until(() =>
    holds(sql`select from pg_stat_activity where datname = current_database()
    and application_name like 'kuwei-jobs%' and query like 'LISTEN%'`),
  );
  const holding = await db.startTransaction().execute();
  await sql`lock table wms_ledger_block in access exclusive mode`.execute(holding);
  await sql`select graphile_worker.add_job('seal', job_key => 'held')`.execute(db);
  await until(() => holds(sql`select from graphile_worker.jobs where key = 'held' and locked_at is not null`));
  await until(() => holds(sql`select from pg_locks where relation = 'wms_ledger_block'::regclass and not granted`));
  await away(database.url, async () => {
    await end.execute(db);
    await holding.rollback().execute();
    await until(async () => lost.length > 0 || /Failed to (complete|fail) jobs/.test(logged));
  });
  await sql`select graphile_worker.add_job('send', job_key => 'later')`.execute(db);
  await until(async () => !(await holds(sql`select from graphile_worker.jobs where key = 'later'`)));
  await jobs.stop();
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  process.off('unhandledRejection', note);
  expect(lost).toEqual([]);
});

test('jobs that are stopped before they have begun end as well', async () => {
  await startJobs(world.services, world.database.url).stop();
});

test('answers of repeated requests, sessions long over and old failures go; what may still be needed stays', async () => {
  const { db, sessions } = world.services;
  const user = await db.selectFrom('sys_user').where('username', '=', 'keeper').select('id').executeTakeFirstOrThrow();
  const days = (n: number) => new Date(Date.now() - n * 86_400_000);
  const key = (name: string, age: number) => ({
    user_id: user.id,
    key: name,
    request_hash: Buffer.alloc(32),
    created_at: days(age),
  });
  await db
    .insertInto('sys_idempotency')
    .values([key('old', 8), key('fresh', 6)])
    .execute();
  await db
    .insertInto('sys_sign_in_failure')
    .values([
      { username: 'a', ip: '1', at: days(2) },
      { username: 'b', ip: '1', at: days(0) },
    ])
    .execute();
  const open = () =>
    db
      .transaction()
      .execute((trx) =>
        openSession(trx, world.services.settings, { userId: user.id, orgId: null, deviceId: newId(), ip: '::1', userAgent: '' }),
      );
  const [over, ended] = [await open(), await open(), await open()];
  const idOf = async ({ token }: { token: string }) => (await sessions.find(token))!.id;
  const [overId, endedId] = [await idOf(over), await idOf(ended)];
  await db
    .updateTable('sys_session')
    .set({ ends_at: days(31) })
    .where('id', '=', overId)
    .execute();
  await db
    .updateTable('sys_session')
    .set({ ended_at: days(31), end_reason: 'LOGOUT' })
    .where('id', '=', endedId)
    .execute();
  expect(await cleanUp(world.services)).toMatchObject({ sys_idempotency: 1, sys_session: 2, sys_sign_in_failure: 1 });
  expect(await db.selectFrom('sys_idempotency').select('key').execute()).toEqual([{ key: 'fresh' }]);
  const left = await db.selectFrom('sys_session').select('id').where('id', 'in', [overId, endedId]).execute();
  expect(left).toEqual([]);
  const tokens = await db.selectFrom('sys_token').select('session_id').where('session_id', 'in', [overId, endedId]).execute();
  expect(tokens).toEqual([]);
  expect(await cleanUp(world.services)).toMatchObject({
    sys_idempotency: 0,
    sys_session: 0,
    sys_token: 0,
    sys_sign_in_failure: 0,
  });
});
