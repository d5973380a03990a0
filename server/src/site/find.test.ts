import { isDeepStrictEqual } from 'node:util';
import { findRoutes } from '@kuwei/contract/sys/find';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { openingRoutes } from '@kuwei/contract/wms/opening';
import { productRoutes } from '@kuwei/contract/wms/product';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { post } from '../../test/_stock.ts';
import { createCallerFinder } from '../../test/_everyone.ts';
import { draft, lineOf, placesOf, submitted, type Places } from '../../test/_flow.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../test/_other-warehouse.ts';
import { openWorld, type Person, type World } from '../../test/_world.ts';
import { allRoutes } from '../routes.ts';

let world: World;
let places: Places;
beforeAll(async () => {
  world = await openWorld();
  places = await placesOf(world);
  await addOtherWarehouse(world.services.db);
});
afterAll(() => world.end());

const found = async (person: Person, q: string) => (await person.call(findRoutes.find, { query: { q } })).data;
const codes = (rows: readonly { code: string }[]): string[] => rows.map(({ code }) => code);
const form = () => ({
  type: 'INBOUND' as const,
  warehouseId: places.w2,
  lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
});

test('[S6.41] documents are found only by their group and, once submitted, their warehouse', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const others = [
    await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER'),
    await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO'),
    await world.as('supplier', 'ROLE_SUPPLIER'),
    await world.as('staff', 'ROLE_STAFF'),
    await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN'),
    await world.as('admin', 'ROLE_ADMIN'),
  ];
  const reviewer = await world.as('reviewer', 'ROLE_WAREHOUSE_ADMIN');
  const mine = await draft(teacher, form());
  const sent = await submitted(teacher, form());
  for (const { no } of [mine, sent]) {
    expect(codes((await found(teacher, no.toLowerCase())).documents)).toEqual([no]);
    for (const other of others) expect([other.username, (await found(other, no)).documents]).toEqual([other.username, []]);
  }
  expect((await found(reviewer, mine.no)).documents).toEqual([]);
  expect(codes((await found(reviewer, sent.no)).documents)).toEqual([sent.no]);
});

test('[S6.41] without a chosen group no document is found, without an error', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  expect((await found(teacher, 'RK')).documents).toEqual([]);
  expect((await found(await world.as('teacher'), 'RK')).documents).toEqual([]);
});

test('finds a product by code, name, CAS number and pinyin initials', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const product = await world.services.db
    .selectFrom('wms_product')
    .where('cas', '=', '64-17-5')
    .select(['code', 'name', 'cas'])
    .orderBy('code')
    .executeTakeFirstOrThrow();
  for (const q of [product.code.toLowerCase(), product.name, product.cas!, 'wsyc']) {
    expect([q, codes((await found(teacher, q)).products)]).toEqual([q, expect.arrayContaining([product.code])]);
  }
});

test('storekeepers find boxes of their own warehouses', async () => {
  const keeper = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  const box = await world.services.db
    .selectFrom('wms_warehouse_box')
    .where('warehouse_id', '=', places.w1)
    .select('code')
    .orderBy('code')
    .executeTakeFirstOrThrow();
  expect(codes((await found(keeper, box.code)).boxes)[0]).toBe(box.code);
  for (const other of [
    await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS'),
    await world.as('reviewer', 'ROLE_WAREHOUSE_ADMIN'),
    await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN'),
  ])
    expect([other.username, codes((await found(other, box.code)).boxes)]).not.toEqual([
      other.username,
      expect.arrayContaining([box.code]),
    ]);
});

test('only administrators find people, and only under that role', async () => {
  expect(codes((await found(await world.as('admin', 'ROLE_ADMIN'), 'teacher2')).users)).toEqual(['teacher2']);
  for (const [name, role] of [
    ['teacher', 'ROLE_TEACHER'],
    ['manager', 'ROLE_WAREHOUSE_ADMIN'],
  ] as const)
    expect((await found(await world.as(name, role), 'teacher2')).users).toEqual([]);
});

test('[F-3U9] finds organisations and people like their lists do, with the same permissions', async () => {
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const { rows } = await sql<{ id: string; name: string; username: string; staff_no: string }>`
    update sys_user set staff_no = 'F3U9-7', search = search || ' f3u9-7' where username = 'teacher2'
    returning id, name, username, staff_no`.execute(world.services.db);
  const teacher = rows[0]!;
  for (const q of [teacher.name, 'teacher2', 'f3u9-7'])
    expect([q, (await found(admin, q)).users]).toEqual([q, [{ id: teacher.id, code: 'teacher2', name: teacher.name }]]);
  for (const q of ['lab-bio', '分子生物学', 'fzsw', '课题组 生物'])
    expect([q, codes((await found(admin, q)).orgs)]).toEqual([q, ['LAB-BIO']]);
  for (const [name, role, org] of [
    ['teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS'],
    ['manager', 'ROLE_WAREHOUSE_ADMIN', undefined],
    ['admin', null, undefined],
  ] as const) {
    const { orgs, users } = await found(await world.as(name, role, org), 'lab-bio');
    expect([name, orgs, users]).toEqual([name, [], []]);
  }
});

test('a single character finds nothing, and wildcards are literal', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  expect((await teacher.call(findRoutes.find, { query: { q: ' a ' } })).error.code).toBe('INVALID');
  expect(await found(teacher, '%%')).toEqual({ documents: [], products: [], batches: [], boxes: [], orgs: [], users: [] });
});

/** A plain spelling, and others that must find the same. */
const SPELLINGS: readonly (readonly [plainly: string, ...others: string[]])[] = [
  ['64-17-5', '64175', 'CAS 64-17-5', 'cas号：64－17－5', '６４-１７-５', '64–17–5', ' 64‑17‑5 '],
  ['UN1170', 'un 1170', 'ＵＮ１１７０', 'UN No. 1170'],
  ['无水乙醇', '乙醇 无水', '无水　乙醇'],
  ['c-ethanol', 'Ｃ－ＥＴＨＡＮＯＬ', 'C–Ethanol'],
  ['无水乙醇 500 mL', '无水乙醇 500ml', '500ＭＬ 乙醇'],
  ['w1-c01-r1-b1', 'Ｗ１－Ｃ０１－Ｒ１－Ｂ１', 'W1–C01–R1–B1'],
  ['e-2030', 'Ｅ－２０３０', 'E–2030'],
  ['teacher2', 'ｔｅａｃｈｅｒ２'],
  ['催化化学课题组', '课题组 催化'],
  ['lab-catalysis', 'ＬＡＢ－ＣＡＴＡＬＹＳＩＳ', 'Lab—Catalysis'],
];

/** Every route with a search text. */
const searches = allRoutes.filter(
  ({ method, path, query, reply }) =>
    method === 'GET' && query !== undefined && 'q' in query.shape && !path.includes('{') && typeof reply !== 'string',
);

/** All texts of a result, in any order. */
function textsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(textsIn).toSorted() : [];
}

test('[F-3B20] finds batches, and by a single Chinese character but not a single letter', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const goods = { product: 'C-ETHANOL', owner: 'LAB-CATALYSIS', box: 'W1-C01-R1-B2', qty: '3', batch: 'F3B20-A' };
  await post(world.services.db, [goods]);
  expect((await found(manager, 'f3b20')).batches).toMatchObject([{ code: 'F3B20-A', name: '无水乙醇' }]);
  expect((await found(other, 'f3b20')).batches, 'of another department').toEqual([]);
  expect((await found(teacher, 'f3b20')).batches, 'who lists none').toEqual([]);
  expect(codes((await found(manager, '醇')).products)).toContain('C-ETHANOL');
  expect((await manager.call(findRoutes.find, { query: { q: 'x' } })).status).toBe(422);

  const entries = async (q: string) => (await manager.call(productBoxRoutes.listLedger, { query: { q } })).data.list;
  const entry = expect.objectContaining({ batchNo: 'F3B20-A', boxCode: 'W1-C01-R1-B2' });
  expect(await entries('f3b20'), 'the ledger by batch').toEqual([entry]);
  const inBox = await entries('w1-c01-r1-b2');
  expect(inBox, 'the ledger by box').toContainEqual(entry);
  expect(new Set(inBox.map(({ boxCode }) => boxCode))).toEqual(new Set(['W1-C01-R1-B2']));
});

test('[F-3B20] finds products by formula', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const { list } = (await manager.call(productRoutes.listProducts, { query: { q: 'c2h6o', size: 100 } })).data;
  expect(codes(list)).toEqual(['C-ETHANOL']);
});

test('[F-3B6] every search normalizes numbers, widths, dashes, units and word order like imports', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const bottles = { box: 'W1-C01-R1-B1', product: 'C-ETHANOL', owner: 'LAB-CATALYSIS', qty: '2', unit: 'BOTTLE' };
  const rows = [{ ref: 'E-1', warehouse: 'W1', batchNo: 'E-2030', expiresOn: '2099-01-31', ...bottles }];
  expect((await manager.call(openingRoutes.postOpening, { query: { dryRun: false }, body: { rows } })).data.created).toBe(1);
  const findCaller = await createCallerFinder(world);
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const { data: labs } = await manager.call(orgRoutes.selectOrgs, { query: { q: 'LAB-CATALYSIS' } });
  const known = {
    type: 'INBOUND',
    warehouseId: places.w1,
    productId: places.product('C-ETHANOL'),
    orgId: labs.list[0]!.id,
    controlClass: 'TOXIC',
    month: '2026-11',
  };
  const reading = new Set<string>();
  const differing: string[] = [];
  const refused = new Map<string, string>();
  for (const route of searches) {
    const person = route.path.startsWith('/wms/share') ? teacher : findCaller(route).person;
    // Only required parameters.
    const asks = Object.entries(known).filter(([name]) => name in route.query!.shape);
    const more = Object.fromEntries(z.safeParse(route.query!, { q: 'abc' }).success ? [] : asks);
    const ask = async (q: string) => {
      const answer = await person.send('GET', `${route.path}?${String(new URLSearchParams({ ...more, q }))}`);
      if (answer.status !== 200) refused.set(route.path, answer.error.message);
      if (answer.status !== 200) return [];
      return textsIn(answer.data);
    };
    for (const [plainly, ...others] of SPELLINGS) {
      const found = await ask(plainly);
      if (found.length === 0) continue;
      reading.add(route.path);
      for (const other of others) if (!isDeepStrictEqual(await ask(other), found)) differing.push(`${route.path}: ${other}`);
    }
  }
  expect([...refused.keys()].toSorted()).toEqual([]);
  expect(differing).toEqual([]);
  expect([...reading], 'these find what was searched for').toEqual(
    expect.arrayContaining(
      [
        'sys/find',
        'wms/product',
        'wms/product/select',
        'wms/product-box',
        'wms/product-box/select',
        'wms/ledger',
        'wms/batch',
        'wms/warehouse-box',
        'wms/org',
      ].map((each) => `/${each}`),
    ),
  );
});
