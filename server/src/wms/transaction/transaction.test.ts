import { sum } from '@kuwei/contract/decimal';
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
  submit,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import type { World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());

const salt = (qty: string, more = {}) =>
  lineOf(places.product('C-NACL'), qty, { batchNo: 'B1', expiresOn: '2030-01-01', ...more });
const stockOf = (code: string) =>
  world.services.db
    .selectFrom('wms_product_box as s')
    .innerJoin('wms_product as p', 'p.id', 's.product_id')
    .where('p.code', '=', code)
    .select(['s.id', 's.qty', 's.reserved', 's.box_id'])
    .orderBy('s.id')
    .execute();
const ledgerOf = (transactionId: string) =>
  world.services.db.selectFrom('wms_ledger').where('transaction_id', '=', transactionId).selectAll().orderBy('seq').execute();

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

test('[S4.82] every step is in the timeline, with who, as what, from and to', async () => {
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

test('[S1.02, S4.81] a collection promises stock at once, and takes it against the pick-up code', async () => {
  await deposited(cast, {
    warehouseId: places.w2,
    lines: [lineOf(places.product('C-MGSO4'), '10', { batchNo: 'M1', expiresOn: '2030-01-01' })],
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

test('what expires first is promised first, across batches and boxes', async () => {
  const product = places.product('C-NA2SO4');
  for (const [batchNo, expiresOn] of [
    ['late', '2031-01-01'],
    ['soon', '2027-03-01'],
    ['mid', '2029-01-01'],
  ] as const) {
    await deposited(cast, { warehouseId: places.w2, lines: [lineOf(product, '2', { batchNo, expiresOn })] });
  }
  const document = await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines: [lineOf(product, '3')] });
  expect(Object.fromEntries(document.lines[0]!.boxes.map((box) => [box.batchNo, box.qty]))).toEqual({ mid: '1', soon: '2' });
});

test('[S5.30] lines of the same product are summed: two cannot each spend the same unit, and nothing is promised', async () => {
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

test('controlled goods take two levels, by two people, and toxic ones a second keeper', async () => {
  const lines = [lineOf(places.product('C-NACN'), '2', { batchNo: 'T1', expiresOn: '2029-01-01' })];
  const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines });
  expect(sent).toMatchObject({ levels: 2, controlled: true, toxic: true });
  const params = { id: sent.id };
  const early = await cast.reviewer2.call(routes.approveTransaction, { params, body: { rev: sent.rev } });
  expect(early.error.code).toBe('NOT_REVIEWER');
  const first = (await cast.reviewer.call(routes.approveTransaction, { params, body: { rev: sent.rev } })).data;
  expect(first).toMatchObject({ state: 'REVIEW_2', reviewLevel: 2 });
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const second = (await manager.call(routes.approveTransaction, { params, body: { rev: first.rev } })).data;
  const placed = await assigned(cast, second);
  expect(placed.lines[0]!.boxes[0]!.boxCode).toMatch(/^W1-S01/);
  const alone = await cast.keeper.call(routes.finishTransaction, { params, body: { rev: placed.rev } });
  expect(alone.error.code).toBe('SECOND_KEEPER_NEEDED');
  const own = (await cast.keeper.call(routes.cosignTransaction, { params, body: { rev: placed.rev } })).data;
  const same = await cast.keeper.call(routes.finishTransaction, { params, body: { rev: own.rev } });
  expect(same.error.code).toBe('SAME_KEEPER');
  const other = (await cast.keeper2.call(routes.cosignTransaction, { params, body: { rev: own.rev } })).data;
  const done = (await cast.keeper.call(routes.finishTransaction, { params, body: { rev: other.rev } })).data;
  expect(done.state).toBe('DONE');
  expect(await ledgerOf(sent.id)).toMatchObject([{ actor1_id: cast.keeper.id, actor2_id: cast.keeper2.id }]);
});

test('[S6.44] the same person does not give both reviews, and nobody reviews an own application', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const lines = [lineOf(places.product('C-KNO3'), '1', { batchNo: 'K1', expiresOn: '2029-01-01' })];
  const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines });
  const params = { id: sent.id };
  const first = (await manager.call(routes.approveTransaction, { params, body: { rev: sent.rev } })).data;
  const again = await manager.call(routes.approveTransaction, { params, body: { rev: first.rev } });
  expect(again).toMatchObject({ status: 403, error: { code: 'SAME_REVIEWER' } });

  const db = world.services.db;
  await db
    .insertInto('sys_user_role')
    .values([{ user_id: manager.id, role_code: 'ROLE_TEACHER' }])
    .execute();
  const lab = await db.selectFrom('wms_org').where('code', '=', 'LAB-BIO').select('id').executeTakeFirstOrThrow();
  await db.insertInto('wms_org_user').values({ org_id: lab.id, user_id: manager.id }).execute();
  const asTeacher = await world.as('manager', 'ROLE_TEACHER', 'LAB-BIO');
  const own = await submitted(asTeacher, { type: 'INBOUND', warehouseId: places.w2, lines: [salt('1')] });
  const refused = await (
    await world.as('manager', 'ROLE_WAREHOUSE_ADMIN')
  ).call(routes.approveTransaction, { params: { id: own.id }, body: { rev: own.rev } });
  expect(refused).toMatchObject({ status: 403, error: { code: 'OWN_APPLICATION' } });
});

test('[S1.05, S1.06] a reviewer returns with a reason, the applicant mends and submits again in a new round', async () => {
  const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [salt('9')] });
  const params = { id: sent.id };
  const silent = await cast.reviewer.call(routes.returnTransaction, { params, body: { rev: sent.rev, comment: ' ' } });
  expect(silent).toMatchObject({ status: 422, error: { data: { fields: [{ path: 'comment' }] } } });
  const back = (await cast.reviewer.call(routes.returnTransaction, { params, body: { rev: sent.rev, comment: '数量请核对' } }))
    .data;
  expect(back.state).toBe('RETURNED');
  const body = { type: 'INBOUND' as const, warehouseId: places.w2, lines: [salt('8')], rev: back.rev };
  const mended = (await cast.teacher.call(routes.updateTransaction, { params, body })).data;
  expect(mended.lines[0]).toMatchObject({ qtyReq: '8' });
  const again = (await cast.teacher.call(routes.submitTransaction, { params, body: { rev: mended.rev } })).data;
  expect(again).toMatchObject({ state: 'SUBMITTED', round: 2 });
  const rejected = (await cast.reviewer.call(routes.rejectTransaction, { params, body: { rev: again.rev, comment: '不需要' } }))
    .data;
  expect(rejected.state).toBe('REJECTED');
  const dead = await cast.teacher.call(routes.submitTransaction, { params, body: { rev: rejected.rev } });
  expect(dead).toMatchObject({ status: 409, error: { code: 'ILLEGAL_TRANSITION' } });
});

test('turning down, withdrawing and voiding set promised stock free again', async () => {
  const product = places.product('W-BEAKER-250');
  const unit = { unit: 'PIECE' };
  await deposited(cast, { warehouseId: places.w2, lines: [lineOf(product, '20', unit)] });
  const collect = () =>
    submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines: [lineOf(product, '5', unit)] });
  const promised = async () => sum((await stockOf('W-BEAKER-250')).map((row) => row.reserved));
  for (const end of ['rejectTransaction', 'returnTransaction'] as const) {
    const sent = await collect();
    expect(await promised()).toBe('5');
    await cast.reviewer.call(routes[end], { params: { id: sent.id }, body: { rev: sent.rev, comment: '否' } });
    expect(await promised()).toBe('0');
  }
  const sent = await collect();
  const taken = await cast.teacher.call(routes.withdrawTransaction, { params: { id: sent.id }, body: { rev: sent.rev } });
  expect(taken.data.state).toBe('CANCELED');
  expect(await promised()).toBe('0');
  const passed = await approved(cast, await collect());
  const gone = await cast.keeper.call(routes.voidTransaction, {
    params: { id: passed.id },
    body: { rev: passed.rev, comment: '重复' },
  });
  expect(gone.data.state).toBe('CANCELED');
  expect(await promised()).toBe('0');
});

test('a reviewer approves less, and only that much stays promised and is done', async () => {
  const product = places.product('W-CYL-100');
  const unit = { unit: 'PIECE' };
  await deposited(cast, { warehouseId: places.w2, lines: [lineOf(product, '10', unit)] });
  const sent = await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines: [lineOf(product, '6', unit)] });
  const params = { id: sent.id };
  const lineId = sent.lines[0]!.id;
  const more = await cast.reviewer.call(routes.approveTransaction, {
    params,
    body: { rev: sent.rev, lines: [{ lineId, qtyAppr: '7' }] },
  });
  expect(more.error.code).toBe('QTY_APPROVED');
  const less = (
    await cast.reviewer.call(routes.approveTransaction, { params, body: { rev: sent.rev, lines: [{ lineId, qtyAppr: '2' }] } })
  ).data;
  expect(less.lines[0]).toMatchObject({ qtyReq: '6', qtyAppr: '2' });
  expect(await stockOf('W-CYL-100')).toMatchObject([{ qty: '10', reserved: '2' }]);
  const done = await finished(cast, await assigned(cast, less));
  expect(done.state).toBe('DONE');
  expect(await stockOf('W-CYL-100')).toMatchObject([{ qty: '8', reserved: '0' }]);
});

test('a part is done now and the rest later, or given up', async () => {
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
  expect(await stockOf('P-TUBE-50')).toMatchObject([{ qty: '9' }]);
});

test('a move takes from one box and puts into another in one commit, whoever owns the goods', async () => {
  const product = places.product('E-HOTPLATE');
  await deposited(cast, { warehouseId: places.w2, lines: [lineOf(product, '3', { unit: 'UNIT' })] }, places.box('W2-A-R2-B1'));
  const [stock] = await stockOf('E-HOTPLATE');
  const sent = await submitted(cast.keeper, {
    type: 'MOVE',
    warehouseId: places.w2,
    lines: [lineOf(product, '2', { unit: 'UNIT', productBoxId: stock!.id })],
  });
  expect(sent).toMatchObject({ state: 'APPROVED', levels: 0 });
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

test('goods do not move into the box they lie in', async () => {
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
  expect(english.error.message).toBe(`The goods lie in box ${at} already`);
  expect((await assign(places.box('W2-B-R2-B2'))).data.state).toBe('EXECUTING');
});

test('a finished document is taken back by a linked one, once, while its stock is there', async () => {
  const product = places.product('W-FLASK-500');
  const unit = { unit: 'PIECE' };
  const done = await deposited(cast, { warehouseId: places.w2, lines: [lineOf(product, '4', unit)] });
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
  expect(await ledgerOf(reversal.id)).toMatchObject([{ kind: 'REVERSAL', qty_delta: '-4' }]);
  expect(await stockOf('W-FLASK-500')).toMatchObject([{ qty: '0' }]);
  const original = (await cast.teacher.call(routes.getTransaction, { params })).data;
  expect(original).toMatchObject({ reversed: true, reversedById: reversal.id });
  const twice = await cast.reviewer2.call(routes.reverseTransaction, { params, body: { rev: original.rev, comment: '录错' } });
  expect(twice.error.code).toBe('ILLEGAL_TRANSITION');
});

test('an expired batch comes in with two levels and a reason', async () => {
  const lines = [salt('1', { batchNo: 'OLD', expiresOn: '2020-01-01' })];
  const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
  expect(sent.levels).toBe(2);
  const params = { id: sent.id };
  const first = (await cast.reviewer.call(routes.approveTransaction, { params, body: { rev: sent.rev } })).data;
  const silent = await cast.reviewer2.call(routes.approveTransaction, { params, body: { rev: first.rev } });
  expect(silent.error).toMatchObject({ code: 'EXPIRED_BATCH', data: { fields: [{ path: 'comment' }] } });
  const second = await cast.reviewer2.call(routes.approveTransaction, {
    params,
    body: { rev: first.rev, comment: '仅用于教学' },
  });
  expect(second.data.state).toBe('APPROVED');
});
