// English names are shown to English readers, and found in either language.
import type { Locale } from '@kuwei/contract/constants';
import type { Route } from '@kuwei/contract/route';
import { findRoutes } from '@kuwei/contract/sys/find';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { batchRoutes } from '@kuwei/contract/wms/batch';
import { containerRoutes } from '@kuwei/contract/wms/container';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { quotaRoutes } from '@kuwei/contract/wms/org-quota';
import { productRoutes } from '@kuwei/contract/wms/product';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deposited, lineOf, openScene, submitted, type Scene } from '../../test/_flow.ts';
import { idOf } from '../../test/_stock.ts';
import { readRows } from '../../test/_workbook.ts';
import type { Answer, CallOptions, Person } from '../../test/_world.ts';

let scene: Scene;
let manager: Person;
let deposit: Transaction;
let order: Transaction;
beforeAll(async () => {
  scene = await openScene();
  const { world, cast, places } = scene;
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const lines = [lineOf(places.product('W-BEAKER-250'), '6', { unit: 'PIECE' })];
  deposit = await deposited(cast, { warehouseId: places.w2, lines }, places.box('W2-A-R1-B2'));
  const wanted = [lineOf(places.product('W-BEAKER-250'), '2', { unit: 'PIECE' })];
  order = await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines: wanted });
  const owner = await idOf(world.services.db, 'wms_org', 'LAB-CATALYSIS');
  await manager.call(quotaRoutes.setQuota, { body: { orgId: owner, warehouseId: places.w2, maxBoxes: 9, maxVolumeL: null } });
});
afterAll(() => scene.world.end());

const ask = <R extends Route>(person: Person, locale: Locale, route: R, options: CallOptions<R> = {}) =>
  person.call(route, { ...options, headers: { 'accept-language': locale } });

const ZH = ['催化化学课题组', '烧杯 250 mL', '综合仓库'];
const EN = ['Catalysis Group', 'Beaker 250 mL', 'General Store'];

/** Calls that return names of an owner, a product or a warehouse, and which of the three. */
function calls(): [name: string, Person, (locale: Locale) => Promise<Answer<unknown>>, named: number[]][] {
  const { teacher, keeper } = scene.cast;
  const call =
    <R extends Route>(person: Person, route: R, options: CallOptions<R> = {}) =>
    (locale: Locale) =>
      ask(person, locale, route, options);
  const params = { id: order.id };
  const outbound = { query: { type: 'OUTBOUND' as const } };
  return [
    ['stock', teacher, call(teacher, productBoxRoutes.listStock), [0, 1, 2]],
    ['stock then', keeper, call(keeper, productBoxRoutes.listStock, { query: { asOf: new Date().toISOString() } }), [0, 1, 2]],
    ['stock to choose', teacher, call(teacher, productBoxRoutes.selectStock), [0, 1, 2]],
    ['ledger', keeper, call(keeper, productBoxRoutes.listLedger), [0, 1]],
    ['space by product', keeper, call(keeper, productBoxRoutes.listSpace), [0, 1, 2]],
    ['space by place', keeper, call(keeper, productBoxRoutes.listSpace, { query: { by: 'place' } }), [0, 2]],
    ['documents', keeper, call(keeper, transactionRoutes.listTransactions, outbound), [0, 1, 2]],
    ['a document', teacher, call(teacher, transactionRoutes.getTransaction, { params }), [0, 1, 2]],
    ['products to choose', teacher, call(teacher, productRoutes.selectProducts, { query: { q: 'beaker' } }), [1]],
    ['batches', keeper, call(keeper, batchRoutes.listBatches), [1]],
    ['containers', keeper, call(keeper, containerRoutes.listContainers, { query: { q: 'A' } }), [2]],
    ['boxes', keeper, call(keeper, boxRoutes.listBoxes, { query: { q: 'W2-A-R1-B2' } }), [0, 2]],
    ['warehouses to choose', teacher, call(teacher, warehouseRoutes.selectWarehouses), [2]],
    ['quotas', manager, call(manager, quotaRoutes.listQuotas), [0, 2]],
    ['own organisations', teacher, call(teacher, orgRoutes.listMyOrgs), [0]],
    ['own organisation', teacher, call(teacher, orgRoutes.getSelf), [0]],
    ['organisations to choose', keeper, call(keeper, orgRoutes.selectOrgs), [0]],
    ['found documents', teacher, call(teacher, findRoutes.find, { query: { q: order.no } }), [0]],
    ['found products', teacher, call(teacher, findRoutes.find, { query: { q: 'beaker' } }), [1]],
    ['found boxes', keeper, call(keeper, findRoutes.find, { query: { q: 'W2-A-R1-B2' } }), [2]],
  ];
}

test('[S1.35] lists and records name owners, products and warehouses in the language of the caller', async () => {
  for (const [name, , call, named] of calls()) {
    const [zh, en] = [JSON.stringify((await call('zh')).data), JSON.stringify((await call('en')).data)];
    for (const each of named) {
      expect(zh, `${name}, in Chinese`).toContain(ZH[each]);
      expect(en, `${name}, in English`).toContain(EN[each]);
      expect(en, `${name}, in English`).not.toContain(ZH[each]);
    }
  }
});

test('[S1.35] workbooks and the names in them are in the language of the caller', async () => {
  const { keeper } = scene.cast;
  const cellsOf = async (locale: Locale, route: Route, query = {}) =>
    JSON.stringify(await readRows(await ask(keeper, locale, route, { query }), locale));
  const named: [Route, object, number[]][] = [
    [productBoxRoutes.exportStock, {}, [0, 1, 2]],
    [productBoxRoutes.exportLedger, {}, [0, 1]],
    [productBoxRoutes.exportSpace, {}, [0, 1, 2]],
    [transactionRoutes.exportTransactions, { type: 'OUTBOUND' }, [0, 1, 2]],
    [boxRoutes.exportBoxes, { q: 'W2-A-R1-B2' }, [0]],
  ];
  for (const [route, query, which] of named) {
    const [zh, en] = [await cellsOf('zh', route, query), await cellsOf('en', route, query)];
    for (const each of which) {
      expect(zh, route.path).toContain(ZH[each]);
      expect(en, route.path).toContain(EN[each]);
      expect(en, route.path).not.toContain(ZH[each]);
    }
  }
});

test('a message names the owner in the language of each reader', async () => {
  const reviewer = scene.cast.reviewer;
  const contentIn = async (locale: Locale) =>
    (await ask(reviewer, locale, msgInboxRoutes.listMine)).data.list.find((row) => row.content.includes(order.no))!.content;
  expect(await contentIn('zh')).toContain(ZH[0]);
  expect(await contentIn('en')).toContain(EN[0]);
});

test('finds names in either language, and sorts by the name shown', async () => {
  const { teacher, keeper } = scene.cast;
  for (const locale of ['zh', 'en'] as const) {
    for (const q of ['催化', 'catalysis']) {
      const orgs = await ask(keeper, locale, orgRoutes.selectOrgs, { query: { q } });
      expect(orgs.data.list.map(({ code }) => code)).toEqual(['LAB-CATALYSIS']);
      const documents = await ask(keeper, locale, transactionRoutes.listTransactions, { query: { type: 'INBOUND', q } });
      expect(documents.data.list.map(({ id }) => id)).toContain(deposit.id);
      const quotas = await ask(manager, locale, quotaRoutes.listQuotas, { query: { q } });
      expect(quotas.data.list).toHaveLength(1);
    }
    for (const q of ['综合', 'general']) {
      const warehouses = await ask(manager, locale, warehouseRoutes.listWarehouses, { query: { q } });
      expect(warehouses.data.list.map(({ code }) => code)).toEqual(['W2']);
    }
  }
  const names = (await ask(teacher, 'en', productRoutes.selectProducts, { query: { size: 100 } })).data.list.map(
    ({ name }) => name,
  );
  expect(names).toEqual(names.toSorted(new Intl.Collator('zh').compare));
});

test('falls back to the Chinese name of a product, owner or warehouse', async () => {
  const { db } = scene.world.services;
  const { w2, product } = scene.places;
  await db.updateTable('wms_warehouse').set({ name_en: null }).where('id', '=', w2).execute();
  await db.updateTable('wms_product').set({ name_en: '' }).where('id', '=', product('W-BEAKER-250')).execute();
  await db.updateTable('wms_org').set({ name_en: null }).where('code', '=', 'LAB-CATALYSIS').execute();
  const [row] = (await ask(scene.cast.teacher, 'en', productBoxRoutes.listStock)).data.list;
  expect(row).toMatchObject({ ownerOrgName: ZH[0], productName: ZH[1], warehouseName: ZH[2] });
});
