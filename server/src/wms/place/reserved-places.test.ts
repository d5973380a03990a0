// Where goods are sent first: not into places that other goods need.
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../../test/_stock.ts';
import { openTrial, type Trial } from '../../../test/_trial-places.ts';

let world: Trial['world'];
let trial: Trial;
beforeAll(async () => {
  trial = await openTrial();
  ({ world } = trial);
});
afterAll(() => world.end());

const codesOf = async (product: string, qty: string, batchId: string | null = null) =>
  (await trial.suggest(product, qty, { warehouse: 'T', ...(batchId === null ? {} : { batchId }) })).boxes.map(
    ({ boxCode }) => boxCode,
  );
const listed = async (product: string, qty: string, batchNo?: string) => {
  const keeper = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  const query = {
    warehouseId: trial.id('T'),
    productId: trial.id(product),
    ownerOrgId: trial.id('LAB-CATALYSIS'),
    qty,
    fitting: true,
    ...(batchNo === undefined ? {} : { batchNo }),
  };
  return (await keeper.call(boxRoutes.selectBoxes, { query, body: {} })).data;
};

test('[F-V3] does not send beakers into a fridge, and the box list ranks like the suggestion', async () => {
  const { container, box, id } = trial;
  await world.services.db
    .updateTable('wms_warehouse_box')
    .set({ max_volume_l: '100' })
    .where('warehouse_id', '=', id('T'))
    .execute();
  await container('F', null, { type: 'FRIDGE', conditions_offered: ['FRIDGE2_8'] } as never);
  await box('F1', 'F', { max_volume_l: '4' });
  await container('PLAIN', null, { type: 'SHELF' });
  for (const code of ['N1', 'N2']) await box(code, 'PLAIN', { max_volume_l: '50' });
  // The fridge would be the tightest fit; rooms with conditions rank after a plain shelf.
  expect(await codesOf('W-BEAKER-250', '4')).toEqual(['N1']);
  expect(await codesOf('B-BSA', '1')).toEqual(['F1']);
  const { list } = await listed('W-BEAKER-250', '4');
  expect(list.map(({ code }) => code)).toEqual(['N1', 'N2', 'C1', 'C2', 'S1', 'S2', 'F1']);
  // Not even in large quantities.
  expect(await codesOf('W-BEAKER-250', '100000')).not.toContain('F1');
});

test('[F-V4] without a single box for everything, the list shows how many boxes are needed', async () => {
  const found = await listed('W-BEAKER-250', '120');
  expect(found.list).toEqual([]);
  expect(found.together).toBe(2);
  expect((await listed('W-BEAKER-250', '1')).together).toBeNull();
  expect((await listed('W-BEAKER-250', '100000')).together).toBeNull();
});

test('[F-U8] ranks an empty box before one with another storage group', async () => {
  const { container, box, store } = trial;
  await container('OX', 'R', { type: 'CABINET', allowed_groups: ['E', 'G'] });
  for (const code of ['OX1', 'OX2']) await box(code, 'OX', { max_volume_l: '3' });
  await box('OX3', 'OX', { max_volume_l: '2.9' });
  await store({ product: 'C-NACL', box: 'OX3', qty: '1' });
  expect(await codesOf('C-KNO3', '1')).toEqual(['OX1']);
});

test('[F-U8] does not send harmless goods into a hazard cabinet while a shelf is free', async () => {
  const { container, box, store } = trial;
  await container('FL', null, { type: 'CABINET', allowed_groups: ['L', 'G'] });
  await box('FL1', 'FL', { max_volume_l: '500' });
  // The same product is in the cabinet, which has more room than any shelf.
  await store({ product: 'P-TUBE-50', box: 'FL1', qty: '1' });
  const { boxes } = await trial.suggest('P-TUBE-50', '10', { warehouse: 'T' });
  expect(boxes.map(({ boxCode }) => boxCode)).not.toContain('FL1');
  expect((await listed('P-TUBE-50', '10')).list.map(({ code }) => code).indexOf('FL1')).toBeGreaterThan(0);
  await world.services.db.updateTable('wms_warehouse_box').set({ state: 'RETIRED' }).where('code', '!=', 'FL1').execute();
  expect(await codesOf('P-TUBE-50', '10'), 'with no other place it is taken').toEqual(['FL1']);
  await world.services.db.updateTable('wms_warehouse_box').set({ state: 'ACTIVE' }).execute();
});

test('[F-R5] the box list ranks by the batch of a line, like the suggestion', async () => {
  const { container, box, store } = trial;
  await container('BT', null, { type: 'SHELF' });
  for (const code of ['BT1', 'BT2']) await box(code, 'BT');
  const tips = { product: 'P-TIP-200', qty: '1' };
  await store({ ...tips, box: 'BT1', batch: 'T-1' }, { ...tips, box: 'BT2', batch: 'T-2' });
  const { id } = await world.services.db
    .selectFrom('wms_batch')
    .select('id')
    .where('batch_no', '=', 'T-2')
    .executeTakeFirstOrThrow();
  expect(await codesOf('P-TIP-200', '1', id)).toEqual(['BT2']);
  expect((await listed('P-TIP-200', '1', 'T-2')).list[0]!.code).toBe('BT2');
  expect((await listed('P-TIP-200', '1')).list[0]!.code).toBe('BT1');
});

test('[F-3U3] ranks empty boxes, even in hazard cabinets, before boxes with hazardous goods for harmless ones', async () => {
  const { container, box, store, id, remember } = trial;
  const { db } = world.services;
  await db
    .insertInto('wms_warehouse')
    .values({ id: remember('Z'), org_id: id('WAREHOUSE'), code: 'Z', name: '防爆仓库' })
    .execute();
  const own = { warehouse_id: id('Z') };
  await container('Z1', null, { type: 'CABINET', ...own, allowed_groups: ['L'], conditions_offered: ['VENTED'] } as never);
  await container('Z2', null, { type: 'CABINET', ...own, conditions_offered: ['VENTED'] } as never);
  // The box with ethanol is the tightest fit everywhere, and holds the owner's goods.
  for (const code of ['Z1-1', 'Z2-1']) await box(code, code.slice(0, 2), { ...own, max_volume_l: '10' });
  await box('Z1-2', 'Z1', { ...own, max_volume_l: '50' });
  await store({ product: 'C-ETHANOL', box: 'Z1-1', qty: '1' }, { product: 'C-ETHANOL', box: 'Z2-1', qty: '1' });
  const found = async (product: string) =>
    (await trial.suggest(product, '1', { warehouse: 'Z' })).boxes.map((each) => each.boxCode);
  expect(await found('W-BEAKER-250')).toEqual(['Z1-2']);
  await store({ product: 'W-BEAKER-250', box: 'Z1-2', qty: '1' });
  expect(await found('W-CYL-100'), 'beside goods of its kind').toEqual(['Z1-2']);
  // And hazardous goods are not put among beakers while a box with their kind has room.
  expect(await found('C-ACETONE')).toEqual(['Z1-1']);
});

test('[F-3U3] between equal boxes, prefers own goods and empty boxes to goods of others', async () => {
  const { container, box, store, id, remember } = trial;
  const { db } = world.services;
  await db
    .insertInto('wms_warehouse')
    .values({ id: remember('Y'), org_id: id('WAREHOUSE'), code: 'Y', name: '共用仓库' })
    .execute();
  const own = { warehouse_id: id('Y') };
  await container('Y1', null, { type: 'SHELF', ...own });
  for (const code of ['Y1-1', 'Y1-2', 'Y1-3']) await box(code, 'Y1', { ...own, max_volume_l: '10' });
  await post(db, [{ product: 'W-FLASK-500', owner: 'LAB-BIO', box: 'Y1-1', qty: '3' }]);
  await store({ product: 'W-FLASK-500', box: 'Y1-2', qty: '1' });
  const found = async (product: string) =>
    (await trial.suggest(product, '1', { warehouse: 'Y' })).boxes.map((each) => each.boxCode);
  expect(await found('W-BEAKER-250')).toEqual(['Y1-2']);
});
