// Moves between boxes.
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deposited, draft, lineOf, openScene, submitted, type Cast, type Places } from '../../../test/_flow.ts';
import { ledgerOfDocument, stockOfProduct } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import type { World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());

const stockOf = (code: string) => stockOfProduct(world.services.db, code);
const ledgerOf = (id: string) => ledgerOfDocument(world.services.db, id);

test('a move takes from one box and puts into another in one commit, for any owner', async () => {
  const product = places.product('E-HOTPLATE');
  await deposited(cast, { warehouseId: places.w2, lines: [lineOf(product, '3', { unit: 'UNIT' })] }, places.box('W2-A-R2-B1'));
  const [stock] = await stockOf('E-HOTPLATE');
  const sent = await submitted(cast.keeper, {
    type: 'MOVE',
    warehouseId: places.w2,
    lines: [lineOf(product, '2', { unit: 'UNIT', productBoxId: stock!.id })],
  });
  expect(sent).toMatchObject({ state: 'APPROVED', levels: 0, ownerOrgName: '校仓储中心' });
  expect(sent.lines[0]!.ownerOrgName, 'the goods stay their owner’s').toBe('催化化学课题组');
  const { list } = (await cast.keeper.call(routes.listTransactions, { query: { type: 'MOVE', q: sent.no } })).data;
  expect(list, 'lists name whose goods they are').toMatchObject([
    { ownerOrgName: '校仓储中心', goodsOwnerNames: ['催化化学课题组'] },
  ]);
  const [row] = await readRows(await cast.keeper.call(routes.exportTransactions, { query: { type: 'MOVE', q: sent.no } }));
  expect(row).toMatchObject({ 所属组织: '催化化学课题组' });
  const elsewhere = await draft(cast.keeper, {
    type: 'MOVE',
    warehouseId: places.w2,
    targetWarehouseId: places.w1,
    lines: [lineOf(product, '1', { unit: 'UNIT', productBoxId: stock!.id })],
  });
  const ends = async (q: string) => {
    const query = { type: 'MOVE' as const, q };
    const [listed] = (await cast.keeper.call(routes.listTransactions, { query })).data.list;
    const [cells] = await readRows(await cast.keeper.call(routes.exportTransactions, { query }));
    return [listed!.targetWarehouseName, cells!['仓库']];
  };
  expect(await ends(elsewhere.no)).toEqual(['化学品仓库', '综合仓库 → 化学品仓库']);
  expect((await ends(sent.no))[1], 'within a warehouse it is named once').toBe('综合仓库');
  const boxes = [{ productBoxId: stock!.id, boxId: places.box('W2-B-R2-B2'), qty: '2' }];
  const params = { id: sent.id };
  const placed = (
    await cast.keeper.call(routes.assignBoxes, { params, body: { rev: sent.rev, lines: [{ lineId: sent.lines[0]!.id, boxes }] } })
  ).data;
  const done = (await cast.keeper.call(routes.finishTransaction, { params, body: { rev: placed.rev } })).data;
  expect(done.state).toBe('DONE');
  const entries = await ledgerOf(sent.id);
  expect(entries.map((entry) => [entry.kind, entry.qty_delta])).toEqual([
    ['MOVE_OUT', '-2'],
    ['MOVE_IN', '2'],
  ]);
  expect(new Set(entries.map((entry) => entry.owner_org_id)).size).toBe(1);
  expect((await stockOf('E-HOTPLATE')).map((row) => row.qty).toSorted()).toEqual(['1', '2']);
});

test('rejects a move into the same box', async () => {
  const product = places.product('E-HOTPLATE');
  const at = 'W2-A-R2-B1';
  await deposited(cast, { warehouseId: places.w2, lines: [lineOf(product, '1', { unit: 'UNIT' })] }, places.box(at));
  const stock = (await stockOf('E-HOTPLATE')).find((row) => row.box_id === places.box(at))!;
  const sent = await submitted(cast.keeper, {
    type: 'MOVE',
    warehouseId: places.w2,
    lines: [lineOf(product, '1', { unit: 'UNIT', productBoxId: stock.id })],
  });
  const assign = (boxId: string, headers = {}) => {
    const lines = [{ lineId: sent.lines[0]!.id, boxes: [{ productBoxId: stock.id, boxId, qty: '1' }] }];
    return cast.keeper.call(routes.assignBoxes, { params: { id: sent.id }, body: { rev: sent.rev, lines }, headers });
  };
  expect(await assign(places.box(at))).toMatchObject({
    status: 422,
    error: {
      code: 'BOX_SAME',
      message: `货物已经在库位 ${at} 里`,
      data: { fields: [{ path: 'lines.0.boxes.0.boxId', message: `货物已经在库位 ${at} 里` }] },
    },
  });
  const english = await assign(places.box(at), { 'accept-language': 'en' });
  expect(english.error.message).toBe(`The goods are already in box ${at}`);
  expect((await assign(places.box('W2-B-R2-B2'))).data.state).toBe('EXECUTING');
});
