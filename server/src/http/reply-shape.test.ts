import * as f from '@kuwei/contract/field';
import type { Schema } from '@kuwei/contract/route';
import { categoryRoutes } from '@kuwei/contract/wms/category';
import { productForm, productRoutes, type Product, type ProductForm } from '@kuwei/contract/wms/product';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openWorld, type Person, type World } from '../../test/_world.ts';
import { replySchema } from './reply-shape.ts';

/** The reply for a value; undefined if it is refused. */
const answered = (schema: Schema, value: unknown): unknown => z.safeParse(replySchema(schema), value).data;

test('lengths, patterns, formats, bounds and normalization of forms are not applied to replies', () => {
  const form = z.strictObject({
    id: f.id,
    code: f.code,
    name: f.requiredText(5, 3),
    on: f.day,
    qty: f.quantity,
    rev: f.rev,
    share: z.number().check(z.lte(1)),
    many: f.list(f.text(2), 1),
    some: z.array(f.id).check(z.minLength(1)),
  });
  const row = {
    id: 'X',
    code: ' lower ',
    name: '',
    on: '1899',
    qty: '-1',
    rev: 0,
    share: 1.5,
    many: ['long', 'longer'],
    some: [],
  };
  expect(z.safeParse(form, row).success).toBe(false);
  expect(answered(form, row)).toEqual(row);
  const whole = z.object({ from: z.int() }).check(z.refine(({ from }) => from > 0));
  expect(answered(z.array(whole).check(z.length(3)), [{ from: -1 }])).toEqual([{ from: -1 }]);
});

test('[S7.11] types, choices, integers and required fields apply to replies as declared', () => {
  const schema = z.object({ a: z.string(), n: z.int(), b: z.boolean(), c: z.enum(['X', 'Y']), d: z.literal(1), e: z.null() });
  const right = { a: 'a', n: 1, b: true, c: 'X', d: 1, e: null };
  expect(answered(schema, right)).toEqual(right);
  for (const wrong of [{ a: 1 }, { a: null }, { a: undefined }, { n: 1.5 }, { n: '1' }, { b: 1 }, { c: 'Z' }, { d: 2 }, { e: 1 }])
    expect(answered(schema, { ...right, ...wrong }), JSON.stringify(wrong)).toBeUndefined();
});

test('[security 29] undeclared fields are removed, or refused by strict objects, at any depth', () => {
  const row = z.object({ name: f.text(1) });
  const secret = { name: 'long', hash: 'secret' };
  const deep = z.object({ list: z.array(f.maybe(z.optional(row))), by: z.record(z.string(), row) });
  expect(answered(deep, { list: [secret, null], by: { x: secret }, more: 1 })).toEqual({
    list: [{ name: 'long' }, null],
    by: { x: { name: 'long' } },
  });
  expect(answered(z.array(z.strictObject({ name: f.text(1) })), [secret])).toBeUndefined();
  expect(answered(z.looseObject({ name: f.text(1) }), secret)).toEqual(secret);
  const either = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), name: f.text(1) }),
    z.object({ kind: z.literal('b'), hash: z.string() }),
  ]);
  expect(answered(either, { kind: 'a', ...secret })).toEqual({ kind: 'a', name: 'long' });
  expect(answered(either, { kind: 'c', ...secret })).toBeUndefined();
});

test('[S7.11] fields that are optional in a form are required in a reply, possibly null', () => {
  const schema = z.object({ a: f.maybeText(3), b: z._default(f.list(f.id), []), c: z.optional(f.text(3)) });
  expect(answered(schema, { a: null, b: [] })).toEqual({ a: null, b: [] });
  expect(answered(schema, { a: 'long text', b: [], c: 'long text' })).toEqual({ a: 'long text', b: [], c: 'long text' });
  for (const forgotten of [{}, { a: null }, { b: [] }, { a: undefined, b: [] }])
    expect(answered(schema, forgotten)).toBeUndefined();
});

test('recursive schemas are walked once', () => {
  const tree = z.object({
    name: f.text(1),
    get inside() {
      return z.array(tree);
    },
  });
  const value = { name: 'long', inside: [{ name: 'longer', inside: [], hash: 'x' }] };
  expect(answered(tree, value)).toEqual({ name: 'long', inside: [{ name: 'longer', inside: [] }] });
  expect(answered(z.json(), { a: [1, 'x', null, { b: true }] })).toEqual({ a: [1, 'x', null, { b: true }] });
});

test('an unsupported kind of schema is refused at registration, not when called', () => {
  for (const schema of [z.date(), f.ids, z.tuple([z.string()]), z.lazy(() => z.map(z.string(), z.string()))])
    expect(() => replySchema(z.object({ list: z.array(schema) }))).toThrow('not known');
});

const productFields = Object.keys(productForm.shape) as (keyof ProductForm)[];
const formOf = (product: Product) => Object.fromEntries(productFields.map((name) => [name, product[name]])) as ProductForm;

let world: World;
let manager: Person;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

test('[S7.11] a warehouse that violates rules of its form is listed and shown, and fixed by an edit', async () => {
  const { db } = world.services;
  const keeperIds = (await manager.call(warehouseRoutes.selectKeepers)).data.map(({ id }) => id);
  const form = {
    code: 'OLD-1',
    name: '旧仓库',
    campus: null,
    address: null,
    openingHours: null,
    phone: null,
    remark: null,
    keeperIds,
  };
  const { id } = (await manager.call(warehouseRoutes.createWarehouse, { body: form })).data;
  const remark = '旧'.repeat(1_001);
  await db.updateTable('wms_warehouse').set({ code: 'old/1', remark }).where('id', '=', id).execute();
  await db.deleteFrom('wms_warehouse_keeper').where('warehouse_id', '=', id).execute();

  const { data } = await manager.call(warehouseRoutes.listWarehouses);
  expect(data.list.map(({ code }) => code).toSorted()).toEqual(['W1', 'W2', 'old/1']);
  const opened = (await manager.call(warehouseRoutes.getWarehouse, { params: { id } })).data;
  expect(opened).toMatchObject({ code: 'old/1', remark, keeperIds: [] });
  const put = (body: object) =>
    manager.call(warehouseRoutes.updateWarehouse, { params: { id }, body: { nameEn: null, ...form, rev: opened.rev, ...body } });
  const refused = await put({ code: opened.code, remark: opened.remark, keeperIds: [] });
  expect(refused.error.data?.fields?.map(({ path }) => path).toSorted()).toEqual(['code', 'keeperIds', 'remark']);
  expect((await put({ remark: '新' })).data).toMatchObject({ code: 'OLD-1', remark: '新', keeperIds });
});

test('[S7.11] a product and a category that violate rules of their forms are shown, and fixed by an edit', async () => {
  const { db } = world.services;
  const { list } = (await manager.call(productRoutes.listProducts)).data;
  const { id } = list[0]!;
  const params = { id };
  const before = (await manager.call(productRoutes.getProduct, { params })).data;
  const kept = { name: '', un_no: 'UN 1090', remark: '旧'.repeat(1_001), h_codes: ['H225, H319, H336'] };
  await db.updateTable('wms_product').set(kept).where('id', '=', id).execute();
  await db.updateTable('wms_category').set({ name: '' }).where('id', '=', before.categoryId).execute();

  const page = await manager.call(productRoutes.listProducts);
  expect(page.data.list.find((row) => row.id === id)).toMatchObject({ name: '', categoryName: '' });
  const opened = (await manager.call(productRoutes.getProduct, { params })).data;
  expect(opened).toMatchObject({ name: '', unNo: 'UN 1090', remark: kept.remark, hCodes: kept.h_codes });
  const fixed = await manager.call(productRoutes.updateProduct, { params, body: { ...formOf(before), rev: before.rev } });
  expect(fixed.data).toMatchObject({ name: before.name, unNo: before.unNo, remark: before.remark, hCodes: before.hCodes });
  const categories = (await manager.call(categoryRoutes.listCategories)).data;
  expect(categories.find((row) => row.id === before.categoryId)).toMatchObject({ name: '' });
});
