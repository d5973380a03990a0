import { productForm, productRoutes, type ProductForm } from '@kuwei/contract/wms/product';
import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import { sql } from 'kysely';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../../test/_stock.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let keeper: Person;
beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

type Row = Record<string, string | number | boolean | null>;
const bookOf = async (rows: readonly Row[]): Promise<Buffer> => {
  const keys = Object.keys(rows[0]!);
  const sheet = { name: 'Products', rows: [keys, ...rows.map((row) => keys.map((key) => row[key] ?? null))] };
  return Buffer.from(await writeXlsx({ sheets: [sheet] }));
};
const send = async (content: Buffer, query: object): Promise<ImportReply> =>
  (await keeper.upload(productRoutes.importProducts, content, 'p.xlsx', { query })).data;
const look = async (rows: readonly Row[], query: object = {}) => send(await bookOf(rows), { dryRun: true, ...query });
const take = async (rows: readonly Row[], query: object = {}) => send(await bookOf(rows), { dryRun: false, ...query });

async function findProduct(code: string) {
  const { list } = (await keeper.call(productRoutes.listProducts, { query: { q: code } })).data;
  const { id } = list.find((row) => row.code === code)!;
  return (await keeper.call(productRoutes.getProduct, { params: { id } })).data;
}
const loggedOf = async (id: string): Promise<unknown[]> => {
  const { rows } = await sql<{ change: unknown }>`
    select change from sys_log where entity = 'wms_product' and entity_id = ${id} order by id`.execute(world.services.db);
  return rows.map(({ change }) => change);
};

test('[F-D1] missing columns leave fields as they are; empty cells clear them, with a preview and a log entry', async () => {
  const before = await findProduct('C-ETHANOL');
  const rows = [{ 产品编号: 'C-ETHANOL', 名称: '无水乙醇', 分类: '溶剂', 类型: '化学品', 基本单位: '瓶' }];
  expect(await look(rows)).toMatchObject({ rows: 1, created: 0, updated: 0, unchanged: 1, refused: 0, changes: [] });
  expect(await take(rows)).toMatchObject({ unchanged: 1, written: false });
  expect(await findProduct('C-ETHANOL'), 'nothing but the time of day has passed').toEqual(before);

  const emptied = [{ 产品编号: 'C-ETHANOL', 英文名: '', 备注: '新的', 参考单价: '' }];
  const shown = await look(emptied);
  expect(shown).toMatchObject({ created: 0, updated: 1, unchanged: 0 });
  expect(shown.changes).toEqual([
    {
      row: 2,
      title: 'C-ETHANOL 无水乙醇',
      isNew: false,
      fields: [
        { column: '英文名', before: before.nameEn, after: '' },
        { column: '参考单价（元）', before: before.price, after: '' },
        { column: '备注', before: before.remark ?? '', after: '新的' },
      ],
    },
  ]);
  expect(await findProduct('C-ETHANOL'), 'it was only looked at').toEqual(before);
  expect(await take(emptied)).toMatchObject({ updated: 1, written: true });
  const after = await findProduct('C-ETHANOL');
  expect(after).toEqual({
    ...before,
    nameEn: null,
    price: null,
    remark: '新的',
    rev: before.rev + 1,
    updatedAt: after.updatedAt,
    updatedBy: after.updatedBy,
  });
  expect((await loggedOf(after.id)).at(-1)).toEqual({
    nameEn: [before.nameEn, null],
    price: [before.price, null],
    remark: [before.remark, '新的'],
  });
});

test('[F-E5] reports products and choices in English to English readers', async () => {
  const content = await bookOf([
    { code: 'C-ACETONE', name: '丙酮', kind: '化学品', grade: 'AR', controlFlags: '', remark: 'New' },
    { code: 'E-KIND', name: 'E', kind: 'Soup', grade: 'NOPE', controlFlags: 'Boring' },
  ]);
  const { data } = await keeper.upload(productRoutes.importProducts, content, 'p.xlsx', {
    query: { dryRun: true },
    headers: { 'accept-language': 'en' },
  });
  expect(data.changes.map(({ title }) => title)).toEqual(['C-ACETONE Acetone']);
  const messages = Object.fromEntries(data.errors.map(({ column, message }) => [column, message]));
  expect(messages['Kind']).toMatch(/^Must be one of: Chemical, /);
  expect(messages['Grade']).toBe(
    'Must be one of: Analytical (AR), Chemically pure (CP), Guaranteed (GR), HPLC, Laboratory (LR), Industrial',
  );
  expect(messages['Control']).toMatch(/^Must be one of: Highly toxic, /);
});

test('[F-D2] an import is validated like the form: active products stay complete, units of stock stay', async () => {
  await post(world.services.db, [{ product: 'C-ETHANOL', owner: 'LAB-BIO', box: 'W1-S01-R1-B1', qty: '1', batch: 'B' }]);
  const { units } = await findProduct('C-ETHANOL');
  const others = units.map((unit) => ({ ...unit, factor: `${Number(unit.factor) * 7}` }));
  const cell = others.map(({ unit, factor }) => `${unit}=${factor}`).join(',');
  const cases: [string, Row, Partial<ProductForm>, string, string][] = [
    ['C-NACL', { controlFlags: 'TOXIC' }, { controlFlags: ['TOXIC'] }, 'PRODUCT_INCOMPLETE', ''],
    ['C-ETHANOL', { units: cell }, { units: others }, 'PRODUCT_UNIT_FIXED', '换算单位'],
    ['C-ETHANOL', { trackBatch: '否' }, { trackBatch: false }, 'PRODUCT_UNIT_FIXED', '按批次管理'],
    ['P-TUBE-50', { trackExpiry: '是' }, { trackExpiry: true }, 'INVALID', '管理有效期'],
    ['C-ETHANOL', { baseUnit: '箱' }, { baseUnit: 'CARTON', units: [] }, 'PRODUCT_UNIT_FIXED', '基本单位'],
  ];
  for (const [product, row, change, code, column] of cases) {
    const before = await findProduct(product);
    const form = Object.fromEntries(Object.entries(before).filter(([name]) => name in productForm.shape)) as ProductForm;
    const refused = await keeper.call(productRoutes.updateProduct, {
      params: { id: before.id },
      body: { ...form, ...change, rev: before.rev },
    });
    expect(refused.error.code).toBe(code);
    const { errors, written } = await take([{ code: product, ...row }]);
    const message = code === 'INVALID' ? refused.error.data!.fields![0]!.message : refused.error.message;
    expect(errors).toContainEqual({ row: 2, column, message });
    expect(written).toBe(false);
    expect(await findProduct(product)).toEqual(before);
  }
});

test('[F-R3] reports all errors of a row at once, and a dry run counts the effects', async () => {
  const rows = [
    {
      code: 'IM-1',
      name: '',
      category: '没有',
      kind: '化学品',
      baseUnit: '瓶',
      cas: '1-1-1',
      hCodes: 'H999',
      price: 'abc',
      trackBatch: '也许',
    },
    {
      code: 'IM-2',
      name: '二',
      category: 'SALT',
      kind: '化学品',
      baseUnit: '瓶',
      cas: '',
      hCodes: '',
      price: 1.5,
      trackBatch: '有',
    },
    {
      code: 'C-ETHANOL',
      name: '无水乙醇',
      category: '',
      kind: '化学品',
      baseUnit: '瓶',
      cas: '64-17-5',
      hCodes: 'h225',
      price: 12,
      trackBatch: '是',
    },
  ];
  const { errors, ...counts } = await look(rows);
  expect(counts).toMatchObject({ rows: 3, created: 1, updated: 0, unchanged: 0, refused: 2 });
  expect(errors.filter(({ row }) => row === 2).map(({ column }) => column)).toEqual([
    '分类',
    '按批次管理',
    '名称',
    '参考单价（元）',
    'CAS 号',
    '危险性说明（H 码）',
  ]);
  expect(errors.filter(({ row }) => row === 4).map(({ column }) => column)).toEqual(['分类']);
});

test('[F-R7] refuses error cells, and words that are neither yes nor no', async () => {
  const row = { category: 'SALT', kind: '化学品', baseUnit: '瓶' };
  const rows = [
    { ...row, code: 'IM-7', name: '#REF!', trackBatch: '需要', trackExpiry: '有' },
    { ...row, code: 'IM-8', name: '好', trackBatch: '不', trackExpiry: '无' },
    { ...row, code: 'IM-9', name: '好', trackBatch: 'TRUE', trackExpiry: '待定' },
  ];
  expect(await take(rows), 'one bad row refuses the file').toMatchObject({ written: false, refused: 2 });
  expect((await keeper.call(productRoutes.listProducts, { query: { q: 'IM-8' } })).data.list).toEqual([]);
  const { errors, written } = await take(rows, { partial: true });
  expect(written).toBe(true);
  expect(errors).toEqual([
    { row: 2, column: '名称', message: '单元格是错误值 #REF!' },
    { row: 4, column: '管理有效期', message: '请填写“是”或“否”' },
  ]);
  expect(await findProduct('IM-8')).toMatchObject({ trackBatch: false, trackExpiry: false });
});

test('[F-D4] names an unknown column, and writes nothing before it is mapped', async () => {
  const rows = [
    { 产品编码: 'IM-D4', 品名: '氯化钠', 分类: 'SALT', 类型: '化学品', 单位: '瓶', 参考价: 3, 存货号: '冰箱', 空列: null },
  ];
  const asked = await look(rows);
  expect(asked.columns).toEqual([{ at: 6, heading: '存货号', sample: '冰箱', key: null }]);
  expect(asked.choices).toContainEqual(expect.objectContaining({ key: 'remark', label: '备注' }));
  const content = await bookOf(rows);
  const refused = await keeper.upload(productRoutes.importProducts, content, 'p.xlsx', { query: { dryRun: false } });
  expect(refused).toMatchObject({ status: 422, error: { code: 'WORKBOOK', message: expect.stringContaining('存货号') } });
  expect(await look(rows, { columns: '6.remark' })).toMatchObject({ columns: [{ at: 6, key: 'remark' }], created: 1 });
  expect(await take(rows, { columns: '6.remark' })).toMatchObject({ created: 1, written: true });
  expect(await findProduct('IM-D4')).toMatchObject({ remark: '冰箱', price: '3', name: '氯化钠' });
  expect(await take(rows, { columns: '6.' }), 'left out').toMatchObject({ unchanged: 1 });
});

test('[F-D13] a re-imported export changes nothing, and does not overwrite later changes', async () => {
  const { raw } = await keeper.call(productRoutes.exportProducts, { query: { q: 'C-' } });
  const before = await findProduct('C-ACETONE');
  const again = await send(raw, { dryRun: false });
  expect(again.changes).toEqual([]);
  expect(again).toMatchObject({ created: 0, updated: 0, refused: 0, written: false, columns: [], errors: [] });
  expect(again.unchanged).toBeGreaterThan(10);
  expect((await findProduct('C-ACETONE')).rev).toBe(before.rev);

  const stale = [{ code: 'C-ACETONE', remark: '早上的', rev: before.rev }];
  expect(await take([{ code: 'C-ACETONE', remark: '中午的', rev: before.rev }])).toMatchObject({ updated: 1, written: true });
  expect(await take(stale)).toMatchObject({
    written: false,
    errors: [{ row: 2, column: '版本（请勿修改）', message: '导出之后已被修改，请重新导出' }],
  });
  expect(await findProduct('C-ACETONE')).toMatchObject({ remark: '中午的', rev: before.rev + 1 });
});

test('[F-D13] re-importing a full export reports no changes in both languages', async () => {
  const before = await findProduct('C-ETHANOL');
  const { db } = world.services;
  const everything = {
    hCodes: ['H225', 'H301+H311'],
    pCodes: ['P210', 'P303+P361+P353'],
    otherCas: ['67-56-1', '7732-18-5'],
    flashPointC: '-17.5',
    lowerExplosionPercent: '3.3',
    conditionsRequired: before.conditionsRequired,
    controlFlags: ['EXPLOSIVE_PRECURSOR' as const, 'DRUG_PRECURSOR' as const],
    exposureLimit: '250 ppm (TWA), 2 ppm (STEL)',
  };
  const offered = await db
    .selectFrom('sys_dic_field as f')
    .innerJoin('sys_dic as d', 'd.id', 'f.dic_id')
    .where('d.code', '=', 'WMS_CONDITION')
    .where('f.valid', '=', true)
    .orderBy('f.code')
    .select('f.code')
    .execute();
  everything.conditionsRequired = offered.map(({ code }) => code).slice(0, 10);
  const form = Object.fromEntries(Object.entries(before).filter(([name]) => name in productForm.shape)) as ProductForm;
  const saved = await keeper.call(productRoutes.createProduct, { body: { ...form, ...everything, code: 'C-EVERYTHING' } });
  expect(saved.data).toMatchObject(everything);
  for (const language of ['zh-CN', 'en']) {
    const headers = { 'accept-language': language };
    const { raw } = await keeper.call(productRoutes.exportProducts, { headers });
    const { data } = await keeper.upload(productRoutes.importProducts, raw, 'p.xlsx', { query: { dryRun: true }, headers });
    expect([data.errors, data.changes, data.columns], language).toEqual([[], [], []]);
    expect(data.unchanged).toBe(data.rows);
    expect(data.rows).toBeGreaterThan(20);
  }
});

test('[F-R7] refuses an unreadable cell with its text and the expected values; “none” counts as empty', async () => {
  const row = { name: '好', category: 'SALT', kind: '化学品', baseUnit: '瓶' };
  const rows = [
    { ...row, code: 'IM-14', units: '12瓶/箱', defaultShelfLifeDays: '36个月', cas: '无', unNo: '1170/1987', controlFlags: '否' },
    { ...row, code: 'IM-15', units: '箱=12', defaultShelfLifeDays: '1095', cas: 'N/A', unNo: 'n/a', controlFlags: '无' },
  ];
  const { errors, created } = await look(rows);
  expect(created).toBe(1);
  expect(errors).toEqual([
    { row: 2, column: '换算单位', message: expect.stringMatching(/12瓶\/箱.*箱=12/) },
    { row: 2, column: '保质期（天）', message: expect.stringContaining('36个月') },
    { row: 2, column: 'UN 编号', message: '“1170/1987”无法识别' },
  ]);
});

test('[F-D13] reports edits that an import ignores: state and code', async () => {
  const { rev } = await findProduct('C-NACL');
  expect((await look([{ code: 'C-NACL', state: '停用', rev }])).errors).toEqual([
    { row: 2, column: '状态', message: '此列不能通过导入修改，应为“启用”' },
  ]);
  expect(await look([{ code: 'C-NACL', state: '停用', rev: rev - 1 }]), 'an older export').toMatchObject({
    unchanged: 1,
    errors: [],
  });
  const row = { code: 'C-NACL-2', name: '盐', category: 'SALT', kind: '化学品', baseUnit: '瓶', rev };
  expect((await look([row])).errors).toEqual([
    { row: 2, column: '版本（请勿修改）', message: expect.stringContaining('编号不能通过导入修改') },
  ]);
});
