// A storekeeper plans a document line by line: unsaved plans in the form count.
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import type { AssignedLine } from '@kuwei/contract/wms/transaction-form';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/id.ts';
import { approved, deposited, lineOf, openScene, submitted, type Scene } from '../../../test/_flow.ts';

let scene: Scene;
beforeAll(async () => (scene = await openScene()));
afterAll(() => scene.world.end());

const arriving = async (...wanted: [product: string, qty: string, unit: string][]): Promise<Transaction> => {
  const { cast, places } = scene;
  const lines = wanted.map(([code, qty, unit]) =>
    lineOf(places.product(code), qty, { unit, ...(code.startsWith('C-') && { batchNo: 'B1', expiresOn: '2099-01-01' }) }),
  );
  return approved(cast, await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines }));
};
const into = ({ lines }: Transaction, at: number, code: string, qty: string): AssignedLine => ({
  lineId: lines[at]!.id,
  boxes: [{ productBoxId: null, boxId: scene.places.box(code), qty }],
});
const offered = async (
  document: Transaction,
  at: number,
  code: string,
  qty: string,
  planned: AssignedLine[],
  fitting = false,
) => {
  const query = {
    warehouseId: document.warehouseId,
    productId: document.lines[at]!.product.id,
    ownerOrgId: document.ownerOrgId,
    q: code,
    qty,
    ...(fitting ? { fitting } : {}),
  };
  const body = { transactionId: document.id, planned };
  return (await scene.cast.keeper.call(boxRoutes.selectBoxes, { query, body })).data.list.find((box) => box.code === code);
};
const assign = ({ id, rev }: Transaction, lines: AssignedLine[]) =>
  scene.cast.keeper.call(routes.assignBoxes, { params: { id }, body: { rev, lines } });

test('[F-Y1] offered room accounts for the unsaved plan of the same document, and the server accepts exactly that', async () => {
  const box = 'W2-A-R1-B1';
  const document = await arriving(['W-BEAKER-250', '500', 'PIECE'], ['W-BEAKER-250', '500', 'PIECE']);
  const all = Number((await offered(document, 1, box, '1', []))!.fits);
  const plan = [into(document, 0, box, String(all - 3))];
  expect(await offered(document, 1, box, '3', plan)).toMatchObject({ fits: '3', refusal: null });
  expect(await offered(document, 1, box, '4', plan)).toMatchObject({ fits: '3', refusal: { code: 'BOX_CAPACITY' } });
  expect(await offered(document, 1, box, '3', plan, true)).toMatchObject({ fits: '3' });
  expect(await offered(document, 1, box, '4', plan, true)).toBeUndefined();
  expect((await assign(document, [...plan, into(document, 1, box, '4')])).error.code).toBe('BOX_CAPACITY');
  expect((await assign(document, [...plan, into(document, 1, box, '3')])).status).toBe(200);
});

test('[F-Y1] incompatible lines are not offered the same box, nor boxes within the same walls', async () => {
  const { db } = scene.world.services;
  await db.updateTable('wms_product').set({ conditions_required: [] }).where('code', 'in', ['C-ETHANOL', 'C-KNO3']).execute();
  const document = await arriving(['C-ETHANOL', '1', 'BOTTLE'], ['C-KNO3', '1', 'BOTTLE']);
  const [box, beside] = ['W2-A-R1-B3', 'W2-A-R1-B4'];
  await db
    .updateTable('wms_container')
    .set({ type: 'CABINET', allowed_groups: null, hazard_allowed: true })
    .where('id', '=', (eb) => eb.selectFrom('wms_warehouse_box').where('code', '=', box).select('container_id'))
    .execute();
  const plan = [into(document, 0, box, '1')];
  for (const code of [box, beside]) {
    expect(await offered(document, 1, code, '1', [])).toMatchObject({ refusal: null });
    expect(await offered(document, 1, code, '1', plan)).toMatchObject({ fits: '0', refusal: { code: 'BOX_INCOMPATIBLE' } });
    expect(await offered(document, 1, code, '1', plan, true)).toBeUndefined();
    expect((await assign(document, [...plan, into(document, 1, code, '1')])).error.code).toBe('BOX_INCOMPATIBLE');
  }
});

test('[F-Y1] suggestions leave room for lines that keep their plan', async () => {
  const document = await arriving(['W-BEAKER-250', '10', 'PIECE'], ['W-BEAKER-250', '10', 'PIECE']);
  const suggest = async (planned: AssignedLine[]) =>
    (await scene.cast.keeper.call(routes.suggestBoxes, { params: { id: document.id }, body: { planned } })).data;
  const [, second] = await suggest([]);
  const { boxId, boxCode } = second!.boxes[0]!;
  const all = (await offered(document, 0, boxCode, '1', []))!.fits!;
  const found = await suggest([{ lineId: document.lines[0]!.id, boxes: [{ productBoxId: null, boxId, qty: all }] }]);
  expect(found.map((each) => each.lineId)).toEqual([document.lines[1]!.id]);
  expect(found[0]!.boxes.map((each) => each.boxId)).not.toContain(boxId);
});

test('[F-Y1] refuses lines of another document', async () => {
  const { places, cast } = scene;
  const document = await arriving(['W-BEAKER-250', '1', 'PIECE']);
  const other = await deposited(cast, {
    warehouseId: places.w2,
    lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
  });
  const planned = [into(other, 0, 'W2-A-R1-B1', '1')];
  const query = { warehouseId: document.warehouseId };
  const body = { transactionId: document.id, planned };
  expect((await cast.keeper.call(boxRoutes.selectBoxes, { query, body })).status).toBe(404);
  expect((await cast.keeper.call(routes.suggestBoxes, { params: { id: document.id }, body: { planned } })).status).toBe(404);
});

test('[F-3U27] pending assignments of other documents count as contents when offering, suggesting and assigning', async () => {
  const box = 'W2-B-R3-B2';
  const first = await arriving(['W-BEAKER-250', '500', 'PIECE']);
  const all = (await offered(first, 0, box, '1', []))!.fits!;
  expect((await assign(first, [into(first, 0, box, all)])).status).toBe(200);
  const second = await arriving(['W-BEAKER-250', '1', 'PIECE']);
  expect(await offered(second, 0, box, '1', [])).toMatchObject({
    fits: '0',
    lines: 1,
    coming: [first.no],
    refusal: { code: 'BOX_CAPACITY' },
  });
  expect(await offered(second, 0, box, '1', [], true)).toBeUndefined();
  const { cast } = scene;
  const params = { id: second.id };
  const suggested = (await cast.keeper.call(routes.suggestBoxes, { params, body: {} })).data;
  expect(suggested[0]!.boxes.map((each) => each.boxCode)).not.toContain(box);
  const refused = await assign(second, [into(second, 0, box, '1')]);
  expect(refused.error).toMatchObject({
    code: 'BOX_CAPACITY',
    message: expect.stringContaining(`${box}（已分配给 ${first.no}）`),
  });
  // A document's own plan does not block it.
  const again = (await cast.keeper.call(routes.getTransaction, { params: { id: first.id } })).data;
  expect((await assign(again, [into(first, 0, box, all)])).status).toBe(200);
});

test('[F-3U25] boxes are in walking order, box 2 before box 10, when suggested, saved and picked from', async () => {
  const { db } = scene.world.services;
  const { id: containerId, warehouse_id } = await db
    .selectFrom('wms_container')
    .where('code', '=', 'A')
    .where('warehouse_id', '=', scene.places.w2)
    .select(['id', 'warehouse_id'])
    .executeTakeFirstOrThrow();
  const codes = ['W2-A-R9-B1', 'W2-A-R9-B2', 'W2-A-R9-B10', 'W2-A-R10-B1'];
  await db
    .insertInto('wms_warehouse_box')
    .values(
      codes
        .toReversed()
        .map((code) => ({ id: newId(), code, container_id: containerId, warehouse_id, qr_token: code, max_volume_l: '2000' })),
    )
    .execute();
  const document = await arriving(['W-BEAKER-250', '7000', 'PIECE']);
  const { cast } = scene;
  const params = { id: document.id };
  const [found] = (await cast.keeper.call(routes.suggestBoxes, { params, body: {} })).data;
  const mine = (all: readonly (string | null)[]) => all.filter((code) => codes.includes(code!));
  expect(mine(found!.boxes.map(({ boxCode }) => boxCode))).toEqual(codes);
  const boxes = found!.boxes.map(({ boxId, qty }) => ({ productBoxId: null, boxId, qty })).toReversed();
  const saved = (await assign(document, [{ lineId: found!.lineId, boxes }])).data;
  expect(mine(saved.lines[0]!.boxes.map(({ boxCode }) => boxCode))).toEqual(codes);
  const { list } = (
    await cast.keeper.call(boxRoutes.selectBoxes, { query: { warehouseId: document.warehouseId, q: 'W2-A-R' }, body: {} })
  ).data;
  expect(list.map(({ code }) => code)).toEqual(
    list.map(({ code }) => code).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })),
  );
});
