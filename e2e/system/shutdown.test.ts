// Whichever process of an installation is killed, the others end soon, and the next start finds all data.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client as Database } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { Client } from '../_client.ts';
import { databaseUrlOf, dataFolder, freePort, isUp, startProduct, type Product } from '../_product.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOON = { timeout: 30_000, interval: 100 };

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie counts as ended.
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || !/^State:\s*Z/m.test(readFileSync(status, 'utf8'));
}
const expectGone = (pid: number): Promise<void> => expect.poll(() => isAlive(pid), SOON).toBe(false);

const noteOf = ({ dataDir }: Pick<Product, 'dataDir'>): string => join(dataDir, 'pg', 'postmaster.pid');
const postmasterOf = (product: Pick<Product, 'dataDir'>): number => Number(readFileSync(noteOf(product), 'utf8').split('\n')[0]);

/** The serving process, by its application name in the database. */
async function serverOf(product: Pick<Product, 'dataDir'>): Promise<number> {
  const database = new Database({ connectionString: databaseUrlOf(product as Product, 'postgres') });
  await database.connect();
  try {
    const { rows } = await database.query<{ name: string }>(
      "select application_name as name from pg_stat_activity where application_name ~ '^kuwei:' limit 1",
    );
    return Number(rows[0]!.name.split(':')[1]);
  } finally {
    await database.end();
  }
}

async function expectLedgerIntact(url: string): Promise<void> {
  const keeper = await Client.signIn(url, 'keeper', 'ROLE_WAREHOUSE_ADMIN');
  expect((await keeper.post<{ faults: unknown[] }>('/wms/ledger/prove', null)).body.faults).toEqual([]);
}

test('[F-O10] killing the server ends its bundled database, which is intact at the next start', async () => {
  const product = await startProduct();
  ends.push(() => product.dispose());
  const before = postmasterOf(product);
  await product.stop('SIGKILL');
  await expectGone(before);
  expect(existsSync(noteOf(product))).toBe(false);
  await product.start();
  expect(postmasterOf(product)).not.toBe(before);
  await expectLedgerIntact(product.url);
  // The server stops its database itself if it can, and the watcher does not stop it again.
  await product.stop();
  await product.start();
  const now = postmasterOf(product);
  await expectLedgerIntact(product.url);
  expect(postmasterOf(product)).toBe(now);
});

test("[F-O10] a second server that finds the folder in use leaves the first one's database alone", async () => {
  const product = await startProduct();
  ends.push(() => product.dispose());
  const before = postmasterOf(product);
  const env = { ...process.env, DATA_DIR: product.dataDir, PORT: String(await freePort()), LOG_LEVEL: 'warn' };
  const second = spawn(process.execPath, ['server/src/main.ts'], { cwd: ROOT, env, stdio: 'ignore' });
  await new Promise((done) => second.once('exit', done));
  expect(second.exitCode).toBe(1);
  await expectLedgerIntact(product.url);
  expect([isAlive(before), postmasterOf(product)]).toEqual([true, before]);
});

for (const [what, command] of [
  ['npm', ['npm', 'start']],
  ['the script that npm runs', [process.execPath, 'scripts/run.mjs', 'start']],
] as const) {
  test(`[F-O10] ${what} is killed: the server ends, and its database with it`, { timeout: 300_000 }, async () => {
    const dataDir = dataFolder();
    const port = await freePort();
    // If this builds the console, it must be a production build.
    const { NODE_ENV: _, ...inherited } = process.env;
    const env = { ...inherited, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' };
    const child: ChildProcess = spawn(command[0], command.slice(1), { cwd: ROOT, env, stdio: 'ignore' });
    ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
    await expect.poll(() => isUp(`http://127.0.0.1:${port}`), { timeout: 240_000, interval: 200 }).toBe(true);
    const [server, postmaster] = [await serverOf({ dataDir }), postmasterOf({ dataDir })];
    expect([isAlive(server), isAlive(postmaster)]).toEqual([true, true]);
    child.kill('SIGKILL');
    await expectGone(server);
    await expectGone(postmaster);
  });
}
