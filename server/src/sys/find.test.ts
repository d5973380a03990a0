import { findRoutes } from '@kuwei/contract/sys/find';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draft, lineOf, placesOf, submitted, type Places } from '../../test/_flow.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../test/_other-warehouse.ts';
import { openWorld, type Person, type World } from '../../test/_world.ts';

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

test('[S6.41] a document is found by its group and, once sent, by its warehouse; by no other group and no other warehouse', async () => {
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

test('[S6.41] without a group chosen no document is found, and nothing fails', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  expect((await found(teacher, 'RK')).documents).toEqual([]);
  expect((await found(await world.as('teacher'), 'RK')).documents).toEqual([]);
});

test('a product is found by code, name, CAS and the initials of its pinyin', async () => {
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

test('boxes are found by those who keep them, in their own warehouses', async () => {
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

test('people are found by the administrator alone, and only while that is the active role', async () => {
  expect(codes((await found(await world.as('admin', 'ROLE_ADMIN'), 'teacher2')).users)).toEqual(['teacher2']);
  for (const [name, role] of [
    ['teacher', 'ROLE_TEACHER'],
    ['manager', 'ROLE_WAREHOUSE_ADMIN'],
  ] as const)
    expect((await found(await world.as(name, role), 'teacher2')).users).toEqual([]);
});

test('one character finds nothing, and wildcards stand for themselves', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  expect((await teacher.call(findRoutes.find, { query: { q: ' a ' } })).error.code).toBe('INVALID');
  expect(await found(teacher, '%%')).toEqual({ documents: [], products: [], boxes: [], users: [] });
});
