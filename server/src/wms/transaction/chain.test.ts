// Who reviews a document, why it needs two levels, and how a deposit counts towards its owner's quota.
import { sum } from '@kuwei/contract/decimal';
import { quotaRoutes } from '@kuwei/contract/wms/org-quota';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  approved,
  assigned,
  draft,
  lineOf,
  openScene,
  saltLine,
  submit,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import { configure } from '../../../test/_configure.ts';
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

const chainOf = async (person: Person, { id }: Pick<Transaction, 'id'>) =>
  (await person.call(routes.getChain, { params: { id } })).data;
const namesOf = (people: readonly { name: string }[]): string[] => people.map(({ name }) => name).toSorted();
/** One bottle takes 0.6 L. */
const salt = (qty: string) => saltLine(places, qty);
const inbound = (qty: string) => submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [salt(qty)] });
const ownQuota = async (warehouseId = places.w2) =>
  (await cast.teacher.call(quotaRoutes.getOwnQuota, { query: { warehouseId } })).data;
const setQuota = (orgId: string, maxVolumeL: string | null) =>
  manager.call(quotaRoutes.setQuota, { body: { orgId, warehouseId: places.w2, maxBoxes: null, maxVolumeL } });

test('[F-U11] the applicant sees every level with its possible reviewers, and where and when to bring the goods', async () => {
  const document = await submitted(cast.teacher, {
    type: 'INBOUND',
    warehouseId: places.w1,
    lines: [
      lineOf(places.product('C-NACN'), '1', { batchNo: 'CH-1', expiresOn: '2030-01-01' }),
      saltLine(places, '1', { batchNo: 'CH-2', expiresOn: '2020-01-01' }),
    ],
  });
  expect(document).toMatchObject({ warehouseCampus: '主校区', warehouseAddress: '实验东路 8 号 1 层' });
  expect(document.warehouseHours).toContain('8:30');
  await sql`update sys_user set phone = '13800001234' where username = 'keeper'`.execute(world.services.db);
  const first = await chainOf(cast.teacher, document);
  expect(first.levels.map(({ level, state, people }) => [level, state, namesOf(people)])).toEqual([
    [1, 'OPEN', ['周明', '郑建国']],
    [2, 'AHEAD', ['吴静', '郑建国']],
  ]);
  expect(first.reasons.map(({ reason, products, count }) => [reason, products, count])).toEqual([
    ['TOXIC', ['氰化钠'], 1],
    ['EXPIRED', ['氯化钠'], 1],
  ]);
  expect(first.keepers.map(({ name, phone }) => [name, phone])).toEqual([
    ['李保平', '13800001234'],
    ['王秀兰', null],
    ['郑建国', null],
  ]);

  // The first-level reviewer can't decide the second level.
  await manager.call(routes.approveTransaction, { params: { id: document.id }, body: { rev: document.rev } });
  const second = await chainOf(cast.teacher, document);
  expect(second.levels.map(({ state, people, decidedBy }) => [state, namesOf(people), decidedBy])).toEqual([
    ['APPROVED', [], '郑建国'],
    ['OPEN', ['吴静'], null],
  ]);
  const stranger = await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER');
  expect((await stranger.call(routes.getChain, { params: { id: document.id } })).status).toBe(404);
});

test('[F-U11] without review there is no chain, and a single level has no reasons', async () => {
  const form = { type: 'INBOUND' as const, warehouseId: places.w2, lines: [salt('1')] };
  const drafted = await draft(cast.teacher, form);
  expect(await chainOf(cast.teacher, drafted)).toMatchObject({ levels: [], reasons: [] });
  const { data: asked } = await submit(cast.teacher, drafted);
  expect(await chainOf(cast.teacher, asked)).toMatchObject({ levels: [{ level: 1, state: 'OPEN' }], reasons: [] });
  const returned = await cast.reviewer.call(routes.returnTransaction, {
    params: { id: asked.id },
    body: { rev: asked.rev, comment: '请核对' },
  });
  expect((await chainOf(cast.teacher, returned.data)).levels).toMatchObject([{ state: 'RETURNED', decidedBy: '周明' }]);
});

test('[F-U8] a returned document shows the levels and reasons that it will need again', async () => {
  const lines = [lineOf(places.product('C-NACN'), '1', { batchNo: 'CH-3', expiresOn: '2030-01-01' })];
  const { id, rev } = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines });
  const { data } = await cast.reviewer.call(routes.returnTransaction, { params: { id }, body: { rev, comment: '请核对' } });
  const { levels, reasons } = await chainOf(cast.teacher, data);
  expect(levels.map(({ level, state }) => [level, state])).toEqual([
    [1, 'RETURNED'],
    [2, 'AHEAD'],
  ]);
  expect(reasons.map(({ reason }) => reason)).toEqual(['TOXIC']);
});

test('[F-U11] a level without eligible reviewers lists none', async () => {
  const { db } = world.services;
  const reviewers = ['ROLE_WMS_ADMIN_INBOUND_01'];
  const held = await db.selectFrom('sys_user_role').where('role_code', 'in', reviewers).selectAll().execute();
  await db.deleteFrom('sys_user_role').where('role_code', 'in', reviewers).execute();
  onTestFinished(async () => {
    await db.insertInto('sys_user_role').values(held).execute();
  });
  const document = await inbound('1');
  expect((await chainOf(cast.teacher, document)).levels).toMatchObject([{ state: 'OPEN', people: [] }]);
});

test('[F-V2] a missing quota is neither zero nor unlimited', async () => {
  expect(await ownQuota()).toMatchObject({ isSet: false, maxBoxes: null, maxVolumeL: null, over: false });
  const document = await inbound('100');
  expect((await chainOf(cast.reviewer, document)).quota).toMatchObject({ isSet: false, over: false, comingL: '60' });
  await cast.teacher.call(routes.cancelTransaction, {
    params: { id: document.id },
    body: { rev: document.rev, comment: '不再需要' },
  });
});

test('[F-V2] exceeding the quota adds a level with its own reason, and pending deposits count', async () => {
  const earlier = await inbound('5');
  const before = await ownQuota();
  await setQuota(earlier.ownerOrgId, String(Number(before.volumeL) + Number(before.pendingL) + 1.3));
  expect(await ownQuota()).toMatchObject({ isSet: true, pendingL: before.pendingL, over: false });

  const fits = await inbound('2');
  expect(fits.levels).toBe(1);
  expect(await chainOf(cast.reviewer, fits)).toMatchObject({ reasons: [], quota: { isSet: true, comingL: '1.2', over: false } });
  // 0.1 L are left after the earlier deposits.
  const overrun = await inbound('1');
  expect(overrun.levels).toBe(2);
  for (const person of [cast.teacher, cast.reviewer, cast.reviewer2]) {
    expect(await chainOf(person, overrun)).toMatchObject({
      reasons: [{ reason: 'QUOTA' }],
      quota: { isSet: true, comingL: '0.6', over: true },
    });
  }
  // A later deposit doesn't affect earlier ones.
  expect((await chainOf(cast.reviewer, fits)).quota).toMatchObject({ over: false });
  const { data: sheets } = await cast.reviewer.call(routes.listReviewSheets, { query: { ids: overrun.id } as never });
  expect(sheets[0]!.risks).toEqual(['QUOTA']);

  await sql`update wms_product set unit_volume_l = null where code = 'C-NACL'`.execute(world.services.db);
  const { quota } = await chainOf(cast.reviewer, overrun);
  await sql`update wms_product set unit_volume_l = 0.6 where code = 'C-NACL'`.execute(world.services.db);
  expect(quota).toMatchObject({ comingL: '0', unmeasured: 1 });
  expect((await approved(cast, overrun)).state).toBe('APPROVED');
  await setQuota(earlier.ownerOrgId, null);
});

test('[F-U11] a reason for a site limit contains both numbers', async () => {
  const { db } = world.services;
  const stock = { product: 'C-NACL', owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B1' };
  await post(db, [
    { ...stock, qty: '3', batch: 'LIMIT' },
    { ...stock, qty: '1', batch: 'LIMIT-LATE', expiresOn: '2032-01-01' },
    { ...stock, qty: '1', batch: 'LIMIT-SOON', expiresOn: '2031-05-01' },
  ]);
  await configure(world, { WMS_OUTBOUND_QTY_LIMIT: 1.5 });
  const lines = [saltLine(places, '2', { batchNo: 'LIMIT', expiresOn: null })];
  const document = await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines });
  expect(await chainOf(cast.teacher, document)).toMatchObject({
    levels: [{ state: 'OPEN' }, { state: 'AHEAD' }],
    reasons: [{ reason: 'QTY', amount: '2', limit: '1.5' }],
    quota: null,
    stock: [{ productId: places.product('C-NACL'), qty: '5', expiresOn: '2031-05-01' }],
  });
});

test('[F-V2] a deposit is pending until posted, then counts as stock', async () => {
  const { volumeL: used, pendingL } = await ownQuota();
  const expectQuota = async (posted: string, open: string) =>
    expect(await ownQuota()).toMatchObject({ volumeL: sum([used, posted]), pendingL: sum([pendingL, open]) });
  const sent = await inbound('2');
  await expectQuota('0', '1.2');
  const decided = await approved(cast, sent);
  await expectQuota('0', '1.2');
  const placed = await assigned(cast, decided, places.box('W2-A-R4-B4'));
  await expectQuota('0', '1.2');
  const params = { id: placed.id };
  const boxes = [{ id: placed.lines[0]!.boxes[0]!.id, qty: '1' }];
  const half = (await cast.keeper.call(routes.finishTransaction, { params, body: { rev: placed.rev, boxes } })).data;
  expect(half.state).toBe('PARTIAL');
  await expectQuota('0.6', '0.6');
  await cast.keeper.call(routes.closeShortTransaction, { params, body: { rev: half.rev, comment: '到货短少' } });
  await expectQuota('0.6', '0');
});
