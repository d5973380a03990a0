// Stock as of a moment, with and without monthly balances.
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../../test/_stock.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { writeBalances } from './balances.ts';
import { prove } from './prove.ts';

let world: World;
let keeper: Person;
beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

/** Moves the whole ledger back by days. */
async function age(days: number): Promise<void> {
  const { db } = world.services;
  await db.transaction().execute(async (trx) => {
    await sql`alter table wms_ledger disable trigger wms_ledger_append_only`.execute(trx);
    await sql`update wms_ledger set at = at - ${days} * interval '1 day'`.execute(trx);
    await sql`update wms_product_box set last_move_at = last_move_at - ${days} * interval '1 day'`.execute(trx);
    await sql`alter table wms_ledger enable trigger wms_ledger_append_only`.execute(trx);
  });
}

const listed = async (daysAgo: number, sort: 'qty' | '-qty' | '-lastMoveAt', withEmpty: boolean) => {
  // Includes what was posted within this millisecond.
  const asOf = new Date(Date.now() + 1 - daysAgo * 86_400_000).toISOString();
  const query = { asOf, sort, withEmpty, q: 'P-TIP', size: 100 };
  const { data } = await keeper.call(productBoxRoutes.listStock, { query });
  return data.list.map(({ id, qty, lastMoveAt }) => [id, qty, lastMoveAt]);
};
const DAYS = [0, 20, 50, 65, 80, 100, 130, 400];
const everything = async () => {
  const found = [];
  for (const days of DAYS)
    for (const sort of ['qty', '-qty', '-lastMoveAt'] as const)
      for (const withEmpty of [false, true]) found.push(await listed(days, sort, withEmpty));
  return found;
};

test('[F-R6] monthly balances match the ledger as of every moment, and the proof compares them', async () => {
  const { db } = world.services;
  const tips = { product: 'P-TIP-200', owner: 'LAB-CATALYSIS', box: 'W2-A-R2-B1' };
  await post(db, [
    { ...tips, qty: '10' },
    { ...tips, box: 'W2-A-R2-B2', qty: '3' },
  ]);
  await age(40);
  await post(db, [
    { ...tips, qty: '-4' },
    { ...tips, box: 'W2-A-R2-B2', qty: '-3' },
  ]);
  await age(50);
  await post(db, [
    { ...tips, qty: '7' },
    { ...tips, owner: 'LAB-BIO', qty: '5' },
  ]);
  await age(35);
  await post(db, [{ ...tips, qty: '1' }]);
  const replayed = await everything();
  expect(replayed.flat().length).toBeGreaterThan(DAYS.length);
  expect(await writeBalances(world.services)).toBeGreaterThanOrEqual(3);
  expect(await writeBalances(world.services)).toBe(0);
  expect(await everything()).toEqual(replayed);

  const ofBalances = async () => (await prove(db, null)).faults.filter(({ check }) => check === 'BALANCES');
  expect(await ofBalances()).toEqual([]);
  const newest = sql`(select max(at) from wms_stock_balance)`;
  await sql`update wms_stock_balance set qty = qty + 1 where at = ${newest} and qty = 13`.execute(db);
  expect(await ofBalances()).toMatchObject([{ detail: expect.stringContaining('14.000000, ledger 13.000000') as string }]);
  await sql`delete from wms_stock_balance where at = ${newest} and qty = 14`.execute(db);
  expect(await ofBalances()).toMatchObject([{ detail: expect.stringContaining('none, ledger 13.000000') as string }]);
});
