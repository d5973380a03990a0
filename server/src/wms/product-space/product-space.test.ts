import { productBoxRoutes, type ProductSpace } from '@kuwei/contract/wms/product-box';
import type { QueryOf } from '@kuwei/contract/route';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf, post } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let keeper: Person;
let teacher: Person;
beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const owner = 'LAB-CATALYSIS';
  await post(world.services.db, [
    { product: 'C-ETHANOL', owner, box: 'W1-C01-R1-B1', qty: '20', batch: 'E1', expiresOn: '2026-12-31' },
    {
      product: 'C-ETHANOL',
      owner,
      box: 'W1-C01-R1-B2',
      qty: '10',
      batch: 'E2',
      expiresOn: '2026-10-31',
      depositUntil: '2020-01-01',
    },
    { product: 'C-ETHANOL', owner, box: 'W1-C02-R1-B1', qty: '5', batch: 'E2' },
    { product: 'C-ACETONE', owner, box: 'W1-C01-R1-B1', qty: '5' },
    { product: 'P-TIP-200', owner, box: 'W2-A-R1-B1', qty: '2' },
    { product: 'C-ETHANOL', owner: 'LAB-BIO', box: 'W1-C01-R1-B1', qty: '10', batch: 'E1' },
  ]);
});
afterAll(() => world.end());

type Query = Partial<QueryOf<(typeof productBoxRoutes)['listSpace']>>;
const list = async (person: Person, query: Query = {}) => (await person.call(productBoxRoutes.listSpace, { query })).data;

test('[S3.58] space by product: quantity, space used and expiry per organisation', async () => {
  const { list: rows, total } = await list(teacher);
  expect(total).toBe(3);
  expect(rows.find((row) => row.productCode === 'C-ETHANOL')).toMatchObject({
    ownerOrgName: '催化化学课题组',
    warehouseName: '化学品仓库',
    qty: '35',
    reserved: '0',
    available: '35',
    boxes: 3,
    lines: 3,
    volumeL: '21',
    massKg: '21',
    nextExpiry: '2026-10-31',
    overdue: 1,
    containerId: null,
    capacityL: null,
    quotaPercent: null,
  });
});

test('[S3.58] space by place: used and free capacity of each container', async () => {
  const { list: rows } = await list(teacher, { by: 'place' });
  expect(rows.map((row) => [row.containerCode, row.lines, row.boxes, row.volumeL, row.capacityL, row.freeL])).toEqual([
    // C01 is limited to 500 L; 21 L are the group's, 6 L are another's.
    ['A', 1, 1, '1.8', '3000', '2998.2'],
    ['C01', 3, 2, '21', '500', '473'],
    ['C02', 1, 1, '3', '720', '717'],
  ]);
  expect(rows.every((row) => row.qty === null && row.productId === null)).toBe(true);
});

test("the warehouse sees every organisation's rows", async () => {
  const { list: rows } = await list(keeper, { q: '乙醇' });
  expect(rows.map((row) => [row.ownerOrgName, row.qty])).toEqual([
    ['分子生物学课题组', '10'],
    ['催化化学课题组', '35'],
  ]);
  const bio = await idOf(world.services.db, 'wms_org', 'LAB-BIO');
  expect((await list(keeper, { ownerOrgId: bio })).total).toBe(1);
  expect((await list(teacher, { ownerOrgId: bio })).total).toBe(0);
  expect((await list(keeper, { by: 'place', q: 'c02' })).list.map((row) => row.containerCode)).toEqual(['C02']);
});

test('totals equal the sums of the stock rows', async () => {
  const sum = (rows: ProductSpace[], key: 'qty' | 'volumeL' | 'massKg' | 'lines') =>
    rows.reduce((total, row) => total + Math.round(Number(row[key]) * 1e6), 0);
  const { rows: stock } = await sql<{ qty: number; volume: number; lines: number }>`
    select round(sum(s.qty) * 1000000)::bigint as qty, round(sum(s.qty * p.unit_volume_l) * 1000000)::bigint as volume, count(*) as lines
      from wms_product_box s join wms_product p on p.id = s.product_id where s.qty > 0`.execute(world.services.db);
  const { qty, volume, lines } = stock[0]!;
  const products = (await list(keeper)).list;
  const places = (await list(keeper, { by: 'place' })).list;
  expect([sum(products, 'qty'), sum(products, 'volumeL'), sum(products, 'lines')]).toEqual([qty, volume, lines * 1e6]);
  expect([sum(places, 'volumeL'), sum(places, 'lines')]).toEqual([volume, lines * 1e6]);
});

test('shows the used share of a quota', async () => {
  const { db } = world.services;
  const quota = { org_id: await idOf(db, 'wms_org', 'LAB-CATALYSIS'), warehouse_id: await idOf(db, 'wms_warehouse', 'W1') };
  await db
    .insertInto('wms_org_quota')
    .values({ ...quota, max_boxes: 40, max_volume_l: '300' })
    .execute();
  const percent = async () => (await list(teacher, { q: 'C-ETHANOL' })).list[0]!.quotaPercent;
  expect(await percent()).toBe('7');
  await db.updateTable('wms_org_quota').set({ max_volume_l: null }).execute();
  expect(await percent()).toBe('7.5');
});

test('space is sorted and paged, with the row count on every page', async () => {
  const codes = async (sort: Query['sort']) => (await list(teacher, { sort })).list.map((row) => row.productCode);
  expect(await codes('-volumeL')).toEqual(['C-ETHANOL', 'C-ACETONE', 'P-TIP-200']);
  expect(await codes('qty')).toEqual(['P-TIP-200', 'C-ACETONE', 'C-ETHANOL']);
  expect((await codes('nextExpiry'))[0]).toBe('C-ETHANOL');
  expect(await list(teacher, { page: 2, size: 2 })).toMatchObject({ total: 3, page: 2, list: [{}] });
  expect(await list(teacher, { page: 9, size: 2 })).toMatchObject({ total: 3, list: [] });
});

test('exports space as a workbook', async () => {
  const rows = await readRows(await teacher.call(productBoxRoutes.exportSpace, { query: { by: 'place', sort: 'product' } }));
  expect(rows.map((row) => [row['容器编号'], row['容量（升）'], row['剩余（升）']])).toEqual([
    ['A', '3000', '2998.2'],
    ['C01', '500', '473'],
    ['C02', '720', '717'],
  ]);
  const products = await readRows(await keeper.call(productBoxRoutes.exportSpace, { query: { q: 'C-ACETONE' } }));
  expect(products).toHaveLength(1);
  expect(products[0]).toMatchObject({ 产品编号: 'C-ACETONE', 数量: '5', 基本单位: '瓶' });
});
