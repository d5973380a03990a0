// Pick-up codes.
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approved,
  assigned,
  deposited,
  lineOf,
  openScene,
  saltLine,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import type { Person, World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());

const line = (qty = '1', more = {}) => saltLine(places, qty, more);

test('[F-Y7] five wrong pick-up codes lock the document, by any route, and a finished document has no code', async () => {
  await deposited(cast, { warehouseId: places.w2, lines: [line('5', { batchNo: 'PICK', expiresOn: '2032-01-01' })] });
  const sent = await submitted(cast.teacher, {
    type: 'OUTBOUND',
    warehouseId: places.w2,
    lines: [lineOf(places.product('C-NACL'), '1')],
  });
  const picking = await assigned(cast, await approved(cast, sent));
  const params = { id: picking.id };
  const code = (await cast.teacher.call(routes.getPickupCode, { params })).data.code!;
  const wrong = code === '111111' ? '222222' : '111111';
  const guess = (pickupCode: string) =>
    cast.keeper.call(routes.finishTransaction, { params, body: { rev: picking.rev, pickupCode } });
  const guesses = await Promise.all(Array.from({ length: 12 }, () => guess(wrong)));
  const codes = guesses.map((answer) => answer.error.code);
  // The fifth attempt returns the end of the lock, as do later ones.
  expect(codes.filter((each) => each === 'PICKUP_CODE')).toHaveLength(4);
  expect(codes.filter((each) => each === 'PICKUP_LOCKED')).toHaveLength(8);
  expect((await guess(code)).error.code).toBe('PICKUP_LOCKED');
  await world.services.db
    .updateTable('wms_transaction')
    .set({ pickup_locked_until: new Date(Date.now() - 1_000) })
    .where('id', '=', picking.id)
    .execute();
  expect((await guess(code)).data.state).toBe('DONE');
  // A page polling at that moment gets an empty reply, not an error.
  const after = await cast.teacher.call(routes.getPickupCode, { params });
  expect([after.status, after.data]).toEqual([200, { code: null }]);
});

test('a correct pick-up code never counts as wrong, even if the call is refused for another reason, however often', async () => {
  await deposited(cast, { warehouseId: places.w2, lines: [line('5', { batchNo: 'RIGHT', expiresOn: '2032-01-01' })] });
  const sent = await submitted(cast.teacher, {
    type: 'OUTBOUND',
    warehouseId: places.w2,
    lines: [lineOf(places.product('C-NACL'), '1')],
  });
  const picking = await assigned(cast, await approved(cast, sent));
  const params = { id: picking.id };
  const code = (await cast.teacher.call(routes.getPickupCode, { params })).data.code!;
  const finish = (rev: number, pickupCode: string) =>
    cast.keeper.call(routes.finishTransaction, { params, body: { rev, pickupCode }, key: `right ${rev} ${pickupCode}` });
  const failures = async () =>
    (
      await world.services.db
        .selectFrom('wms_transaction')
        .where('id', '=', picking.id)
        .select('pickup_failures')
        .executeTakeFirstOrThrow()
    ).pickup_failures;
  for (let n = 0; n < 6; n++) expect((await finish(picking.rev - 1, code)).error.code).toBe('STALE');
  expect((await finish(picking.rev, code === '111111' ? '222222' : '111111')).error.code).toBe('PICKUP_CODE');
  expect(await failures()).toBe(1);
  expect((await finish(picking.rev - 1, code)).error.code).toBe('STALE');
  expect(await failures()).toBe(0);
  for (let n = 0; n < 6; n++) expect((await finish(picking.rev, code)).data.state).toBe('DONE');
  expect(await failures()).toBe(0);
});

test("[F-V5] the fifth wrong code returns the end of the lock, notifies the owner, and storekeepers can't unlock it", async () => {
  await deposited(cast, { warehouseId: places.w2, lines: [line('5', { batchNo: 'LOCK', expiresOn: '2032-01-01' })] });
  const lines = [lineOf(places.product('C-NACL'), '1')];
  const sent = await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines });
  const picking = await assigned(cast, await approved(cast, sent));
  const params = { id: picking.id };
  const code = (await cast.teacher.call(routes.getPickupCode, { params })).data.code!;
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const guess = (pickupCode: string) =>
    cast.keeper.call(routes.finishTransaction, { params, body: { rev: picking.rev, pickupCode } });
  const release = (person: Person) => person.call(routes.releasePickupCode, { params, body: { comment: '已当面核对身份' } });
  const lockedUntil = async () => (await cast.teacher.call(routes.getTransaction, { params })).data.pickupLockedUntil;

  expect((await release(manager)).error.code).toBe('ILLEGAL_TRANSITION');
  for (const left of [4, 3, 2, 1]) expect((await guess('12345')).error.message).toContain(`${left} 次`);
  expect(await lockedUntil()).toBeNull();
  const fifth = await guess('12345');
  expect(fifth).toMatchObject({ status: 429, error: { code: 'PICKUP_LOCKED', data: { until: expect.any(String) } } });
  expect(fifth.error.message).toMatch(/锁定到 \d\d:\d\d（还有 15 分钟）/);
  expect(Date.parse((await lockedUntil())!)).toBe(Date.parse((fifth.error.data as { until: string }).until));
  const messages = async () => (await cast.teacher.call(msgInboxRoutes.listMine, { query: { q: picking.no } })).data.list;
  expect((await messages()).map(({ title }) => title)).toContain(`领取码已锁定：${picking.no}`);

  // Otherwise the person handing out could go on guessing.
  expect((await release(cast.keeper)).status).toBe(403);
  expect((await release(manager)).data).toMatchObject({ pickupLockedUntil: null });
  expect((await messages()).map(({ title }) => title)).toContain(`领取码已解锁：${picking.no}`);
  const steps = (await cast.teacher.call(routes.listRecords, { params })).data.map(({ action, comment }) => [action, comment]);
  expect(steps).toContainEqual(['lockCode', null]);
  expect(steps).toContainEqual(['releaseCode', '已当面核对身份']);
  expect((await guess(code)).data.state).toBe('DONE');
});
