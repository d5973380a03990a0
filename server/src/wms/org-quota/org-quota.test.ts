import { WMS_ROLES as R } from '@kuwei/contract/access';
import { quotaRoutes } from '@kuwei/contract/wms/org-quota';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { castOf, lineOf, placesOf, submitted } from '../../../test/_flow.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { idOf, post } from '../../../test/_stock.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let manager: Person;
let orgId: string;
let warehouseId: string;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  orgId = await idOf(world.services.db, 'wms_org', 'LAB-CATALYSIS');
  warehouseId = await idOf(world.services.db, 'wms_warehouse', 'W2');
});
afterAll(() => world.end());

const set = (limits: { maxBoxes?: number | null; maxVolumeL?: string | null }, person = manager, more = {}) =>
  person.call(quotaRoutes.setQuota, {
    body: { orgId, warehouseId, maxBoxes: null, maxVolumeL: null, ...limits, ...more },
  });

test('a quota is set, changed and removed, and decides the review levels of a deposit', async () => {
  await post(world.services.db, [
    { product: 'C-NACL', owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B1', qty: '2', batch: 'B' },
    { product: 'C-NACL', owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B2', qty: '2', batch: 'B' },
  ]);
  const cast = await castOf(world);
  const places = await placesOf(world);
  const levels = async () => {
    const lines = [lineOf(places.product('C-NACL'), '1', { batchNo: 'B2', expiresOn: '2099-01-01' })];
    return (await submitted(cast.teacher, { type: 'INBOUND', warehouseId, lines })).levels;
  };
  expect(await levels()).toBe(1);
  expect((await set({ maxBoxes: 1 })).data).toMatchObject({
    orgCode: 'LAB-CATALYSIS',
    warehouseCode: 'W2',
    maxBoxes: 1,
    boxes: 2,
  });
  expect(await levels(), 'over its quota').toBe(2);
  expect((await set({ maxBoxes: 8, maxVolumeL: '400' })).data).toMatchObject({ maxBoxes: 8, maxVolumeL: '400' });
  expect(await levels()).toBe(1);

  const all = (await manager.call(quotaRoutes.listQuotas, { query: { q: '催化' } })).data;
  expect(all).toMatchObject({ total: 1, list: [{ orgId, warehouseId, maxVolumeL: '400', boxes: 2 }] });
  const space = (await cast.teacher.call(productBoxRoutes.listSpace, { query: { q: 'C-NACL' } })).data;
  expect(Number(space.list[0]!.quotaPercent)).toBeCloseTo((Number(all.list[0]!.volumeL) / 400) * 100, 1);

  expect((await set({})).data).toBeNull();
  expect((await manager.call(quotaRoutes.listQuotas)).data.total).toBe(0);
});

test('refuses an invalid quota at its field', async () => {
  const group = (person: Person, more: object) => set({ maxBoxes: 1 }, person, more);
  for (const [limits, path] of [
    [{ maxBoxes: 0 }, 'maxBoxes'],
    [{ maxVolumeL: '0' }, 'maxVolumeL'],
    [{ maxVolumeL: '-1' }, 'maxVolumeL'],
  ] as const) {
    expect(await set(limits)).toMatchObject({ status: 422, error: { data: { fields: [{ path }] } } });
  }
  const warehouse = await idOf(world.services.db, 'wms_org', 'WAREHOUSE');
  expect(await group(manager, { orgId: warehouse })).toMatchObject({
    status: 404,
    error: { data: { fields: [{ path: 'orgId' }] } },
  });
  expect((await world.services.db.selectFrom('wms_org_quota').selectAll().execute()).length).toBe(0);
});

test('managers set quotas, storekeepers see them, others neither', async () => {
  await addOtherWarehouse(world.services.db);
  await set({ maxBoxes: 5 });
  const { db } = world.services;
  await db
    .deleteFrom('sys_user_role')
    .where('user_id', '=', (user) => user.selectFrom('sys_user').where('username', '=', 'keeper').select('id'))
    .where('role_code', '=', R.warehouse)
    .execute();
  const keeper = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  expect((await keeper.call(quotaRoutes.listQuotas)).data.total).toBe(1);
  for (const [name, role] of [
    ['teacher', 'ROLE_TEACHER'],
    ['supplier', 'ROLE_SUPPLIER'],
    ['staff', 'ROLE_STAFF'],
    ['reviewer', 'ROLE_WAREHOUSE_ADMIN'],
  ] as const) {
    const person = await world.as(name, role);
    expect((await person.call(quotaRoutes.listQuotas)).error.code).toBe('FORBIDDEN');
    expect((await set({ maxBoxes: 99 }, person)).error.code).toBe('FORBIDDEN');
  }
  expect((await set({ maxBoxes: 99 }, keeper)).error.code).toBe('FORBIDDEN');
  const other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  expect((await other.call(quotaRoutes.listQuotas)).data.total).toBe(0);
  expect(await set({ maxBoxes: 99 }, other)).toMatchObject({
    status: 404,
    error: { data: { fields: [{ path: 'warehouseId' }] } },
  });
  expect((await manager.call(quotaRoutes.listQuotas)).data.list[0]!.maxBoxes).toBe(5);
});
