import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineOf, placesOf, submitted, type Places } from '../../../test/_flow.ts';
import { openWorld, type World } from '../../../test/_world.ts';

let world: World;
let places: Places;
beforeAll(async () => {
  world = await openWorld();
  places = await placesOf(world);
});
afterAll(() => world.end());

const salt = (qty: string) => lineOf(places.product('C-NACL'), qty, { batchNo: 'B1', expiresOn: '2030-01-01' });

test('[S1.04] buyers name the supplier of a deposit, and see only suppliers', async () => {
  const staff = await world.as('staff', 'ROLE_STAFF');
  const suppliers = (await staff.call(orgRoutes.selectSuppliers)).data;
  expect(suppliers.list.map(({ code, type }) => `${code} ${type}`).toSorted()).toEqual([
    'SUP-BOLIN SUPPLIER',
    'SUP-GUOYAO SUPPLIER',
  ]);
  expect((await staff.call(orgRoutes.selectSuppliers, { query: { q: '博林' } })).data.list).toHaveLength(1);
  const [supplier] = suppliers.list;
  const form = {
    type: 'INBOUND' as const,
    warehouseId: places.w2,
    lines: [salt('1')],
    purchaseNo: 'P-1',
    deliveryNo: 'D-77',
    supplierOrgId: supplier!.id,
  };
  const sent = await submitted(staff, form);
  expect(sent).toMatchObject({
    source: 'PURCHASE',
    purchaseNo: 'P-1',
    deliveryNo: 'D-77',
    supplierOrgId: supplier!.id,
    supplierName: supplier!.name,
  });
  const found = await staff.call(routes.listTransactions, { query: { type: 'INBOUND', q: 'd-77' } });
  expect(found.data.list.map(({ id }) => id)).toEqual([sent.id]);

  expect((await staff.call(orgRoutes.selectOrgs)).error.code).toBe('FORBIDDEN');
  expect((await staff.send('GET', '/wms/org/select/supplier?type=LAB')).status).toBe(400);
  for (const [name, role] of [
    ['teacher', 'ROLE_TEACHER'],
    ['supplier', 'ROLE_SUPPLIER'],
  ] as const) {
    expect((await (await world.as(name, role)).call(orgRoutes.selectSuppliers)).error.code).toBe('FORBIDDEN');
  }
  const group = await world.services.db.selectFrom('wms_org').where('type', '=', 'LAB').select('id').executeTakeFirstOrThrow();
  const asGroup = await staff.call(routes.createTransaction, { body: { ...form, supplierOrgId: group.id } });
  expect(asGroup).toMatchObject({ status: 404, error: { data: { fields: [{ path: 'supplierOrgId' }] } } });

  const { db } = world.services;
  await db.updateTable('wms_org').set({ valid: false }).where('id', '=', supplier!.id).execute();
  expect((await staff.call(orgRoutes.selectSuppliers)).data.list.map(({ id }) => id)).not.toContain(supplier!.id);
  expect((await staff.call(routes.createTransaction, { body: form })).error.data?.fields?.[0]?.path).toBe('supplierOrgId');
  await db.updateTable('wms_org').set({ valid: true }).where('id', '=', supplier!.id).execute();
});
