import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/id.ts';
import { expectInvariants } from '../../../test/_invariants.ts';
import { idOf, post as putIn } from '../../../test/_stock.ts';
import { openWorld, type World } from '../../../test/_world.ts';
import { post, type Entry } from './posting.ts';

let world: World;
let actorId: string;
beforeAll(async () => {
  world = await openWorld();
  actorId = (await world.as('keeper')).id;
});
afterAll(() => world.end());

/** Posts in its own transaction. @returns `ok`, or the database's refusal */
async function outcomeOf(entries: readonly Entry[]): Promise<string> {
  const by = { transactionId: newId(), actorId, secondId: null, proxyUserId: null };
  try {
    await world.services.db.transaction().execute((trx) => post(trx, by, entries));
    return 'ok';
  } catch (error) {
    const { code, detail } = error as { code: string; detail?: string };
    return code === 'KW001' ? (JSON.parse(detail!) as { code: string }).code : code;
  }
}

/** Runs `work` with as many in parallel as there are connections, so that only row locks make anything wait. */
async function runInParallel(times: number, work: () => Promise<string>): Promise<string[]> {
  const outcomes: string[] = [];
  const lane = async (_: unknown, at: number): Promise<void> => {
    for (let n = at; n < times; n += LANES) outcomes.push(await work());
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return outcomes;
}
const LANES = 12;

const counted = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries(Object.entries(Object.groupBy(outcomes, (each) => each)).map(([name, all]) => [name, all!.length]));

test('concurrent postings on one stock row are serialized: each posts or is refused, and the ledger keeps their order', async () => {
  const [productBoxId] = await putIn(world.services.db, [
    { product: 'W-BEAKER-250', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '40' },
  ]);
  const take: Entry = { productBoxId: productBoxId!, kind: 'OUT', qty: '-1', lineId: null };
  const outcomes = await runInParallel(60, () => outcomeOf([take]));
  expect(counted(outcomes)).toEqual({ ok: 40, INSUFFICIENT: 20 });
  await expectInvariants(world.services.db);
});

test('concurrent first arrivals in a place create one stock row', async () => {
  const { db } = world.services;
  const [known] = await putIn(db, [{ product: 'W-CYL-100', owner: 'LAB-BIO', box: 'W2-A-R1-B2', qty: '1' }]);
  const { batch_id: batchId } = await db
    .selectFrom('wms_product_box')
    .where('id', '=', known!)
    .select('batch_id')
    .executeTakeFirstOrThrow();
  const bring: Entry = {
    productId: await idOf(db, 'wms_product', 'W-CYL-100'),
    batchId,
    ownerOrgId: await idOf(db, 'wms_org', 'LAB-CATALYSIS'),
    boxId: await idOf(db, 'wms_warehouse_box', 'W2-A-R1-B2'),
    kind: 'IN',
    qty: '2',
    lineId: null,
  };
  const outcomes = await runInParallel(20, () => outcomeOf([bring]));
  expect(counted(outcomes)).toEqual({ ok: 20 });
  const rows = await db
    .selectFrom('wms_product_box')
    .where('box_id', '=', bring.boxId)
    .where('owner_org_id', '=', bring.ownerOrgId)
    .where('product_id', '=', bring.productId)
    .select('qty')
    .execute();
  expect(rows).toEqual([{ qty: '40' }]);
  await expectInvariants(db);
});

test('[F-A1] stock is writable only during a posting, not afterwards in the same transaction', async () => {
  const [productBoxId] = await putIn(world.services.db, [
    { product: 'W-BEAKER-250', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '3' },
  ]);
  const by = { transactionId: newId(), actorId, secondId: null, proxyUserId: null };
  const beside = world.services.db.transaction().execute(async (trx) => {
    await post(trx, by, [{ productBoxId: productBoxId!, kind: 'OUT', qty: '-1', lineId: null }]);
    await trx.updateTable('wms_product_box').set({ qty: '99' }).where('id', '=', productBoxId!).execute();
  });
  await expect(beside).rejects.toThrow('wms_product_box is written by wms_post() only');
});
