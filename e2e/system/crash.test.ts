import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { startProduct, type Product } from '../_product.ts';
import { castAt, groundAt, rank, work, type Document, type Write } from './_load.ts';

let product: Product;
afterEach(() => product.dispose());

const CLIENTS = 6;
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 4);

/** Works while `disturb` does its worst, then looks whether everything promised is there, once. */
async function survives(disturb: () => Promise<void>): Promise<number> {
  const cast = await castAt(product.url);
  const ground = await groundAt(cast);
  const documents = async (): Promise<number> =>
    (await cast.teacher.get<{ total: number }>('/wms/transaction?type=INBOUND&mine=true')).body.total;
  const before = await documents();
  const writes: Write[] = [];
  let stopped = false;
  const workers = Array.from({ length: CLIENTS }, () => work(cast, ground, writes, () => stopped));
  await disturb();
  await sleep(500);
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
  // One key, one document, however often it was sent.
  const drafts = new Set(writes.filter((write) => write.promised === 'DRAFT').map((write) => write.id));
  const unanswered = writes.filter((write) => write.promised === null).length;
  const made = (await documents()) - before;
  expect(made).toBeGreaterThanOrEqual(drafts.size);
  expect(made).toBeLessThanOrEqual(drafts.size + unanswered);
  const proof = await cast.keeper.post<{ ok: boolean; faults: unknown[] }>('/wms/ledger/prove', null);
  expect(proof.body.faults).toEqual([]);
  return promised.size;
}

test('the server is killed hard under load, again and again: every write that was answered is there, exactly once', async () => {
  product = await startProduct();
  const kept = await survives(async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(300 + Math.random() * 700);
      await product.stop('SIGKILL');
      await product.start();
    }
  });
  expect(kept).toBeGreaterThan(5);
});

test('the database is killed hard under load: the server lives on, says 503 meanwhile, and nothing answered is lost', async () => {
  product = await startProduct();
  const { pid } = product.process;
  const kept = await survives(async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(500 + Math.random() * 500);
      const postmaster = Number(readFileSync(join(product.dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(postmaster, 'SIGKILL');
      const begun = Date.now();
      await sleep(300);
      while (!(await product.isUp())) {
        expect(Date.now() - begun).toBeLessThan(10_000);
        await sleep(50);
      }
    }
  });
  expect(kept).toBeGreaterThan(5);
  expect(product.process.pid).toBe(pid);
  expect(product.process.exitCode).toBeNull();
});

test('told to end under load, the server finishes what it accepted and leaves with 0', async () => {
  product = await startProduct();
  const kept = await survives(async () => {
    await sleep(800);
    const begun = Date.now();
    await product.stop('SIGTERM');
    expect(product.process.exitCode).toBe(0);
    expect(Date.now() - begun).toBeLessThan(10_000);
    await product.start();
  });
  expect(kept).toBeGreaterThan(0);
});
