import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { databaseUrlOf, startProduct, type Product } from '../_product.ts';
import { signInCast, prepareLoadWarehouse, rank, runLoad, type Document, type Write } from './_load.ts';

let product: Product;
afterEach(() => product.dispose());

/** Process id of the bundled database; 0 while its pid file is missing. */
function postmaster(): number {
  const file = join(product.dataDir, 'pg', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
}

const CLIENTS = 6;
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 4);

const SOON = { timeout: 60_000, interval: 10 };

/** Waits for this many more acknowledged writes. */
type Answered = (count: number) => Promise<void>;
/** A random moment under load. */
const randomCount = (): number => CLIENTS + Math.floor(Math.random() * 20);

/** Runs load during `disturb`, then checks that every acknowledged write is present exactly once. */
async function expectWritesSurvive(disturb: (answered: Answered) => Promise<void>): Promise<number> {
  const cast = await signInCast(product.url);
  const ground = await prepareLoadWarehouse(cast);
  const documents = async (): Promise<number> =>
    (await cast.teacher.get<{ total: number }>('/wms/transaction?type=INBOUND&mine=true')).body.total;
  const before = await documents();
  const writes: Write[] = [];
  let stopped = false;
  const workers = Array.from({ length: CLIENTS }, () => runLoad(cast, ground, writes, () => stopped));
  const count = (): number => writes.filter(({ promised }) => promised !== null).length;
  const answered: Answered = async (more) => {
    const wanted = count() + more;
    await expect.poll(count, SOON).toBeGreaterThanOrEqual(wanted);
  };
  await disturb(answered);
  await answered(randomCount());
  stopped = true;
  await Promise.all(workers);

  const promised = new Map<string, string>();
  for (const { id, promised: state } of writes) {
    if (id !== null && state !== null && rank(state) > rank(promised.get(id) ?? '')) promised.set(id, state);
  }
  for (const [id, state] of promised) {
    const { status, body } = await cast.keeper.get<Document>(`/wms/transaction/${id}`);
    if (state === 'DRAFT' && status === 404) {
      expect((await cast.teacher.get(`/wms/transaction/${id}`)).status).toBe(200);
    } else {
      expect(status).toBe(200);
      expect(rank(body.state), `${body.no} was promised as ${state}`).toBeGreaterThanOrEqual(rank(state));
    }
  }
  // One document per key, however often it was sent.
  const drafts = new Set(writes.filter((write) => write.promised === 'DRAFT').map((write) => write.id));
  const unanswered = writes.filter((write) => write.promised === null).length;
  const made = (await documents()) - before;
  expect(made).toBeGreaterThanOrEqual(drafts.size);
  expect(made).toBeLessThanOrEqual(drafts.size + unanswered);
  const proof = await cast.keeper.post<{ ok: boolean; faults: unknown[] }>('/wms/ledger/prove', null);
  expect(proof.body.faults).toEqual([]);
  return promised.size;
}

test('after repeated SIGKILLs under load every acknowledged write is present exactly once', async () => {
  product = await startProduct();
  const kept = await expectWritesSurvive(async (answered) => {
    for (let round = 0; round < ROUNDS; round++) {
      await answered(randomCount());
      await product.stop('SIGKILL');
      await product.start();
    }
  });
  expect(kept).toBeGreaterThan(5);
});

test('after a SIGKILL of the database under load the server survives, answers 503 meanwhile, and loses no acknowledged write', async () => {
  product = await startProduct();
  const { pid } = product.process;
  const kept = await expectWritesSurvive(async (answered) => {
    for (let round = 0; round < ROUNDS; round++) {
      await answered(randomCount());
      const killed = postmaster();
      process.kill(killed, 'SIGKILL');
      // A new postmaster first, then responses: how long it takes depends on the machine.
      while (postmaster() === killed || !(await product.isUp())) await sleep(50);
    }
  });
  expect(kept).toBeGreaterThan(5);
  expect(product.process.pid).toBe(pid);
  expect(product.process.exitCode).toBeNull();
});

test('SIGTERM under load: the server finishes accepted requests and exits with 0', async () => {
  product = await startProduct();
  const kept = await expectWritesSurvive(async (answered) => {
    await answered(randomCount());
    const begun = Date.now();
    await product.stop('SIGTERM');
    expect(product.process.exitCode).toBe(0);
    expect(Date.now() - begun).toBeLessThan(10_000);
    await product.start();
  });
  expect(kept).toBeGreaterThan(0);
});

test('SIGTERM during a statement that waits forever still ends the server and its database', async () => {
  product = await startProduct();
  const { keeper } = await signInCast(product.url);
  const holder = new Client({ connectionString: databaseUrlOf(product) });
  holder.on('error', () => {});
  await holder.connect();
  await holder.query('begin; lock table wms_product in access exclusive mode');
  const pending = keeper.get('/wms/product').catch(() => null);
  const waiting = async (): Promise<number> =>
    (await holder.query("select from pg_locks where relation = 'wms_product'::regclass and not granted")).rowCount!;
  await expect.poll(waiting, SOON).toBeGreaterThan(0);
  const begun = Date.now();
  await product.stop('SIGTERM');
  expect(Date.now() - begun).toBeLessThan(10_000);
  await pending;
  await expect(holder.query('select 1')).rejects.toThrow();
  await product.start();
  expect((await keeper.get('/wms/product')).status).toBe(200);
});
