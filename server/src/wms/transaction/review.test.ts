// Reviews of applications, and their effect on stock.
import { sum } from '@kuwei/contract/decimal';
import { quotaRoutes } from '@kuwei/contract/wms/org-quota';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { transactionForm } from '@kuwei/contract/wms/transaction-form';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDefaults } from '../../../test/_with-defaults.ts';
import {
  approved,
  assigned,
  cosign,
  deposited,
  finished,
  lineOf,
  openScene,
  saltLine,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import { idOf, ledgerOfDocument, stockOfProduct } from '../../../test/_stock.ts';
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

test('controlled goods need two reviewers, and toxic ones also a second storekeeper', async () => {
  const lines = [lineOf(places.product('C-NACN'), '2', { batchNo: 'T1', expiresOn: '2099-01-01' })];
  const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines });
  expect(sent).toMatchObject({ levels: 2, controlled: true, toxic: true });
  const params = { id: sent.id };
  const early = await cast.reviewer2.call(routes.approveTransaction, { params, body: { rev: sent.rev } });
  expect(early.error.code).toBe('NOT_REVIEWER');
  const first = (await cast.reviewer.call(routes.approveTransaction, { params, body: { rev: sent.rev } })).data;
  expect(first).toMatchObject({ state: 'SUBMITTED', reviewLevel: 2, levels: 2 });
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const second = (await manager.call(routes.approveTransaction, { params, body: { rev: first.rev } })).data;
  const placed = await assigned(cast, second);
  expect(placed.lines[0]!.boxes[0]!.boxCode).toMatch(/^W1-S01/);
  const alone = await cast.keeper.call(routes.finishTransaction, { params, body: { rev: placed.rev } });
  expect(alone.error.code).toBe('SECOND_KEEPER_NEEDED');
  expect((await cosign(cast.keeper, placed)).error.code).toBe('SAME_KEEPER');
  const other = (await cosign(cast.keeper2, placed)).data;
  const same = await cast.keeper2.call(routes.finishTransaction, { params, body: { rev: other.rev } });
  expect(same.error.code).toBe('SAME_KEEPER');
  const done = (await cast.keeper.call(routes.finishTransaction, { params, body: { rev: other.rev } })).data;
  expect(done.state).toBe('DONE');
  expect(await ledgerOf(sent.id)).toMatchObject([{ actor1_id: cast.keeper.id, actor2_id: cast.keeper2.id }]);
});

test("[S6.44] a person can't give both reviews, or review their own application", async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const lines = [lineOf(places.product('C-KNO3'), '1', { batchNo: 'K1', expiresOn: '2099-01-01' })];
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
  await db.insertInto('wms_org_user').values({ org_id: lab.id, user_id: manager.id, relation: 'MEMBER' }).execute();
  const asTeacher = await world.as('manager', 'ROLE_TEACHER', 'LAB-BIO');
  const own = await submitted(asTeacher, { type: 'INBOUND', warehouseId: places.w2, lines: [salt('1')] });
  const refused = await (
    await world.as('manager', 'ROLE_WAREHOUSE_ADMIN')
  ).call(routes.approveTransaction, { params: { id: own.id }, body: { rev: own.rev } });
  expect(refused).toMatchObject({ status: 403, error: { code: 'OWN_APPLICATION' } });
});

test('[S1.05, S1.06] a returned application can be corrected and submitted again in a new round', async () => {
  const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [salt('9')] });
  const params = { id: sent.id };
  const silent = await cast.reviewer.call(routes.returnTransaction, { params, body: { rev: sent.rev, comment: ' ' } });
  expect(silent).toMatchObject({ status: 422, error: { data: { fields: [{ path: 'comment' }] } } });
  const back = (await cast.reviewer.call(routes.returnTransaction, { params, body: { rev: sent.rev, comment: '数量请核对' } }))
    .data;
  expect(back.state).toBe('RETURNED');
  const body = withDefaults(transactionForm, { type: 'INBOUND', warehouseId: places.w2, lines: [salt('8')], rev: back.rev });
  const fixed = (await cast.teacher.call(routes.updateTransaction, { params, body })).data;
  expect(fixed.lines[0]).toMatchObject({ qtyReq: '8' });
  const again = (await cast.teacher.call(routes.submitTransaction, { params, body: { rev: fixed.rev } })).data;
  expect(again).toMatchObject({ state: 'SUBMITTED', round: 2 });
  const rejected = (await cast.reviewer.call(routes.rejectTransaction, { params, body: { rev: again.rev, comment: '不需要' } }))
    .data;
  expect(rejected.state).toBe('REJECTED');
  const dead = await cast.teacher.call(routes.submitTransaction, { params, body: { rev: rejected.rev } });
  expect(dead).toMatchObject({ status: 409, error: { code: 'ILLEGAL_TRANSITION' } });
});

test('rejecting, withdrawing and voiding release reserved stock', async () => {
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
  expect(taken.data).toMatchObject({ state: 'DRAFT', no: sent.no });
  expect(await promised()).toBe('0');
  const passed = await approved(cast, await collect());
  const gone = await cast.keeper.call(routes.voidTransaction, {
    params: { id: passed.id },
    body: { rev: passed.rev, comment: '重复' },
  });
  expect(gone.data.state).toBe('CANCELED');
  expect(await promised()).toBe('0');
});

test('a reviewer can approve less, and only that much stays reserved and is done', async () => {
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

test('[F-J1] an approval must approve something, and at most what each line requested', async () => {
  const { id, rev, lines } = await submitted(cast.teacher, {
    type: 'INBOUND',
    warehouseId: places.w2,
    lines: [salt('3'), salt('2')],
  });
  const approve = (...amounts: string[]) => {
    const wanted = amounts.map((qtyAppr, n) => ({ lineId: lines[n]!.id, qtyAppr, reason: '太多' }));
    return cast.reviewer.call(routes.approveTransaction, { params: { id }, body: { rev, lines: wanted } });
  };
  expect((await approve('0', '0')).error.code).toBe('QTY_APPROVED');
  expect((await approve('4')).error.code).toBe('QTY_APPROVED');
  const { data } = await approve('0', '1');
  expect(data.lines.map(({ qtyAppr }) => qtyAppr)).toEqual(['0', '1']);
});

test('[F-S3] an application that has come to need two reviews since submission gets two', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const quota = { orgId: await idOf(world.services.db, 'wms_org', 'LAB-CATALYSIS'), warehouseId: places.w2, maxBoxes: null };
  const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [salt('5')] });
  expect(sent).toMatchObject({ levels: 1 });
  await sql`update wms_product set unit_volume_l = 1 where code = 'C-NACL'`.execute(world.services.db);
  expect((await manager.call(quotaRoutes.setQuota, { body: { ...quota, maxVolumeL: '4' } })).status).toBe(200);

  const params = { id: sent.id };
  const first = (await cast.reviewer.call(routes.approveTransaction, { params, body: { rev: sent.rev } })).data;
  expect(first).toMatchObject({ state: 'SUBMITTED', levels: 2, reviewLevel: 2 });
  expect((await cast.reviewer.call(routes.approveTransaction, { params, body: { rev: first.rev } })).status).toBe(403);
  await manager.call(quotaRoutes.setQuota, { body: { ...quota, maxVolumeL: null } });
  const second = (await cast.reviewer2.call(routes.approveTransaction, { params, body: { rev: first.rev } })).data;
  expect(second).toMatchObject({ state: 'APPROVED', levels: 2 });
});

test('an expired batch needs two levels and a reason', async () => {
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
