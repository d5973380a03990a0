// A process killed during a restore, with all rows replaced and nothing committed.
import { Client as Database } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { Client } from '../_client.ts';
import { databaseUrlOf, PASSWORD, startProduct, type Product } from '../_product.ts';
import { signInCast, prepareLoadWarehouse } from './_load.ts';

const SOON = { timeout: 120_000, interval: 50 };

let product: Product;
afterEach(() => product.dispose());

async function connected(): Promise<Database> {
  const database = new Database({ connectionString: databaseUrlOf(product) });
  database.on('error', () => {});
  await database.connect();
  return database;
}
const adminAt = (): Promise<Client> => Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
const ended = async (admin: Client): Promise<boolean> =>
  (await admin.get<unknown>('/sys/maintain/upgrade/work').catch(() => ({ status: 0, body: 'away' }))).body === null;
const documents = async (database: Database): Promise<string> =>
  (await database.query<{ ids: string }>(`select string_agg(id::text, ' ' order by id) as ids from wms_transaction`)).rows[0]!
    .ids;

async function requestRestore(admin: Client, id: string): Promise<void> {
  await admin.post(`/sys/maintain/upgrade/bak/${id}/check`, undefined);
  await expect.poll(() => ended(admin), SOON).toBe(true);
  const body = { site: '管理系统', reason: '误删', password: PASSWORD, code: null };
  expect(await admin.post(`/sys/maintain/upgrade/bak/${id}/restore`, body)).toMatchObject({ status: 200 });
}

test('[F15] killed halfway through a restore, the old data is intact, people continue to work, and the next restore succeeds', async () => {
  product = await startProduct();
  const admin = await adminAt();
  const backup = await admin.post<{ id: string }>('/sys/maintain/upgrade/bak', undefined);
  await expect.poll(() => ended(admin), SOON).toBe(true);
  const cast = await signInCast(product.url);
  const ground = await prepareLoadWarehouse(cast);
  const line = { productId: ground.productId, unit: 'PIECE', qty: '1', productBoxId: null };
  const form = { type: 'INBOUND', warehouseId: ground.warehouseId, remark: '', lines: [line] };
  let database = await connected();
  const then = await documents(database);
  expect((await cast.teacher.post('/wms/transaction', form)).status).toBe(200);
  const now = await documents(database);
  expect(now).not.toBe(then);

  await requestRestore(admin, backup.body.id);
  const held = async (sql: string): Promise<number> => (await database.query(sql)).rowCount!;
  // Locks the table written by the restore's last step, so that it cannot finish first. Only once the preceding backup has begun:
  // until then the restore waits for all other transactions.
  await expect
    .poll(() => held("select from sys_backup where kind = 'PRE_RESTORE'"), { ...SOON, interval: 20 })
    .toBeGreaterThan(0);
  await database.query('begin; select from sys_maintain_work where ended_at is null for update');
  await expect.poll(() => held('select from sys_mode where closed'), SOON).toBe(1);
  const waiting = `select from pg_locks l join pg_stat_activity a on a.pid = l.pid
                    where a.datname = 'kuwei' and a.application_name like 'kuwei-maintain:%' and not l.granted`;
  await expect.poll(() => held(waiting), SOON).toBeGreaterThan(0);
  await product.stop('SIGKILL');
  await product.start();
  database = await connected();
  expect(await documents(database)).toBe(now);
  // Writes are rejected until the interruption is detected.
  expect([423, 503]).toContain((await cast.teacher.post('/wms/transaction', form)).status);

  await database.query("update sys_maintain_work set seen_at = now() - interval '2 minutes' where ended_at is null");
  await database.query("select graphile_worker.add_job('maintain')");
  await expect.poll(async () => (await cast.teacher.post('/wms/transaction', form)).status, SOON).toBe(200);
  expect((await cast.keeper.post<{ faults: unknown[] }>('/wms/ledger/prove', null)).body.faults).toEqual([]);

  await requestRestore(admin, backup.body.id);
  await expect.poll(() => documents(database), SOON).toBe(then);
  // Data is back before all sessions are revoked: signing in in between has to be repeated.
  await expect
    .poll(async () => (await (await adminAt()).get<unknown>('/sys/maintain/upgrade/mode')).body, { ...SOON, interval: 500 })
    .toBeNull();
  const keeper = await Client.signIn(product.url, 'keeper', 'ROLE_WAREHOUSE_ADMIN');
  expect((await keeper.post<{ faults: unknown[] }>('/wms/ledger/prove', null)).body.faults).toEqual([]);
  await database.end();
});
