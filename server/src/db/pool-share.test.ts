// A burst of one person affects only that person.
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { userRoutes } from '@kuwei/contract/auth/user';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../test/_world.ts';
import { createShares } from './pool-share.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

/** Blocks reading documents meanwhile. */
async function whileDocumentsAreLocked(work: () => Promise<void>): Promise<void> {
  await world.services.db.transaction().execute(async (trx) => {
    await sql`lock table wms_transaction in access exclusive mode`.execute(trx);
    await work();
  });
}

const LIST = { query: { type: 'INBOUND' } } as const;

test('[F-A2] a burst of one person delays no one else, and only that person is refused the excess', async () => {
  const [busy, other] = [
    await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS'),
    await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN'),
  ];
  const refused: number[] = [];
  let burst: Promise<unknown> = Promise.resolve();
  await whileDocumentsAreLocked(async () => {
    burst = Promise.all(
      Array.from({ length: 230 }, async () => {
        const { status } = await busy.call(transactionRoutes.listTransactions, LIST);
        refused.push(status);
      }),
    );
    expect((await other.call(userRoutes.listSettings)).status).toBe(200);
    expect((await other.call(userRoutes.saveSetting, { params: { key: 'theme' }, body: { value: 'dark' } })).status).toBe(200);
    await expect.poll(() => refused).toEqual(Array<number>(30).fill(429));
    expect(world.database.pool.waitingCount).toBe(0);
  });
  await burst;
  expect((await busy.call(transactionRoutes.listTransactions, LIST)).status).toBe(200);
});

test('[F-A2] small calls are answered while three others use their full share', async () => {
  const busy = await Promise.all([
    world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS'),
    world.as('reviewer', 'ROLE_WAREHOUSE_ADMIN'),
    world.as('reviewer2', 'ROLE_WAREHOUSE_ADMIN'),
  ]);
  const others = await Promise.all([world.as('keeper', 'ROLE_WAREHOUSE_ADMIN'), world.as('manager', 'ROLE_WAREHOUSE_ADMIN')]);
  const answered: number[] = [];
  let flood: Promise<unknown> = Promise.resolve();
  await whileDocumentsAreLocked(async () => {
    flood = Promise.all(
      busy.flatMap((person) =>
        Array.from({ length: 50 }, async () =>
          answered.push((await person.call(transactionRoutes.listTransactions, LIST)).status),
        ),
      ),
    );
    const calls = others.flatMap((other) => [
      () => other.call(userRoutes.listSettings),
      () => other.call(userRoutes.saveSetting, { params: { key: 'theme' }, body: { value: 'dark' } }),
    ]);
    for (const call of calls) expect((await call()).status).toBe(200);
    expect(world.database.pool.waitingCount).toBe(0);
    expect(answered).toEqual([]);
  });
  await flood;
});

test('[F-A2] the last quarter of the connections goes to keys without any; among waiting keys, to the one with the fewest', async () => {
  const take = createShares(16);
  const has: Record<string, (() => void)[]> = {};
  const ask = async (key: string): Promise<void> => {
    const leave = await take(key, false);
    (has[key] ??= []).push(leave);
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const counts = () => Object.fromEntries(Object.entries(has).map(([key, held]) => [key, held.length]));
  for (const key of ['a', 'b', 'c']) for (let n = 0; n < 8; n++) void ask(key);
  for (const key of ['d', 'd', 'e', 'f', 'g', 'h']) void ask(key);
  await settle();
  expect(counts()).toEqual({ a: 4, b: 4, c: 4, d: 1, e: 1, f: 1, g: 1 });
  // A returned connection goes to a key without any, before keys that have some.
  has['a']!.pop()!();
  await settle();
  expect(counts()).toEqual({ a: 3, b: 4, c: 4, d: 1, e: 1, f: 1, g: 1, h: 1 });
  for (const key of ['b', 'b', 'c', 'c']) has[key]!.pop()!();
  await settle();
  expect(counts()).toEqual({ a: 3, b: 2, c: 2, d: 1, e: 1, f: 1, g: 1, h: 1 });
  has['a']!.pop()!();
  await settle();
  expect(counts()).toEqual({ a: 2, b: 2, c: 2, d: 2, e: 1, f: 1, g: 1, h: 1 });
  while (Object.values(has).some((held) => held.length > 0)) {
    for (const held of Object.values(has)) held.pop()?.();
    await settle();
  }
  await Promise.all(Array.from({ length: 4 }, () => take('z', false)));
});

test('writers leave a quarter of the connections to readers, and own reads bypass own writes', async () => {
  const take = createShares(8);
  const has: string[] = [];
  const leaves: (() => void)[] = [];
  const ask = async (key: string, writes: boolean): Promise<void> => {
    const leave = await take(key, writes);
    has.push(`${key} ${writes ? 'writes' : 'reads'}`);
    leaves.push(leave);
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const crowd = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  for (const key of crowd) void ask(key, true);
  await settle();
  expect(has).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => `${key} writes`));
  for (const key of ['stranger', 'h']) void ask(key, false);
  await settle();
  expect(has.slice(6)).toEqual(['stranger reads', 'h reads']);
  while (leaves.length > 0) {
    leaves.pop()!();
    await settle();
  }
  expect(has.slice(8).toSorted()).toEqual(['g writes', 'h writes']);
});

test('a pool of one connection serves writes as well', async () => {
  const take = createShares(1);
  (await take('a', true))();
  (await take('a', false))();
});
