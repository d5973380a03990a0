// Recalled batches and frozen stock while a collection holds some of it.
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { batchRoutes } from '@kuwei/contract/wms/batch';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approved,
  assigned,
  deposited,
  draft,
  lineOf,
  openScene,
  saltLine,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import { expectInvariants } from '../../../test/_invariants.ts';
import { post } from '../../../test/_stock.ts';
import type { Person, World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());

async function recall(batchNo: string): Promise<void> {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const { id, rev } = await world.services.db
    .selectFrom('wms_batch')
    .where('batch_no', '=', batchNo)
    .select(['id', 'rev'])
    .executeTakeFirstOrThrow();
  const body = { status: 'RECALLED', reason: '供应商通知', rev } as const;
  expect((await manager.call(batchRoutes.setBatchStatus, { params: { id }, body })).status).toBe(200);
}
const out = (...batches: string[]) =>
  submitted(cast.teacher, {
    type: 'OUTBOUND',
    warehouseId: places.w2,
    lines: batches.map((batchNo) => saltLine(places, '2', { batchNo, expiresOn: null })),
  });

test('[F-D9] a recall shows at once in list and document; the line can be cancelled while the others continue', async () => {
  for (const batchNo of ['D9-1', 'D9-2'])
    await deposited(cast, { warehouseId: places.w2, lines: [saltLine(places, '5', { batchNo })] });
  const { id, rev, lines: reserved } = await approved(cast, await out('D9-1', 'D9-2'));
  const params = { id };
  const lines = reserved.map((line) => ({
    lineId: line.id,
    boxes: line.boxes.map(({ productBoxId, qty }) => ({ productBoxId, boxId: null, qty })),
  }));
  const document = (await cast.keeper.call(routes.assignBoxes, { params, body: { rev, lines } })).data;
  expect(document.lines.map(({ risks }) => risks)).toEqual([[], []]);
  await recall('D9-1');

  for (const person of [cast.keeper, cast.reviewer, cast.teacher]) {
    const { data } = await person.call(routes.getTransaction, { params });
    expect(data.lines.map(({ risks, boxes }) => ({ risks, blocked: boxes[0]!.blocked }))).toEqual([
      { risks: ['RECALLED'], blocked: 'RECALLED' },
      { risks: [], blocked: null },
    ]);
    const { list } = (await person.call(routes.listTransactions, { query: { type: 'OUTBOUND' } })).data;
    expect(list.find(({ id }) => id === document.id)?.risks).toEqual(['RECALLED']);
  }

  const [line] = document.lines;
  const body = { rev: document.rev, lineId: line!.id, comment: '批次已召回' };
  expect((await cast.teacher.call(routes.cutLine, { params, body })).status).toBe(403);
  const cut = (await cast.keeper.call(routes.cutLine, { params, body })).data;
  expect(cut).toMatchObject({
    state: 'EXECUTING',
    lines: [{ qtyAppr: '0', rejectReason: '批次已召回', risks: [], boxes: [] }, {}],
  });
  const again = await cast.keeper.call(routes.cutLine, { params, body: { ...body, rev: cut.rev } });
  expect(again).toMatchObject({ status: 404, error: { data: { fields: [{ path: 'lineId' }] } } });
  const { code } = (await cast.teacher.call(routes.getPickupCode, { params })).data;
  const done = await cast.keeper.call(routes.finishTransaction, { params, body: { rev: cut.rev, pickupCode: code } });
  expect(done.data.state).toBe('DONE');
  await expectInvariants(world.services.db);
});

test("[F-U8] a recalled batch can move only within its warehouse; frozen stock can't move", async () => {
  await deposited(cast, { warehouseId: places.w2, lines: [saltLine(places, '5', { batchNo: 'D9-MOVE' })] });
  await recall('D9-MOVE');
  const { db } = world.services;
  const stock = await db
    .selectFrom('wms_product_box as s')
    .innerJoin('wms_batch as b', 'b.id', 's.batch_id')
    .where('b.batch_no', '=', 'D9-MOVE')
    .select(['s.id', 's.box_id'])
    .executeTakeFirstOrThrow();
  const move = (more = {}) =>
    draft(cast.keeper, {
      type: 'MOVE',
      warehouseId: places.w2,
      lines: [saltLine(places, '3', { batchNo: null, expiresOn: null, productBoxId: stock.id })],
      ...more,
    });
  const submit = async ({ id, rev }: { id: string; rev: number }) =>
    cast.keeper.call(routes.submitTransaction, { params: { id }, body: { rev } });
  const elsewhere = await submit(await move({ targetWarehouseId: places.w1 }));
  expect(elsewhere.error.code).toBe('STOCK_FROZEN');

  const sent = (await submit(await move())).data;
  expect(sent.lines[0]!.boxes.map(({ blocked }) => blocked)).toEqual([null]);
  const params = { id: sent.id };
  const [suggested] = (await cast.keeper.call(routes.suggestBoxes, { params, body: {} })).data;
  expect(suggested!.boxes[0]!.productBoxId).toBe(stock.id);
  const boxes = [{ productBoxId: stock.id, boxId: suggested!.boxes[0]!.boxId, qty: '3' }];
  const body = { rev: sent.rev, lines: [{ lineId: sent.lines[0]!.id, boxes }] };
  const placed = (await cast.keeper.call(routes.assignBoxes, { params, body })).data;
  expect((await cast.keeper.call(routes.finishTransaction, { params, body: { rev: placed.rev } })).data.state).toBe('DONE');

  await db.updateTable('wms_batch').set({ status: 'OK' }).where('batch_no', '=', 'D9-MOVE').execute();
  await db.updateTable('wms_product_box').set({ frozen: true, frozen_reason: '待查' }).where('id', '=', stock.id).execute();
  expect(
    (await submit(await move({ lines: [saltLine(places, '1', { batchNo: null, expiresOn: null, productBoxId: stock.id })] })))
      .error.code,
  ).toBe('STOCK_FROZEN');
  await expectInvariants(db);
});

test('[F-D9] cancelling the last line cancels the document, or finishes it with what was posted', async () => {
  await deposited(cast, { warehouseId: places.w2, lines: [saltLine(places, '9', { batchNo: 'D9-3' })] });
  const cutAll = async (document: { id: string; rev: number; lines: { id: string }[] }) => {
    const body = { rev: document.rev, lineId: document.lines[0]!.id, comment: '不再需要' };
    return (await cast.keeper.call(routes.cutLine, { params: { id: document.id }, body })).data.state;
  };
  expect(await cutAll(await approved(cast, await out('D9-3')))).toBe('CANCELED');

  const placed = await assigned(cast, await approved(cast, await out('D9-3')));
  const params = { id: placed.id };
  const { code } = (await cast.teacher.call(routes.getPickupCode, { params })).data;
  const boxes = [{ id: placed.lines[0]!.boxes[0]!.id, qty: '1' }];
  const part = await cast.keeper.call(routes.finishTransaction, { params, body: { rev: placed.rev, pickupCode: code, boxes } });
  expect(await cutAll(part.data)).toBe('DONE');
  await expectInvariants(world.services.db);
});

/** Warnings that a person received about a document, in Chinese and English. */
async function warningsOf(person: Person, { id }: { id: string }): Promise<string[]> {
  const inboxIn = async (language: string) =>
    (await person.call(msgInboxRoutes.listMine, { query: { size: 200 }, headers: { 'accept-language': language } })).data.list;
  const both = [...(await inboxIn('zh')), ...(await inboxIn('en'))];
  return both.filter(({ objectId, kind }) => objectId === id && kind === 'WARN').map(({ content }) => content);
}
const containing = (...texts: string[]) => texts.map((text) => expect.stringContaining(text) as string);

test("[F-3U14] a recall message tells each recipient what they can do in the document's current state", async () => {
  const stocked = async (batchNo: string) => {
    await deposited(cast, { warehouseId: places.w2, lines: [saltLine(places, '5', { batchNo })] });
    return out(batchNo);
  };
  const waiting = await stocked('NX-1');
  await recall('NX-1');
  expect(await warningsOf(cast.teacher, waiting)).toEqual(
    containing(
      '已召回，不能出入库。请撤回，修改或删除该行后重新提交。原因：供应商通知',
      'Withdraw it, change or delete the line',
    ),
  );
  expect(await warningsOf(cast.reviewer, waiting)).toEqual(
    containing('请退回申请人修改，或拒绝。', 'Return it to the applicant'),
  );

  const ready = await approved(cast, await stocked('NX-2'));
  await recall('NX-2');
  expect(await warningsOf(cast.teacher, ready)).toEqual(
    containing('保管员会改用其他批次或取消该行，您无需操作。', 'You don’t need to do anything.'),
  );
  expect(await warningsOf(cast.keeper, ready)).toEqual(
    containing('请改用其他批次，或取消该行。', 'Take another batch, or cancel'),
  );

  const deposit = async (batchNo: string) => {
    await stocked(batchNo);
    const lines = [saltLine(places, '1', { batchNo })];
    return submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
  };
  const sent = await deposit('NX-3');
  const body = { rev: sent.rev, comment: '请补充' };
  const returned = (await cast.reviewer.call(routes.returnTransaction, { params: { id: sent.id }, body })).data;
  await recall('NX-3');
  expect(await warningsOf(cast.teacher, returned)).toEqual(
    containing('请修改或删除该行后重新提交。', 'Change or delete the line, then submit again.'),
  );

  const coming = await approved(cast, await deposit('NX-4'));
  await recall('NX-4');
  expect(await warningsOf(cast.keeper, coming)).toEqual(containing('请勿接收这个批次', 'Don’t accept this batch'));
  expect(await warningsOf(cast.teacher, coming)).toEqual(containing('请与供货方联系', 'contact your supplier'));
});

test("[F-3U14] a partly reviewed application can't be withdrawn, and its message to the applicant reflects that", async () => {
  const { db } = world.services;
  await post(db, [{ product: 'C-ACETONE', owner: 'LAB-CATALYSIS', box: 'W1-C01-R1-B1', qty: '5', batch: 'NX-5' }]);
  const lines = [lineOf(places.product('C-ACETONE'), '1', { batchNo: 'NX-5' })];
  const sent = await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w1, lines });
  const params = { id: sent.id };
  const begun = (await cast.reviewer.call(routes.approveTransaction, { params, body: { rev: sent.rev } })).data;
  expect(begun).toMatchObject({ state: 'SUBMITTED', levels: 2 });
  await recall('NX-5');
  expect(await warningsOf(cast.teacher, sent)).toEqual(containing('审核已经开始，不能撤回', 'you can’t withdraw it'));
  expect((await cast.teacher.call(routes.withdrawTransaction, { params, body: { rev: begun.rev, comment: null } })).status).toBe(
    409,
  );
});

test('[F-3U14] only the executing storekeeper is told to choose another box', async () => {
  const lines = [saltLine(places, '1', { batchNo: 'NX-6' })];
  const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
  const placed = await assigned(cast, await approved(cast, sent), places.box('W2-A-R2-B2'));
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const params = { id: places.box('W2-A-R2-B2') };
  const { rev } = (await manager.call(boxRoutes.getBox, { params })).data;
  await manager.call(boxRoutes.setBoxState, { params, body: { state: 'LOCKED', lockReason: 'MAINTENANCE', rev } });
  expect(await warningsOf(cast.keeper, placed)).toEqual(
    containing('请改用其他库位，或等待解锁。', 'Choose another box, or wait'),
  );
  expect(await warningsOf(cast.teacher, placed)).toEqual(containing('保管员会另选库位，您无需操作。', 'will choose another box'));
});
