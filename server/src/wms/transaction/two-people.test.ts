import { transactionForm } from '@kuwei/contract/wms/transaction-form';
// What needs two people can't be done by one, by any detour.
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { workRoutes } from '@kuwei/contract/bpm/work';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { productForm, productRoutes, type ProductForm } from '@kuwei/contract/wms/product';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { todoRoutes } from '@kuwei/contract/wms/todo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDefaults } from '../../../test/_with-defaults.ts';
import {
  approved,
  assigned,
  cosign,
  deposited,
  draft,
  lineOf,
  saltLine,
  openScene,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import { post } from '../../../test/_stock.ts';
import type { Person, World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
let manager: Person;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

let batch = 0;
const toxic = (qty: string) => lineOf(places.product('C-NACN'), qty, { batchNo: `TOXIC-${batch++}`, expiresOn: '2099-01-01' });
const reverse = (person: Person, { id, rev }: { id: string; rev: number }) =>
  person.call(routes.reverseTransaction, { params: { id }, body: { rev, comment: '录错' } });
const ask = async (person: Person, { id, rev }: { id: string; rev: number }) =>
  (await person.call(routes.askReversal, { params: { id }, body: { rev, comment: '录错' } })).data;
const saltDeposit = () => ({ type: 'INBOUND' as const, warehouseId: places.w2, lines: [saltLine(places)] });
const keepersOf = (id: string) =>
  world.services.db.selectFrom('wms_ledger').where('transaction_id', '=', id).select(['actor1_id', 'actor2_id']).execute();
const actAs = async (id: string, pageRole: string, orgId: string | null = null): Promise<Person> => {
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const { token } = (await admin.call(proxyRoutes.switchToUser, { body: { id, reason: '协助核对库存' } })).data;
  const acting = await world.with(token, pageRole);
  if (orgId !== null) await acting.call(orgRoutes.switchOrg, { body: { orgId } });
  return acting;
};

test("reversing highly toxic goods needs two people: confirming the deposit doesn't confirm its reversal", async () => {
  const done = await deposited(cast, { warehouseId: places.w1, lines: [toxic('2')] });
  const alone = await reverse(cast.reviewer2, done);
  expect(alone).toMatchObject({ status: 422, error: { code: 'SECOND_KEEPER_NEEDED' } });
  // A reversal that was not requested can't be confirmed.
  expect((await cosign(manager, done)).error.code).toBe('ILLEGAL_TRANSITION');
  const own = (await cosign(manager, await ask(cast.reviewer2, done))).data;
  expect(own).toMatchObject({ state: 'DONE', cosignedBy: manager.id });
  expect((await reverse(manager, own)).error.code).toBe('SAME_KEEPER');
  const other = (await cosign(cast.keeper, own)).data;
  const reversal = (await reverse(manager, other)).data;
  expect(reversal).toMatchObject({ state: 'DONE', reversesId: done.id });
  expect(await keepersOf(reversal.id)).toEqual([{ actor1_id: manager.id, actor2_id: cast.keeper.id }]);
  const recordsOf = async (id: string) => (await manager.call(routes.listRecords, { params: { id } })).data;
  const before = await recordsOf(done.id);
  const second = before.findLast(({ action }) => action === 'cosign')!.actorName;
  expect(before.filter(({ secondName }) => secondName !== null)).toMatchObject([{ action: 'reverse', secondName: second }]);
  expect(await recordsOf(reversal.id)).toMatchObject([{ action: 'reverse', secondName: second }]);
  const original = (await manager.call(routes.getTransaction, { params: { id: done.id } })).data;
  for (const over of [original, reversal]) expect((await cosign(cast.keeper2, over)).error.code).toBe('ILLEGAL_TRANSITION');
});

test('[F-V5] a second storekeeper confirms only a requested reversal, and has it among the to-dos', async () => {
  const done = await deposited(cast, { warehouseId: places.w1, lines: [toxic('1')] });
  const waits = async (person: Person) =>
    (await person.call(todoRoutes.listMyTodos)).data
      .filter(({ kind }) => kind === 'REVERSAL')
      .flatMap(({ documents }) => documents.map(({ id, link }) => [id, link]));
  expect(done).toMatchObject({ twoToReverse: true, reversalAsked: false, reversalReason: null });
  expect(await waits(cast.keeper)).toEqual([]);
  expect(
    (await cast.keeper.call(routes.askReversal, { params: { id: done.id }, body: { rev: done.rev, comment: 'x' } })).status,
  ).toBe(403);

  const asked = await ask(cast.reviewer2, done);
  expect(asked).toMatchObject({ state: 'DONE', reversalAsked: true });
  expect(await waits(cast.keeper)).toEqual([[done.id, `/admin/wms/transaction/inbound/edit?id=${done.id}`]]);
  const messages = (await cast.keeper.call(msgInboxRoutes.listMine, { query: { q: done.no } })).data.list;
  expect(messages.map(({ title, ended }) => [title, ended])).toContainEqual([`待确认冲销：${done.no}`, null]);
  const signed = (await cosign(cast.keeper, asked)).data;
  // The reason is given once, and kept until the reversal is made.
  expect([asked.reversalReason, signed.reversalReason]).toEqual(['录错', '录错']);
  expect(await waits(cast.keeper2)).toEqual([]);
  const reversal = (await reverse(cast.reviewer2, signed)).data;
  expect(reversal).toMatchObject({ reversesId: done.id, reversalReason: null });

  const plain = await deposited(cast, { warehouseId: places.w2, lines: [saltLine(places, '1', { batchNo: 'ASK-1' })] });
  const pointless = await cast.reviewer2.call(routes.askReversal, {
    params: { id: plain.id },
    body: { rev: plain.rev, comment: 'x' },
  });
  expect(pointless.error.code).toBe('ILLEGAL_TRANSITION');
});

test('[S6.44] confirming the rest does not confirm the reversal of what was done before', async () => {
  const lines = [toxic('1'), toxic('2')];
  const sent = await approved(cast, await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines }));
  const params = { id: sent.id };
  const now = async () => (await cast.keeper.call(routes.getTransaction, { params })).data;
  const place = async (at: number) => {
    const { rev, lines: stored } = await now();
    const suggested = (await cast.keeper.call(routes.suggestBoxes, { params, body: { planned: [] } })).data;
    const { lineId, boxes } = suggested.find((each) => each.lineId === stored[at]!.id)!;
    const targets = boxes.map(({ productBoxId, boxId, qty }) => ({ productBoxId, boxId, qty }));
    return cast.keeper.call(routes.assignBoxes, { params, body: { rev, lines: [{ lineId, boxes: targets }] } });
  };
  await place(0);
  expect((await cosign(cast.keeper2, await now())).data.cosignedFor).toBe('FINISH');
  const partly = (await cast.keeper.call(routes.finishTransaction, { params, body: { rev: (await now()).rev } })).data;
  expect(partly).toMatchObject({ state: 'PARTIAL', planned: false, cosignedBy: null });
  expect((await cosign(cast.keeper2, partly)).error.code).toBe('ILLEGAL_TRANSITION');
  await place(1);
  const rest = (await cosign(cast.keeper2, await now())).data;
  expect((await reverse(cast.reviewer2, rest)).error.code).toBe('SECOND_KEEPER_NEEDED');
  const asked = await ask(cast.reviewer2, rest);
  const todos = async (person: Person) =>
    (await person.call(todoRoutes.listMyTodos)).data
      .filter(({ documents }) => documents.some(({ id }) => id === sent.id))
      .map(({ kind }) => kind);
  // The rest and the requested reversal both wait for the second storekeeper.
  expect(await todos(cast.keeper2)).toEqual(expect.arrayContaining(['COSIGN', 'REVERSAL']));
  const confirmed = (await cosign(cast.keeper2, asked)).data;
  expect(confirmed.cosignedFor).toBe('REVERSAL');
  expect(await todos(cast.keeper2)).toContain('COSIGN');
  const finishing = await cast.keeper.call(routes.finishTransaction, { params, body: { rev: confirmed.rev } });
  expect(finishing.error.code).toBe('SECOND_KEEPER_NEEDED');
  const reversal = (await reverse(cast.reviewer2, confirmed)).data;
  expect(await keepersOf(reversal.id)).toEqual([{ actor1_id: cast.reviewer2.id, actor2_id: cast.keeper2.id }]);
});

test('taking another batch than requested needs a reason, and the document shows both', async () => {
  const { db } = world.services;
  const salt = { product: 'C-NACL', owner: 'LAB-CATALYSIS', box: 'W2-B-R1-B1', qty: '5' };
  await post(db, [
    { ...salt, batch: 'SOON', expiresOn: '2030-01-01' },
    { ...salt, batch: 'ASKED', expiresOn: '2031-01-01' },
  ]);
  const line = saltLine(places, '2', { batchNo: 'ASKED', expiresOn: null });
  const sent = await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines: [line] });
  const { id, rev, lines } = await approved(cast, sent);
  const params = { id };
  const [suggested] = (await cast.keeper.call(routes.suggestBoxes, { params, body: {} })).data;
  expect(suggested!.boxes).toMatchObject([{ batchNo: 'ASKED', reason: '申请指定' }]);
  const other = await db
    .selectFrom('wms_product_box as s')
    .innerJoin('wms_batch as b', 'b.id', 's.batch_id')
    .where('b.batch_no', '=', 'SOON')
    .select('s.id')
    .executeTakeFirstOrThrow();
  const boxes = [{ productBoxId: other.id, boxId: null, qty: '2' }];
  const body = { rev, lines: [{ lineId: lines[0]!.id, boxes }] };
  const placed = (await cast.keeper.call(routes.assignBoxes, { params, body })).data;
  const { code } = (await cast.teacher.call(routes.getPickupCode, { params })).data;
  const finish = (comment: string | null) =>
    cast.keeper.call(routes.finishTransaction, { params, body: { rev: placed.rev, pickupCode: code, comment } });
  expect((await finish(null)).error).toMatchObject({ code: 'COMMENT_NEEDED', data: { fields: [{ path: 'comment' }] } });
  const done = (await finish('先到期，经申请人同意')).data;
  expect(done.lines[0]).toMatchObject({ batchNo: 'ASKED', boxes: [{ batchNo: 'SOON' }] });
});

test('the database refuses a ledger entry whose actor is also the second storekeeper', async () => {
  const { db } = world.services;
  const done = await deposited(cast, { warehouseId: places.w1, lines: [toxic('1')] });
  const row = await db.selectFrom('wms_ledger').where('transaction_id', '=', done.id).selectAll().executeTakeFirstOrThrow();
  const entry = { n: 0, productBoxId: row.product_box_id, qty: '-1', kind: 'OUT', lineId: row.line_id };
  const same = sql`select * from wms_post(${done.id}, ${cast.keeper.id}, ${cast.keeper.id}, null, ${JSON.stringify([entry])}::jsonb)`;
  await expect(same.execute(db)).rejects.toMatchObject({ constraint: 'wms_ledger_two_keepers' });
});

test("the control class of a product can't be removed while it is in stock or on its way", async () => {
  const params = { id: places.product('C-NACN') };
  await deposited(cast, { warehouseId: places.w1, lines: [toxic('1')] });
  const lift = async (id: string) => {
    const { data: now } = await manager.call(productRoutes.getProduct, { params: { id } });
    const keys = Object.keys(productForm.shape) as (keyof ProductForm)[];
    const form = Object.fromEntries(keys.map((key) => [key, now[key]])) as ProductForm;
    return manager.call(productRoutes.updateProduct, { params: { id }, body: { ...form, controlFlags: [], rev: now.rev } });
  };
  const refused = { status: 409, error: { code: 'PRODUCT_CONTROLS_FIXED', data: { fields: [{ path: 'controlFlags' }] } } };
  expect(await lift(params.id)).toMatchObject(refused);
  expect((await manager.call(productRoutes.getProduct, { params })).data.controlFlags).toContain('TOXIC');

  const other = places.product('C-KNO3');
  const sent = await submitted(cast.teacher, {
    type: 'INBOUND',
    warehouseId: places.w1,
    lines: [lineOf(other, '1', { batchNo: 'WAY', expiresOn: '2099-01-01' })],
  });
  expect(await lift(other)).toMatchObject(refused);
  await cast.teacher.call(routes.cancelTransaction, { params: { id: sent.id }, body: { rev: sent.rev, comment: '不再需要' } });
  expect((await lift(other)).data.controlFlags).toEqual([]);
});

test('goods that became highly toxic during their document need two storekeepers', async () => {
  const product = places.product('C-SILICA');
  const sent = await submitted(cast.teacher, {
    type: 'INBOUND',
    warehouseId: places.w1,
    lines: [lineOf(product, '1', { batchNo: 'S' })],
  });
  const placed = await assigned(cast, await approved(cast, sent));
  expect(placed.toxic).toBe(false);
  await world.services.db
    .updateTable('wms_product')
    .set({ control_flags: ['TOXIC'] })
    .where('id', '=', product)
    .execute();
  const params = { id: sent.id };
  expect((await cast.keeper.call(routes.getTransaction, { params })).data.toxic).toBe(true);
  const alone = await cast.keeper.call(routes.finishTransaction, { params, body: { rev: placed.rev } });
  expect(alone.error.code).toBe('SECOND_KEEPER_NEEDED');
  const { rev } = (await cosign(cast.keeper2, placed)).data;
  await cast.keeper.call(routes.finishTransaction, { params, body: { rev } });
  expect(await keepersOf(sent.id)).toEqual([{ actor1_id: cast.keeper.id, actor2_id: cast.keeper2.id }]);
});

test("[F-3L6] a user who drafted an application while acting as another can't review it, even if another submits it", async () => {
  const asTeacher = await actAs(cast.teacher.id, 'ROLE_TEACHER', (await draft(cast.teacher, saltDeposit())).ownerOrgId);
  const made = await draft(asTeacher, saltDeposit());
  const sent = (await cast.teacher.call(routes.submitTransaction, { params: { id: made.id }, body: { rev: made.rev } })).data;
  const { barred } = await world.services.db
    .selectFrom('bpm_instance')
    .where('biz_id', '=', made.id)
    .select('barred')
    .executeTakeFirstOrThrow();
  const admin = await world.as('admin', 'ROLE_ADMIN');
  expect(barred.toSorted()).toEqual([admin.id, cast.teacher.id].toSorted());
  const asReviewer = await actAs(cast.reviewer.id, 'ROLE_WAREHOUSE_ADMIN');
  const todo = async (person: Person) => (await person.call(workRoutes.listTodo)).data.list.map(({ bizId }) => bizId);
  expect(await todo(asReviewer)).not.toContain(made.id);
  expect(await todo(cast.reviewer)).toContain(made.id);
  const refused = await asReviewer.call(routes.approveTransaction, { params: { id: made.id }, body: { rev: sent.rev } });
  expect(refused).toMatchObject({ status: 403, error: { code: 'OWN_APPLICATION' } });
});

test("a user who changed or submitted an application while acting as another can't review it as a third", async () => {
  const form = (qty: string) => ({
    type: 'INBOUND' as const,
    warehouseId: places.w2,
    lines: [lineOf(places.product('C-NACL'), qty, { batchNo: 'PROXY', expiresOn: '2031-01-01' })],
  });
  const made = await draft(cast.teacher, form('1'));
  const params = { id: made.id };
  const asTeacher = await actAs(cast.teacher.id, 'ROLE_TEACHER', made.ownerOrgId);
  const changed = (
    await asTeacher.call(routes.updateTransaction, {
      params,
      body: withDefaults(transactionForm, { ...form('77'), rev: made.rev }),
    })
  ).data;
  const sent = (await cast.teacher.call(routes.submitTransaction, { params, body: { rev: changed.rev } })).data;
  const asReviewer = await actAs(cast.reviewer.id, 'ROLE_WAREHOUSE_ADMIN');
  const refused = { status: 403, error: { code: 'OWN_APPLICATION' } };
  expect(await asReviewer.call(routes.approveTransaction, { params, body: { rev: sent.rev } })).toMatchObject(refused);
  const waiting = await asReviewer.call(routes.listTransactions, { query: { type: 'INBOUND', waiting: true } });
  expect(waiting.data.list.map(({ id }) => id)).not.toContain(made.id);

  const back = (await cast.reviewer.call(routes.returnTransaction, { params, body: { rev: sent.rev, comment: '改' } })).data;
  const again = (await cast.teacher.call(routes.submitTransaction, { params, body: { rev: back.rev } })).data;
  expect(await asReviewer.call(routes.approveTransaction, { params, body: { rev: again.rev } })).toMatchObject(refused);
  expect((await cast.reviewer.call(routes.approveTransaction, { params, body: { rev: again.rev } })).data.state).toBe('APPROVED');
});
