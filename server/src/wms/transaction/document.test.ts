import { transactionForm } from '@kuwei/contract/wms/transaction-form';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { addOtherWarehouse, OTHER_MANAGER, OTHER_ORG } from '../../../test/_other-warehouse.ts';
import { approved, assigned, castOf, deposited, finished, lineOf, placesOf, submitted } from '../../../test/_flow.ts';
import { idOf } from '../../../test/_stock.ts';
import { openWorld, type World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

test('[S3.52] a document shows type, owner, purpose, dates, lines with boxes, reviewers and version', async () => {
  const cast = await castOf(world);
  const places = await placesOf(world);
  const line = lineOf(places.product('C-NACL'), '3', {
    batchNo: 'B-352',
    expiresOn: '2099-12-31',
    unitPrice: '12.5',
    remark: '轻放',
  });
  const sent = await submitted(cast.teacher, {
    type: 'INBOUND',
    warehouseId: places.w2,
    purpose: '合成实验',
    planDate: '2099-01-02',
    lines: [line],
  });
  expect(sent).toMatchObject({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    no: expect.stringMatching(/^IN\d{8}\d{5,}$/),
    type: 'INBOUND',
    source: 'LAB',
    ownerOrgName: '催化化学课题组',
    applicantId: cast.teacher.id,
    warehouseId: places.w2,
    purpose: '合成实验',
    planDate: '2099-01-02',
    state: 'SUBMITTED',
    lines: [
      { product: { code: 'C-NACL' }, qty: '3', unit: 'BOTTLE', batchNo: 'B-352', expiresOn: '2099-12-31', unitPrice: '12.5' },
    ],
  });
  const done = await finished(cast, await assigned(cast, await approved(cast, sent), places.box('W2-A-R1-B1')));
  expect(done.lines[0]!.boxes).toMatchObject([{ boxCode: 'W2-A-R1-B1', qty: '3', qtyDone: '3' }]);
  expect(done.rev).toBeGreaterThan(sent.rev);
  const times = [done.createdAt, done.submittedAt!, done.approvedAt!, done.finishedAt!].map((at) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const records = (await cast.reviewer.call(routes.listRecords, { params: { id: sent.id } })).data;
  expect(records.map((each) => each.action)).toEqual(['create', 'submit', 'approve', 'assign', 'finish']);
  const stale = await cast.keeper.call(routes.voidTransaction, {
    params: { id: sent.id },
    body: { rev: sent.rev, comment: 'x' },
  });
  expect(stale.status).toBe(409);
});

test("a submitted document can't be moved to another organisation's warehouse", async () => {
  const cast = await castOf(world);
  const places = await placesOf(world);
  await addOtherWarehouse(world.services.db);
  const { db } = world.services;
  const org_id = await idOf(db, 'wms_org', OTHER_ORG);
  const other = { id: newId(), org_id, code: 'WB', name: '另一仓库' };
  await db.insertInto('wms_warehouse').values(other).execute();
  const form = (warehouseId: string) => ({
    type: 'INBOUND' as const,
    warehouseId,
    lines: [lineOf(places.product('C-NACL'), '1', { batchNo: 'PASS', expiresOn: '2099-12-31' })],
  });
  const sent = await submitted(cast.teacher, form(places.w2));
  const params = { id: sent.id };
  const { rev } = (await cast.reviewer.call(routes.returnTransaction, { params, body: { rev: sent.rev, comment: '改' } })).data;
  const passed = await cast.teacher.call(routes.updateTransaction, {
    params,
    body: withDefaults(transactionForm, { ...form(other.id), rev }),
  });
  expect(passed).toMatchObject({ status: 422, error: { data: { fields: [{ path: 'warehouseId' }] } } });
  const strangers = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  expect((await strangers.call(routes.getTransaction, { params })).status).toBe(404);
  const within = await cast.teacher.call(routes.updateTransaction, {
    params,
    body: withDefaults(transactionForm, { ...form(places.w1), rev }),
  });
  expect(within.data.warehouseId).toBe(places.w1);
});

test('full-width pick-up codes are accepted, and malformed ones count as wrong', async () => {
  const cast = await castOf(world);
  const places = await placesOf(world);
  const salt = lineOf(places.product('C-NACL'), '1');
  await deposited(cast, { warehouseId: places.w2, lines: [{ ...salt, batchNo: 'WIDE', expiresOn: '2099-12-31' }] });
  const sent = await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines: [salt] });
  const { id, rev } = await assigned(cast, await approved(cast, sent));
  const params = { id };
  const code = (await cast.teacher.call(routes.getPickupCode, { params })).data.code!;
  const finish = (pickupCode: string) => cast.keeper.call(routes.finishTransaction, { params, body: { rev, pickupCode } });
  for (const [wrong, left] of [
    ['一二三四五六', 4],
    ['１２', 3],
  ] as const)
    expect(await finish(wrong)).toMatchObject({
      status: 422,
      error: { code: 'PICKUP_CODE', message: expect.stringContaining(`${left} 次`) },
    });
  const wide = [...code].map((digit) => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0)).join('');
  expect((await finish(wide)).data.state).toBe('DONE');
});

test('[F-3U26] each line names the missing measures of its product', async () => {
  const { db } = world.services;
  const cast = await castOf(world);
  const places = await placesOf(world);
  const productId = places.product('C-NACL');
  const measures = { unit_volume_l: '0.6', unit_mass_kg: '0.6' };
  const sent = await submitted(cast.teacher, {
    type: 'INBOUND',
    warehouseId: places.w2,
    lines: [lineOf(productId, '1', { batchNo: 'B-3U26', expiresOn: '2099-12-31' })],
  });
  const unmeasuredAfter = async (set: Partial<Record<keyof typeof measures, null>>) => {
    await db
      .updateTable('wms_product')
      .set({ ...measures, ...set })
      .where('id', '=', productId)
      .execute();
    const { data } = await cast.keeper.call(routes.getTransaction, { params: { id: sent.id } });
    return data.lines[0]!.unmeasured;
  };
  expect(await unmeasuredAfter({ unit_volume_l: null })).toEqual(['volume']);
  expect(await unmeasuredAfter({ unit_volume_l: null, unit_mass_kg: null })).toEqual(['volume', 'mass']);
  expect(await unmeasuredAfter({})).toEqual([]);
});
