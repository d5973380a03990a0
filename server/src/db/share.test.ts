// One person's burst is that person's alone.
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { userRoutes } from '@kuwei/contract/auth/user';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../test/_world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

/** While nobody can read documents. */
async function whileDocumentsAreLocked(work: () => Promise<void>): Promise<void> {
  await world.services.db.transaction().execute(async (trx) => {
    await sql`lock table wms_transaction in access exclusive mode`.execute(trx);
    await work();
  });
}

const LIST = { query: { type: 'INBOUND' } } as const;

test('[F-A2] a burst of one person holds up nobody else, and only that person is refused what is too much', async () => {
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
    expect(refused).toEqual(Array<number>(30).fill(429));
    expect(world.database.pool.waitingCount).toBe(0);
  });
  await burst;
  expect((await busy.call(transactionRoutes.listTransactions, LIST)).status).toBe(200);
});
