import { isAllowed } from '@kuwei/contract/access';
import { shareRoutes } from '@kuwei/contract/wms/share';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { findRoutes } from '@kuwei/contract/sys/find';
import { categoryRoutes } from '@kuwei/contract/wms/category';
import { productForm, productRoutes, type ProductForm } from '@kuwei/contract/wms/product';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../../test/_stock.ts';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { draft, lineOf, placesOf } from '../../../test/_flow.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';
import { allRoutes } from '../../routes.ts';
import { bytesOf, sheetOf, type Cells } from '../../platform/workbook/workbook.ts';
import { productKind } from './workbook.ts';

let world: World;
let keeper: Person;
let categoryId: string;
beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  categoryId = (await keeper.call(categoryRoutes.listCategories)).data.find((category) => category.code === 'SALT')!.id;
});
afterAll(() => world.end());

const form = (code: string, more: Partial<ProductForm> = {}): ProductForm =>
  ({ code, name: '碳酸钠', kind: 'CHEMICAL', categoryId, baseUnit: 'BOTTLE', ...more }) as ProductForm;

const create = async (code: string, more: Partial<ProductForm> = {}) =>
  keeper.call(productRoutes.createProduct, { body: form(code, more) });

test('[S1.12, S3.50] a product is created as a draft, read, changed and deleted', async () => {
  const made = (
    await create('T-NA2CO3', {
      cas: '497-19-8',
      hCodes: ['H319'],
      units: [{ unit: 'CARTON', factor: '20', isPack: true, gtin: null }],
    })
  ).data;
  expect(made).toMatchObject({
    code: 'T-NA2CO3',
    state: 'DRAFT',
    pictograms: ['GHS07'],
    signal: 'WARNING',
    rev: 1,
    categoryName: '无机盐',
  });
  const changed = await keeper.call(productRoutes.updateProduct, {
    params: { id: made.id },
    body: withDefaults(productForm, { ...form('T-NA2CO3', { name: '无水碳酸钠' }), rev: 1 }),
  });
  expect(changed.data).toMatchObject({ name: '无水碳酸钠', rev: 2 });
  const stale = await keeper.call(productRoutes.updateProduct, {
    params: { id: made.id },
    body: withDefaults(productForm, { ...form('T-NA2CO3'), rev: 1 }),
  });
  expect(stale.error.code).toBe('STALE');
  await keeper.call(productRoutes.deleteProduct, { params: { id: made.id } });
  expect((await keeper.call(productRoutes.getProduct, { params: { id: made.id } })).status).toBe(404);
});

test('reports errors of a product at their fields', async () => {
  const cases: [Partial<ProductForm>, string, string][] = [
    [{ cas: '497-19-9' }, 'CAS_INVALID', 'cas'],
    [{ cas: '64-l7-5' }, 'INVALID', 'cas'],
    [{ cas: '1964-07-05' }, 'INVALID', 'cas'],
    [{ otherCas: ['64-17-x'] }, 'INVALID', 'otherCas'],
    [{ hCodes: ['H999'] }, 'HAZARD_CODE_UNKNOWN', 'hCodes'],
    [{ unNo: '9999' }, 'HAZARD_CODE_UNKNOWN', 'unNo'],
    [{ units: [{ unit: 'CARTON', factor: '0', isPack: true, gtin: null }] }, 'INVALID', 'units.0.factor'],
    [{ units: [{ unit: 'BOTTLE', factor: '2', isPack: true, gtin: null }] }, 'UNIT_FACTOR', 'units.0.unit'],
    [{ units: [{ unit: 'CARTON', factor: '2', isPack: true, gtin: '6901234567893' }] }, 'GTIN_INVALID', 'units.0.gtin'],
    [{ name: '' }, 'INVALID', 'name'],
    [{ price: '-1' }, 'INVALID', 'price'],
    [{ price: 'NaN' }, 'INVALID', 'price'],
  ];
  for (const [more, code, path] of cases) {
    const { status, error } = await create('T-WRONG', more);
    expect({ status, code: error.code, path: error.data?.fields?.[0]?.path }).toEqual({ status: 422, code, path });
  }
  const messageOf = async (cas: string) => (await create('T-WRONG', { cas })).error.data?.fields?.[0]?.message;
  expect(await messageOf('64-l7-5')).toBe('不是 CAS 号，例如 64-17-5');
  expect(await messageOf('1964-07-05')).toBe('表格软件把 CAS 号改成了日期，请把单元格设为文本格式后重新输入');
  const unknown = await keeper.send('POST', '/wms/product', { ...form('T-WRONG'), qty: 5, state: 'ACTIVE' });
  expect(unknown).toMatchObject({ status: 400, error: { code: 'VALIDATION' } });
});

test('[F-3B11] refuses a unit that the base unit cannot represent; stored ones may stay', async () => {
  const pack = (unit: string, factor: string) => ({ unit, factor, isPack: true, gtin: null });
  const cases: [Partial<ProductForm>, string][] = [
    [{ baseUnit: 'KG', units: [pack('PACK', '0.333333')] }, '系数最多 3 位小数：基本单位“千克”最多 3 位小数'],
    [{ baseUnit: 'PIECE', units: [pack('CARTON', '12.5')] }, '系数须是整数：基本单位“个”只能是整数'],
  ];
  for (const [more, message] of cases)
    expect((await create('T-FACTOR', more)).error.data!.fields).toEqual([{ path: 'units.0.factor', message }]);
  const good = { baseUnit: 'KG', units: [pack('PACK', '0.333')] };
  const { id } = (await create('T-FACTOR', good)).data;
  await sql`update wms_product set units = jsonb_set(units, '{0,factor}', '"0.333333"') where id = ${id}`.execute(
    world.services.db,
  );
  const change = (units: ProductForm['units'], rev: number) =>
    keeper.call(productRoutes.updateProduct, {
      params: { id },
      body: withDefaults(productForm, { ...form('T-FACTOR', { ...good, units, name: '碳酸钠 II' }), rev }),
    });
  expect((await change([pack('PACK', '0.333333')], 1)).data).toMatchObject({ rev: 2 });
  expect((await change([pack('PACK', '0.333334')], 2)).error.data!.fields![0]!.path).toBe('units.0.factor');
});

test('[S5.31] codes are unique regardless of case', async () => {
  await create('T-TWICE');
  expect((await create('t-twice')).error).toMatchObject({ code: 'CODE_TAKEN', data: { fields: [{ path: 'code' }] } });
});

test('a hazardous product needs a storage group and a data sheet before it is active', async () => {
  const { id } = (await create('T-HAZARD', { hCodes: ['H225'] })).data;
  const refused = await keeper.call(productRoutes.setProductState, { params: { id }, body: { state: 'ACTIVE', rev: 1 } });
  expect(refused.error).toMatchObject({ code: 'PRODUCT_INCOMPLETE' });
  const harmless = (await create('T-HARMLESS')).data;
  const active = await keeper.call(productRoutes.setProductState, {
    params: { id: harmless.id },
    body: { state: 'ACTIVE', rev: 1 },
  });
  expect(active.data.state).toBe('ACTIVE');
});

test('[S1.07] finds products by Chinese name, pinyin, initials, CAS and code', async () => {
  for (const q of ['乙醇', 'wushuiyichun', 'wsyc', '64-17-5', 'c-ethanol', 'Ethanol']) {
    const { list } = (await keeper.call(productRoutes.listProducts, { query: { q } })).data;
    expect(list.map((row) => row.code)).toContain('C-ETHANOL');
  }
  expect(
    (await keeper.call(productRoutes.listProducts, { query: { q: '%' } })).data.list.every((row) => row.name.includes('%')),
  ).toBe(true);
});

test('filters, sorts and pages the list', async () => {
  const page = (await keeper.call(productRoutes.listProducts, { query: { kind: ['CHEMICAL'], sort: '-price', size: 3 } })).data;
  expect(page.list).toHaveLength(3);
  expect(page.total).toBeGreaterThan(10);
  const prices = page.list.map((row) => Number(row.price));
  expect(prices).toEqual(prices.toSorted((a, b) => b - a));
  expect((await keeper.send('GET', '/wms/product?sort=password')).status).toBe(422);
  expect((await keeper.send('GET', '/wms/product?size=500')).status).toBe(422);
});

test('only product managers may write products, and all depositors may choose them', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  expect((await teacher.call(productRoutes.createProduct, { body: form('T-NO') })).error.code).toBe('FORBIDDEN');
  const { list } = (await teacher.call(productRoutes.selectProducts, { query: { q: '乙醇' } })).data;
  expect(list[0]).toMatchObject({ name: '无水乙醇', pictograms: ['GHS02', 'GHS07'] });
  const asKeeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  expect((await asKeeper.call(productRoutes.createProduct, { body: form('T-YES') })).status).toBe(200);
});

const workbook = async (rows: Cells[]): Promise<Buffer> =>
  bytesOf(sheetOf('test', (await productKind(world.services.db, keeper.id, 'zh')).fields, rows, 'zh'));
const row = (code: string, more: Cells = {}): Cells => ({
  code,
  name: '导入产品',
  category: '无机盐',
  kind: '化学品',
  baseUnit: '瓶',
  ...more,
});

test('an import previews, reports errors by row, and writes all or nothing', async () => {
  const content = await workbook([
    row('I-1', { cas: '7647-14-5' }),
    row('I-2', { cas: '1-1-1' }),
    row('I-1'),
    row('', {}),
    row('=I-5', {}),
  ]);
  const dry = (await keeper.upload(productRoutes.importProducts, content, 'p.xlsx', { query: { dryRun: true } })).data;
  expect(dry).toMatchObject({ rows: 5, refused: 4, created: 1, written: false });
  expect(dry.errors.map((error) => error.row)).toEqual([3, 4, 5, 6]);
  expect(dry.workbook).not.toBeNull();
  const all = (await keeper.upload(productRoutes.importProducts, content, 'p.xlsx', { query: { dryRun: false } })).data;
  expect(all.written).toBe(false);
  const part = (await keeper.upload(productRoutes.importProducts, content, 'p.xlsx', { query: { dryRun: false, partial: true } }))
    .data;
  expect(part).toMatchObject({ created: 1, updated: 0, refused: 4, written: true });
  const again = (
    await keeper.upload(productRoutes.importProducts, content, 'p.xlsx', { query: { dryRun: false, partial: true } })
  ).data;
  expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 1, written: false });
  const other = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  expect((await other.send('GET', `/sys/fs/${dry.workbook}`)).status).toBe(404);
  expect((await keeper.send('GET', `/sys/fs/${dry.workbook}`)).status).toBe(200);
});

test('reports an unknown category in both languages at its column', async () => {
  const twice = { code: 'T-SALT-2', name: '无机盐', nameEn: 'Inorganic salts' };
  const content = await workbook([
    row('I-CAT-1', { category: '没有的分类' }),
    row('I-CAT-2', { category: '' }),
    row('I-CAT-3', { category: 'salt' }),
    row('I-CAT-4', { category: 'inorganic SALTS' }),
    row('I-CAT-5'),
  ]);
  const errorsIn = async (language: string) =>
    (
      await keeper.upload(productRoutes.importProducts, content, 'p.xlsx', {
        query: { dryRun: true },
        headers: { 'accept-language': language },
      })
    ).data.errors;
  const { id } = (await keeper.call(categoryRoutes.createCategory, { body: twice })).data;
  const [chinese, english] = [await errorsIn('zh-CN'), await errorsIn('en')];
  await keeper.call(categoryRoutes.deleteCategory, { params: { id } });
  expect(chinese).toEqual([
    { row: 2, column: '分类', message: '没有找到分类“没有的分类”。分类在产品列表的“管理分类”中建立' },
    { row: 3, column: '分类', message: '该字段不能为空' },
    { row: 6, column: '分类', message: '多个分类都叫“无机盐”，请填写分类编号' },
  ]);
  expect(english).toEqual([
    { row: 2, column: 'Category', message: expect.stringMatching(/^No category “没有的分类” was found\. Categories are added/) },
    { row: 3, column: 'Category', message: expect.not.stringMatching(/[一-龥]/) },
    { row: 6, column: 'Category', message: 'Several categories are called “无机盐”; give the code of the category' },
  ]);
});

test('refuses an import that changes the base unit of stock, in the language of the reader', async () => {
  await post(world.services.db, [{ product: 'C-NACL', owner: 'LAB-BIO', box: 'W2-A-R1-B2', qty: '1', batch: 'B' }]);
  const content = await workbook([row('C-NACL', { baseUnit: '箱' })]);
  for (const [language, column, message] of [
    ['zh-CN', '基本单位', /[一-龥]/],
    ['en', 'Base unit', /^[ -~’“”…–]+$/],
  ] as const) {
    const { errors } = (
      await keeper.upload(productRoutes.importProducts, content, 'p.xlsx', {
        query: { dryRun: true },
        headers: { 'accept-language': language },
      })
    ).data;
    expect(errors).toEqual([{ row: 2, column, message: expect.stringMatching(message) }]);
  }
});

test('an import does not lift the control of goods in stock', async () => {
  await post(world.services.db, [{ product: 'C-KNO3', owner: 'LAB-BIO', box: 'W1-S01-R1-B1', qty: '1', batch: 'B' }]);
  const content = await workbook([row('C-KNO3', { controlFlags: null })]);
  const { data } = await keeper.upload(productRoutes.importProducts, content, 'p.xlsx', { query: { dryRun: false } });
  expect(data).toMatchObject({
    written: false,
    errors: [{ row: 2, column: '管控类别', message: '有库存或在途单据，不能取消管控类别' }],
  });
});

test('products name their category in both languages', async () => {
  const { list } = (await keeper.call(productRoutes.listProducts, { query: { q: 'C-ETHANOL' } })).data;
  expect(list[0]).toMatchObject({ categoryName: '溶剂', categoryNameEn: 'Solvents' });
  const { data } = await keeper.call(productRoutes.getProduct, { params: { id: list[0]!.id } });
  expect(data).toMatchObject({ categoryName: '溶剂', categoryNameEn: 'Solvents' });
});

test('an exported workbook imports without changes', async () => {
  const exported = await keeper.call(productRoutes.exportProducts, { query: { q: 'C-ETHANOL' } });
  const again = await keeper.upload(productRoutes.importProducts, exported.raw, 'p.xlsx', { query: { dryRun: true } });
  expect(again.data).toMatchObject({ rows: 1, refused: 0, unchanged: 1 });
});

test('disables many products at once, and names each refusal', async () => {
  const ids = [(await create('T-BULK-1')).data.id, (await create('T-BULK-2')).data.id];
  await keeper.call(productRoutes.setProductState, { params: { id: ids[0]! }, body: { state: 'ACTIVE', rev: 1 } });
  const { data } = await keeper.call(productRoutes.batchProducts, { params: { action: 'disable' }, body: { ids } });
  expect(data).toMatchObject({ done: 1, refused: [{ id: ids[1] }] });
  const activate = () => keeper.call(productRoutes.batchProducts, { params: { action: 'activate' }, body: { ids } });
  expect((await activate()).data).toEqual({ done: 2, refused: [], notes: [] });
  const revs = async () =>
    Promise.all(ids.map(async (id) => (await keeper.call(productRoutes.getProduct, { params: { id } })).data.rev));
  const before = await revs();
  expect((await activate()).data, 'what is active already is left alone').toEqual({ done: 0, refused: [], notes: [] });
  expect(await revs()).toEqual(before);
  const wrong = await keeper.call(productRoutes.batchProducts, {
    params: { action: 'delete' },
    body: { all: { query: { q: 'T-BULK' }, expected: 5 } },
  });
  expect(wrong.error.code).toBe('STALE');
});

test('[F-batch] refuses more products than a batch takes as such, also where the list has not changed', async () => {
  const rows = Array.from({ length: 1_001 }, (_, at) => `T-MANY-${at},n,SALT,OTHER,PIECE`);
  const csv = Buffer.from(`code,name,category,kind,baseUnit\n${rows.join('\n')}`);
  await keeper.upload(productRoutes.importProducts, csv, 'many.csv', { query: { dryRun: false } });
  const batch = (expected: number) =>
    keeper.call(productRoutes.batchProducts, {
      params: { action: 'delete' },
      body: { all: { query: { q: 'T-MANY' }, expected } },
    });
  for (const expected of [1_001, 1_000]) {
    const { status, error } = await batch(expected);
    expect([status, error.code, error.message]).toEqual([422, 'BATCH_TOO_MANY', expect.stringContaining('1,000')]);
  }
});

test('repeating a bulk action by filter with its idempotency key runs it once and answers the same', async () => {
  const ids = [(await create('T-AGAIN-1')).data.id, (await create('T-AGAIN-2')).data.id];
  const send = (action: string, body: object, key: string) =>
    keeper.call(productRoutes.batchProducts, { params: { action }, body, key });
  const drafts = { all: { query: { q: 'T-AGAIN', state: 'DRAFT' }, expected: 2 } };
  const first = await send('activate', drafts, 'activate again');
  expect(first.data).toEqual({ done: 2, refused: [], notes: [] });
  expect((await send('activate', drafts, 'activate again')).data).toEqual(first.data);
  expect((await send('activate', drafts, 'another time')).error.code).toBe('STALE');
  const gone = await send('delete', { ids }, 'delete again');
  expect(gone.data).toEqual({ done: 2, refused: [], notes: [] });
  expect((await send('delete', { ids }, 'delete again')).data).toEqual(gone.data);
});

test('unreleased products are visible to product managers and to owners of their stock', async () => {
  const teacher = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  const strangers = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const { id } = (await create('T-HIDDEN', { name: '未发布样品' })).data;
  const params = { id };
  const listed = async (person: Person) => {
    const query = { state: ['DRAFT', 'DISABLED'] as ('DRAFT' | 'DISABLED')[], q: 'T-HIDDEN' };
    const { list } = (await person.call(productRoutes.listProducts, { query })).data;
    const { products } = (await person.call(findRoutes.find, { query: { q: 'T-HIDDEN' } })).data;
    return [list.length, products.length, (await person.call(productRoutes.getProduct, { params })).status];
  };
  expect(await listed(keeper)).toEqual([1, 1, 200]);
  expect(await listed(teacher)).toEqual([0, 0, 404]);
  const { rev } = (await keeper.call(productRoutes.setProductState, { params, body: { state: 'ACTIVE', rev: 1 } })).data;
  expect(await listed(teacher)).toEqual([0, 1, 200]);
  await post(world.services.db, [{ product: 'T-HIDDEN', owner: 'LAB-BIO', box: 'W2-A-R1-B2', qty: '1' }]);
  await keeper.call(productRoutes.setProductState, { params, body: { state: 'DISABLED', rev } });
  expect(await listed(teacher)).toEqual([0, 0, 200]);
  expect(await listed(await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN')), 'it lies in their warehouse').toMatchObject({ 2: 200 });
  expect(await listed(strangers)).toEqual([0, 0, 404]);
});

interface Parts {
  def: { innerType?: unknown; element?: unknown; shape?: Record<string, unknown>; options?: unknown[] };
}
/** Whether a response schema contains the usual price of a product. */
function hasPriceField(schema: unknown): boolean {
  const { def } = (schema as { _zod: Parts })._zod;
  const { shape = {} } = def;
  if ('price' in shape && 'baseUnit' in shape && 'code' in shape) return true;
  return [def.innerType, def.element, ...(def.options ?? []), ...Object.values(shape)].some(
    (each) => each && hasPriceField(each),
  );
}

test('[F-3B21] hides usual prices from suppliers everywhere, including by sort order', async () => {
  const supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const { product, w1 } = await placesOf(world);
  const id = product('C-ETHANOL');
  await sql`update wms_product set price = 28 where id = ${id}`.execute(world.services.db);
  await sql`insert into wms_org_product (id, org_id, product_id, visible_to, share_mode, state, created_by, updated_by)
    select ${newId()}, (select id from wms_org where code = 'LAB-BIO'), ${id}, 'MALL', 'GIVE', 'ON', u.id, u.id from sys_user u where username = 'manager'`.execute(
    world.services.db,
  );
  await post(world.services.db, [
    { product: 'C-ETHANOL', owner: 'LAB-BIO', box: 'W1-C01-R1-B1', qty: '3', expiresOn: '2039-01-01' },
  ]);
  const raw = {
    code: 'C-ETHANOL',
    batchNo: 'X',
    madeOn: null,
    expiresOn: '2039-01-01',
    unit: null,
    qty: '1',
    unitPrice: null,
    remark: null,
  };
  const line = lineOf(id, '1', { batchNo: 'X', expiresOn: '2039-01-01', unitPrice: '31' });
  const offers = async (person: Person) => (await person.call(shareRoutes.listOffers)).data.list;
  const ways: Record<string, (person: Person) => Promise<(string | null)[]>> = {
    'GET /wms/product/select': async (person) =>
      (await person.call(productRoutes.selectProducts, { query: { q: 'C-ETHANOL' } })).data.list.map(({ price }) => price),
    'GET /wms/product': async (person) =>
      (await person.call(productRoutes.listProducts, { query: { q: 'C-ETHANOL' } })).data.list.map(({ price }) => price),
    'GET /wms/product/{id}': async (person) => [(await person.call(productRoutes.getProduct, { params: { id } })).data.price],
    'POST /wms/transaction/lines/resolve': async (person) => {
      const body = { type: 'INBOUND' as const, warehouseId: null, rows: [raw] };
      const [found] = (await person.call(transactionRoutes.resolveLines, { body })).data;
      // Usual prices are not prefilled either.
      expect(found!.line?.unitPrice).toBe(found!.product!.price);
      return [found!.product!.price];
    },
    'POST /wms/transaction/lines/import': async (person) => {
      const book = Buffer.from('产品编号,数量,批号,有效期至\nC-ETHANOL,1,X,2039-01-01\n');
      const { data } = await person.upload(transactionRoutes.importLines, book, 'lines.csv', { query: { type: 'INBOUND' } });
      return data.lines.map((each) => each.product!.price);
    },
    // The answer of every document step.
    transaction: async (person) => {
      const { lines } = await draft(person, { type: 'INBOUND', warehouseId: w1, lines: [line] });
      expect(lines[0]!.unitPrice, 'their own price').toBe('31');
      return lines.map((each) => each.product.price);
    },
    'GET /wms/share/offer': async (person) => (await offers(person)).map((offer) => offer.product.price),
    'GET /wms/share/offer/{id}': async (person) => {
      const [offer] = await offers(person);
      return [(await person.call(shareRoutes.getOffer, { params: { id: offer!.id } })).data.product.price];
    },
  };
  const withPrice = allRoutes
    .filter(
      ({ needs, reply }) =>
        typeof needs === 'object' &&
        isAllowed(needs, [{ code: 'ROLE_SUPPLIER', powers: [] }]) &&
        reply &&
        typeof reply === 'object' &&
        hasPriceField(reply),
    )
    .map(({ method, path, reply }) => (reply === transactionRoutes.getTransaction.reply ? 'transaction' : `${method} ${path}`));
  expect([...new Set(withPrice)].toSorted()).toEqual(Object.keys(ways).toSorted());
  for (const [way, read] of Object.entries(ways)) {
    expect([way, await read(teacher)]).toEqual([way, ['28']]);
    expect([way, await read(supplier)]).toEqual([way, [null]]);
  }
  for (const sort of ['price', '-price'] as const) {
    expect((await teacher.call(productRoutes.listProducts, { query: { sort } })).status).toBe(200);
    expect((await supplier.call(productRoutes.listProducts, { query: { sort } })).error.code).toBe('FORBIDDEN');
  }
});
