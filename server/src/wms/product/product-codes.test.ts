import { dicRoutes } from '@kuwei/contract/auth/dic';
import { categoryRoutes } from '@kuwei/contract/wms/category';
import { containerRoutes } from '@kuwei/contract/wms/container';
import { productForm, productRoutes, type Product, type ProductForm } from '@kuwei/contract/wms/product';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { bytesOf, sheetOf, type Cells } from '../../platform/workbook/workbook.ts';
import { productKind } from './workbook.ts';

let world: World;
let keeper: Person;
let admin: Person;
let categoryId: string;
beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  admin = await world.as('admin', 'ROLE_ADMIN');
  categoryId = (await keeper.call(categoryRoutes.listCategories)).data.find(({ code }) => code === 'SALT')!.id;
  // Shipped entries stay, but the site's own may be disabled.
  for (const dic of ['WMS_UNIT', 'WMS_GRADE', 'WMS_CONDITION']) await setEntry(dic, true);
});
afterAll(() => world.end());

const productNames = Object.keys(productForm.shape) as (keyof ProductForm)[];
const formOf = (product: Product) => Object.fromEntries(productNames.map((name) => [name, product[name]])) as ProductForm;
const make = (code: string, more: Partial<ProductForm> = {}) =>
  keeper.call(productRoutes.createProduct, {
    body: { code, name: '产品', kind: 'CHEMICAL', categoryId, baseUnit: 'BOTTLE', ...more },
  });
async function change({ id }: { id: string }, more: Partial<ProductForm>) {
  const now = (await keeper.call(productRoutes.getProduct, { params: { id } })).data;
  return keeper.call(productRoutes.updateProduct, { params: { id }, body: { ...formOf(now), rev: now.rev, ...more } });
}

/** The site's own entry SITE of a dictionary: enabled, disabled (false), or deleted (null). */
async function setEntry(dic: string, valid: boolean | null) {
  const { list } = (await admin.call(dicRoutes.listDics, { query: { code: dic } })).data;
  const {
    code,
    name,
    nameEn,
    public: isPublic,
    fields,
    rev,
  } = (await admin.call(dicRoutes.getDic, { params: { id: list[0]!.id } })).data;
  const others = fields.filter((field) => field.code !== 'SITE');
  const own = valid === null ? [] : [{ code: 'SITE', label: '自定', labels: [], props: [], valid }];
  const body = { code, name, nameEn, public: isPublic, fields: [...others, ...own], rev };
  return admin.call(dicRoutes.updateDic, { params: { id: list[0]!.id }, body });
}

const unitOf = (unit: string) => ({ unit, factor: '20', isPack: true, gtin: null });
const SITE = { baseUnit: 'SITE', units: [unitOf('BOX')], grade: 'SITE', conditionsRequired: ['DRY', 'SITE'] };

test('refuses an unknown dictionary code at its field, for new and stored products', async () => {
  const cases: [Partial<ProductForm>, string][] = [
    [{ baseUnit: 'NOPE' }, 'baseUnit'],
    [{ units: [unitOf('CARTON'), unitOf('NOPE')] }, 'units.1.unit'],
    [{ grade: 'NOPE' }, 'grade'],
    [{ grade: 'DRY' }, 'grade'],
    [{ conditionsRequired: ['DRY', 'NOPE'] }, 'conditionsRequired'],
  ];
  const known = (await make('D-KNOWN', { grade: 'AR', conditionsRequired: ['DRY'], units: [unitOf('CARTON')] })).data;
  for (const [more, path] of cases)
    for (const { status, error } of [await make('D-WRONG', more), await change(known, more)])
      expect({ status, code: error.code, paths: error.data?.fields?.map((field) => field.path) }).toEqual({
        status: 422,
        code: 'INVALID',
        paths: [path],
      });
  const all = { baseUnit: 'NOPE', grade: 'NOPE', conditionsRequired: ['NOPE'] };
  expect((await make('D-WRONG', all)).error.data?.fields).toMatchObject([
    { path: 'baseUnit', message: expect.stringContaining('瓶') },
    { path: 'grade', message: '只能是：分析纯、化学纯、优级纯、色谱纯、实验试剂、工业级、自定' },
    { path: 'conditionsRequired', message: expect.stringContaining('冷藏') },
  ]);
  expect((await keeper.call(productRoutes.getProduct, { params: { id: known.id } })).data).toEqual(known);
});

test('[S1.22] disabled codes stay where used, cannot be chosen again, and cannot be deleted', async () => {
  const made = (await make('D-SITE', SITE)).data;
  const other = (await make('D-OTHER')).data;
  for (const dic of ['WMS_UNIT', 'WMS_GRADE', 'WMS_CONDITION']) await setEntry(dic, false);
  expect((await change(made, { remark: '保留' })).data).toMatchObject({ ...SITE, remark: '保留' });
  expect((await change(other, SITE)).error.data?.fields?.map(({ path }) => path)).toEqual([
    'baseUnit',
    'grade',
    'conditionsRequired',
  ]);
  expect((await make('D-NEW', SITE)).error.code).toBe('INVALID');
  expect((await change(made, { grade: 'NOPE' })).error.data?.fields?.map(({ path }) => path)).toEqual(['grade']);
  for (const [dic, by] of [
    ['WMS_UNIT', 'SITE（产品的基本单位 1 处）'],
    ['WMS_GRADE', 'SITE（产品 1 处）'],
    ['WMS_CONDITION', 'SITE（产品 1 处）'],
  ] as const)
    expect((await setEntry(dic, null)).error).toMatchObject({
      code: 'IN_USE_BY',
      data: { fields: [{ path: 'fields', message: `正在被使用：${by}` }] },
    });
  for (const dic of ['WMS_UNIT', 'WMS_GRADE', 'WMS_CONDITION']) await setEntry(dic, true);
});

test('a place keeps its conditions, and cannot get a disabled one', async () => {
  const { list } = (await keeper.call(containerRoutes.listContainers, { query: { size: 1 } })).data;
  const body = {
    warehouseId: list[0]!.warehouseId,
    parentId: null,
    type: 'ROOM' as const,
    nameEn: null,
    name: '库房',
    conditionsOffered: ['SITE'],
    allowedGroups: null,
    hazardAllowed: true,
    dualLock: false,
    maxVolumeL: null,
    maxMassKg: null,
    rows: 1,
    cols: 1,
    remark: null,
  };
  const { id, rev } = (await keeper.call(containerRoutes.createContainer, { body: { ...body, code: 'D-ROOM' } })).data;
  await setEntry('WMS_CONDITION', false);
  const kept = await keeper.call(containerRoutes.updateContainer, {
    params: { id },
    body: { ...body, code: 'D-ROOM', remark: '旧', rev },
  });
  expect(kept.data).toMatchObject({ conditionsOffered: ['SITE'], remark: '旧' });
  const refused = await keeper.call(containerRoutes.createContainer, { body: { ...body, code: 'D-ROOM-2' } });
  expect(refused).toMatchObject({ status: 422, error: { code: 'INVALID', data: { fields: [{ path: 'conditionsOffered' }] } } });
  await setEntry('WMS_CONDITION', true);
});

const workbook = async (rows: Cells[]): Promise<Buffer> =>
  bytesOf(sheetOf('产品', (await productKind(world.services.db, keeper.id, 'zh')).fields, rows, 'zh'));
const row = (code: string, more: Cells = {}): Cells => ({
  code,
  name: '导入产品',
  category: '无机盐',
  kind: '化学品',
  baseUnit: '瓶',
  ...more,
});

test('an import accepts dictionary codes and names, refuses others at their column, and keeps stored ones', async () => {
  await make('D-I-SITE', SITE);
  for (const dic of ['WMS_UNIT', 'WMS_GRADE', 'WMS_CONDITION']) await setEntry(dic, false);
  const site = { baseUnit: 'SITE', units: 'BOX=20', grade: 'SITE', conditionsRequired: 'DRY, SITE' };
  const content = await workbook([
    row('D-I-1', { grade: '分析纯', conditionsRequired: '避光, DRY', units: '箱=12' }),
    row('D-I-2', { baseUnit: 'NOPE' }),
    row('D-I-3', { units: 'NOPE=2' }),
    row('D-I-4', { grade: 'NOPE', conditionsRequired: 'NOPE' }),
    row('D-I-SITE', site),
    row('D-I-5', site),
  ]);
  const imported = async (partial: boolean) =>
    (await keeper.upload(productRoutes.importProducts, content, 'p.xlsx', { query: { dryRun: false, partial } })).data;
  const { errors, written } = await imported(false);
  expect(written).toBe(false);
  expect(errors.map((error) => [error.row, error.column])).toEqual([
    [3, '基本单位'],
    [4, '换算单位'],
    [5, '级别'],
    [5, '存放条件'],
    [7, '基本单位'],
    [7, '级别'],
    [7, '存放条件'],
  ]);
  expect(errors[2]!.message).toBe('只能是：分析纯、化学纯、优级纯、色谱纯、实验试剂、工业级');
  expect(await imported(true)).toMatchObject({ written: true, created: 1, updated: 1, refused: 4 });
  const { list } = (await keeper.call(productRoutes.listProducts, { query: { q: 'D-I-1' } })).data;
  expect((await keeper.call(productRoutes.getProduct, { params: { id: list[0]!.id } })).data).toMatchObject({
    grade: 'AR',
    conditionsRequired: ['DARK', 'DRY'],
    units: [{ unit: 'CARTON' }],
  });
  for (const dic of ['WMS_UNIT', 'WMS_GRADE', 'WMS_CONDITION']) await setEntry(dic, true);
});
