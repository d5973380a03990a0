// Lifecycle of deposits and collections.
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approved,
  assigned,
  deposited,
  draft,
  finished,
  lineOf,
  openScene,
  saltLine,
  submit,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import { ledgerOfDocument, stockOfProduct } from '../../../test/_stock.ts';
import type { World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());

const salt = (qty: string, more = {}) => saltLine(places, qty, more);
const stockOf = (code: string) => stockOfProduct(world.services.db, code);
const ledgerOf = (id: string) => ledgerOfDocument(world.services.db, id);

test('[S4.80, S4.81, S1.01] a deposit goes from draft to stock, and stock changes once, when it is finished', async () => {
  const made = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [salt('3')] });
  expect(made).toMatchObject({ state: 'DRAFT', source: 'LAB', rev: 1 });
  expect(made.no).toMatch(/^IN\d{8}\d{5}$/);
  const params = { id: made.id };
  const sent = (await cast.teacher.call(routes.submitTransaction, { params, body: { rev: 1 } })).data;
  expect(sent).toMatchObject({ state: 'SUBMITTED', levels: 1, reviewRoles: ['ROLE_WMS_ADMIN_INBOUND_01'] });
  const passed = await approved(cast, sent);
  expect(passed.state).toBe('APPROVED');
  const placed = await assigned(cast, passed, places.box('W2-A-R1-B1'));
  expect(placed.state).toBe('EXECUTING');
  expect(await stockOf('C-NACL')).toEqual([]);
  const done = await finished(cast, placed);
  expect(done).toMatchObject({ state: 'DONE', lines: [{ qtyReq: '3', qtyAppr: '3', qtyDone: '3' }] });
  expect(await stockOf('C-NACL')).toMatchObject([{ qty: '3', reserved: '0' }]);
  expect(await ledgerOf(made.id)).toMatchObject([{ kind: 'IN', qty_delta: '3', qty_after: '3' }]);
});

test('[S4.82] the timeline shows every step with actor, role, and old and new state', async () => {
  const document = await deposited(cast, { warehouseId: places.w2, lines: [salt('1')] });
  const records = (await cast.teacher.call(routes.listRecords, { params: { id: document.id } })).data;
  expect(records.map((each) => [each.action, each.fromState, each.toState, each.actorName])).toEqual([
    ['create', null, 'DRAFT', '陈思远'],
    ['submit', 'DRAFT', 'SUBMITTED', '陈思远'],
    ['approve', 'SUBMITTED', 'APPROVED', '周明'],
    ['assign', 'APPROVED', 'EXECUTING', '李保平'],
    ['finish', 'EXECUTING', 'DONE', '李保平'],
  ]);
});

test('[S4.81] a collection reserves stock at once, and takes it against the pick-up code', async () => {
  await deposited(cast, {
    warehouseId: places.w2,
    lines: [lineOf(places.product('C-MGSO4'), '10', { batchNo: 'M1', expiresOn: '2099-01-01' })],
  });
  const document = await submitted(cast.teacher, {
    type: 'OUTBOUND',
    warehouseId: places.w2,
    lines: [lineOf(places.product('C-MGSO4'), '4')],
  });
  expect(await stockOf('C-MGSO4')).toMatchObject([{ qty: '10', reserved: '4' }]);
  const picking = await assigned(cast, await approved(cast, document));
  const params = { id: document.id };
  const wrong = await cast.keeper.call(routes.finishTransaction, { params, body: { rev: picking.rev, pickupCode: '000000' } });
  const { code } = (await cast.teacher.call(routes.getPickupCode, { params })).data;
  expect(wrong.error).toMatchObject({ code: 'PICKUP_CODE', data: { fields: [{ path: 'pickupCode' }] } });
  const done = await cast.keeper.call(routes.finishTransaction, { params, body: { rev: picking.rev, pickupCode: code } });
  expect(done.data.state).toBe('DONE');
  expect(await stockOf('C-MGSO4')).toMatchObject([{ qty: '6', reserved: '0' }]);
  expect(await ledgerOf(document.id)).toMatchObject([{ kind: 'OUT', qty_delta: '-4', qty_after: '6' }]);
});

test('reserves first expired first, across batches and boxes', async () => {
  const product = places.product('C-NA2SO4');
  for (const [batchNo, expiresOn] of [
    ['late', '2099-01-01'],
    ['soon', '2097-03-01'],
    ['mid', '2098-01-01'],
  ] as const) {
    await deposited(cast, { warehouseId: places.w2, lines: [lineOf(product, '2', { batchNo, expiresOn })] });
  }
  const document = await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines: [lineOf(product, '3')] });
  expect(Object.fromEntries(document.lines[0]!.boxes.map((box) => [box.batchNo, box.qty]))).toEqual({ mid: '1', soon: '2' });
});

test('[S5.30] lines of the same product are summed: a shortage reserves nothing', async () => {
  const product = places.product('C-SILICA');
  await deposited(cast, { warehouseId: places.w2, lines: [lineOf(product, '5', { batchNo: 'S1' })] });
  const made = await draft(cast.teacher, {
    type: 'OUTBOUND',
    warehouseId: places.w2,
    lines: [lineOf(product, '3'), lineOf(product, '3')],
  });
  const refused = await submit(cast.teacher, made);
  expect(refused).toMatchObject({
    status: 409,
    error: {
      code: 'INSUFFICIENT',
      data: { available: '2', fields: [{ path: 'lines.1.qty', message: expect.stringMatching(/^库存不足，可用 2 [^\d\s]+$/) }] },
    },
  });
  expect(await stockOf('C-SILICA')).toMatchObject([{ qty: '5', reserved: '0' }]);
});

test('a document can be finished in parts, or closed short', async () => {
  const product = places.product('P-TUBE-50');
  const lines = [lineOf(product, '10', { unit: 'PACK' })];
  const one = await assigned(
    cast,
    await approved(cast, await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines })),
    places.box('W2-B-R1-B1'),
  );
  const params = { id: one.id };
  const box = one.lines[0]!.boxes[0]!;
  const tooMuch = await cast.keeper.call(routes.finishTransaction, {
    params,
    body: { rev: one.rev, boxes: [{ id: box.id, qty: '11' }] },
  });
  expect(tooMuch.error.code).toBe('QTY_ASSIGNED');
  const part = (
    await cast.keeper.call(routes.finishTransaction, { params, body: { rev: one.rev, boxes: [{ id: box.id, qty: '4' }] } })
  ).data;
  expect(part).toMatchObject({ state: 'PARTIAL', lines: [{ qtyDone: '4' }] });
  const rest = (
    await cast.keeper.call(routes.finishTransaction, { params, body: { rev: part.rev, boxes: [{ id: box.id, qty: '5' }] } })
  ).data;
  expect(rest.state).toBe('PARTIAL');
  const closed = (await cast.keeper.call(routes.closeShortTransaction, { params, body: { rev: rest.rev, comment: '到货短少' } }))
    .data;
  expect(closed).toMatchObject({ state: 'DONE', lines: [{ qtyDone: '9' }] });
  expect([part.finishedAt, rest.finishedAt]).toEqual([null, null]);
  expect(Date.parse(closed.finishedAt!)).toBeGreaterThan(Date.parse(closed.approvedAt!));
  expect(await stockOf('P-TUBE-50')).toMatchObject([{ qty: '9' }]);
});

test('a finished document is reversed by a linked one, once, while its stock is there', async () => {
  const product = places.product('W-FLASK-500');
  const unit = { unit: 'PIECE' };
  const done = await deposited(cast, { warehouseId: places.w2, lines: [lineOf(product, '4', { ...unit, unitPrice: '12.5' })] });
  const params = { id: done.id };
  const byKeeper = await cast.keeper.call(routes.reverseTransaction, { params, body: { rev: done.rev, comment: '录错' } });
  expect(byKeeper.error.code).toBe('FORBIDDEN');
  const collect = await submitted(cast.teacher, {
    type: 'OUTBOUND',
    warehouseId: places.w2,
    lines: [lineOf(product, '1', unit)],
  });
  const held = await cast.reviewer2.call(routes.reverseTransaction, { params, body: { rev: done.rev, comment: '录错' } });
  expect(held).toMatchObject({ status: 409, error: { code: 'CANNOT_REVERSE' } });
  await cast.teacher.call(routes.withdrawTransaction, { params: { id: collect.id }, body: { rev: collect.rev } });
  const reversal = (await cast.reviewer2.call(routes.reverseTransaction, { params, body: { rev: done.rev, comment: '录错' } }))
    .data;
  expect(reversal).toMatchObject({ state: 'DONE', reversesId: done.id, reversal: true });
  expect(await ledgerOf(reversal.id)).toMatchObject([{ kind: 'REVERSAL', qty_delta: '-4', unit_price: '12.5' }]);
  expect(await stockOf('W-FLASK-500')).toMatchObject([{ qty: '0' }]);
  const original = (await cast.teacher.call(routes.getTransaction, { params })).data;
  expect(original).toMatchObject({ reversed: true, reversedById: reversal.id });
  const twice = await cast.reviewer2.call(routes.reverseTransaction, { params, body: { rev: original.rev, comment: '录错' } });
  expect(twice.error.code).toBe('ILLEGAL_TRANSITION');
});
