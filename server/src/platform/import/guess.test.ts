// Ambiguous cells are asked about or refused at their cell, in every import.
import { accountRoutes } from '@kuwei/contract/auth/account';
import { openingRoutes } from '@kuwei/contract/wms/opening';
import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let keeper: Person;
let teacher: Person;
beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
});
afterAll(() => world.end());

type Rows = readonly (readonly string[])[];
const csv = (rows: Rows): Buffer =>
  Buffer.from(`\ufeff${rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n')}\n`);
const HEAD = ['产品编号', '名称', '分类', '类型', '基本单位'];
const NEW = (code: string) => [code, '新品', 'SALT', '化学品', '瓶'];
const products = async (rows: Rows, query: object = {}) =>
  (await keeper.upload(productRoutes.importProducts, csv(rows), 'p.csv', { query: { dryRun: true, ...query } })).data;
const product = (headings: readonly string[], cells: readonly string[], query: object = {}) =>
  products(
    [
      [...HEAD, ...headings],
      [...NEW('G-1'), ...cells],
    ],
    query,
  );
type Look = Awaited<ReturnType<typeof products>>;
const after = ({ changes }: Look, at = 0) => Object.fromEntries(changes[at]!.fields.map((field) => [field.column, field.after]));
const lines = async (rows: Rows, query: object = {}) =>
  (await teacher.upload(transactionRoutes.importLines, csv(rows), 'l.csv', { query: { type: 'INBOUND', ...query } })).data;

const BATCH = ['批号', '有效期'];
const OF_BATCH = ['B1', '2099-01-31'];

test('[F-guess] products: converts a heading in another unit where exact, else asks', async () => {
  const converted = await product(['单位体积(mL)', '单位质量（g）'], ['500', '395.5']);
  expect(converted).toMatchObject({ columns: [], refused: 0 });
  expect(after(converted)).toMatchObject({ '单位体积（升）': '0.5', '单位质量（千克）': '0.3955' });
  for (const [heading, cell] of [
    ['闪点(°F)', '55'],
    ['沸点(K)', '351'],
    ['参考单价（万元）', '1.5'],
    ['单价(USD)', '3'],
    ['Price ($)', '3'],
    ['爆炸下限（体积分数）', '0.026'],
    ['保质期（月）', '24'],
  ] as const) {
    const asked = await product([heading], [cell]);
    expect([heading, asked.columns.map(({ at, key }) => [at, key])]).toEqual([heading, [[5, null]]]);
    expect([heading, Object.values(after(asked)).includes(cell)]).toEqual([heading, false]);
  }
  // If mapped anyway, its cells are refused for their unit.
  const answered = await product(['闪点(°F)', 'Price ($)'], ['55', '3'], { columns: '5.flashPointC,6.price' });
  expect(answered.errors.map(({ column }) => column).toSorted()).toEqual(['参考单价（元）', '闪点（℃）']);
});

test('[F-guess] hazard catalogues: asks about a heading in another unit', async () => {
  await keeper.upload(
    productRoutes.importProducts,
    csv([
      [...HEAD, 'CAS 号'],
      [...NEW('G-CAT'), '110-54-3'],
    ]),
    'p.csv',
    {
      query: { dryRun: false },
    },
  );
  const rows = [
    ['CAS', '闪点(°F)', '爆炸下限(g/m3)', '沸点（℃）'],
    ['110-54-3', '-9', '39', '69'],
  ];
  const assess = async (query: object) =>
    (await keeper.upload(productRoutes.assessProducts, csv(rows), 'c.csv', { query: { dryRun: true, ...query } })).data;
  const asked = await assess({});
  expect(asked.columns.map(({ heading, key }) => [heading, key])).toEqual([
    ['闪点(°F)', null],
    ['爆炸下限(g/m3)', null],
  ]);
  expect(asked.changes.flatMap(({ fields }) => fields.map(({ column }) => column))).toEqual(['沸点（℃）']);
  const answered = await assess({ columns: '1.flashPointC,2.lowerExplosionPercent' });
  expect(answered.changes.flatMap(({ fields }) => fields.map(({ column }) => column))).toEqual(['沸点（℃）']);
  expect(answered.notes.map(({ column }) => column)).toEqual(['闪点(°F)', '爆炸下限(g/m3)']);
});

test('[F-guess] lines and opening stock: a unit in the amount heading applies to rows without one', async () => {
  const read = async (heading: string, cell: string, more: readonly [string, string][] = []) => {
    const { lines: found } = await lines([
      ['产品编号', heading, ...BATCH, ...more.map(([name]) => name)],
      ['C-ETHANOL', cell, ...OF_BATCH, ...more.map(([, value]) => value)],
    ]);
    const [one] = found;
    return one?.line ? [one.line.qty, one.line.unit] : (one?.errors.map(({ column }) => column) ?? []);
  };
  expect(await read('数量（瓶）', '2')).toEqual(['2', 'BOTTLE']);
  expect(await read('数量（必填）', '2')).toEqual(['2', 'BOTTLE']);
  expect(await read('数量（箱）', '2')).toEqual(['2', 'CARTON']);
  expect(await read('数量（箱）', '2 瓶')).toEqual(['2', 'BOTTLE']);
  expect(await read('数量（箱）', '2', [['单位', '瓶']])).toEqual(['qty']);
  expect(await read('数量(mL)', '500')).toContain('unit');
  expect(await read('数量(kg)', '5')).toContain('unit');

  const foreign = [
    ['产品编号', '数量', '单价（USD）', ...BATCH],
    ['C-ETHANOL', '2', '3', ...OF_BATCH],
  ];
  expect((await lines(foreign)).unread).toMatchObject([{ at: 2, heading: '单价（USD）' }]);
  expect((await lines(foreign, { columns: '2=unitPrice' })).lines).toMatchObject([
    { line: null, errors: [{ column: 'unitPrice' }] },
  ]);

  const opening = async (heading: string, unit: readonly string[] = []) => {
    const place = { 登记号: 'G-1', 仓库: 'W1', 库位: 'W1-C01-R1-B1', 产品编号: 'C-ETHANOL', 课题组: 'LAB-CATALYSIS' };
    const rows = [
      [...Object.keys(place), ...BATCH, heading, ...unit.map(() => '单位')],
      [...Object.values(place), ...OF_BATCH, '2', ...unit],
    ];
    const { data } = await keeper.upload(openingRoutes.importOpening, csv(rows), 'o.csv', { query: { dryRun: true } });
    return data.refused > 0 ? data.errors.map(({ column }) => column) : after(data)['单位'];
  };
  expect(await opening('数量（箱）')).toBe('箱');
  expect(await opening('数量（箱）', ['瓶'])).toEqual(['数量']);
});

test('[F-guess] a comma in one column of lines does not decide another, and typed values stay', async () => {
  const row = { code: 'C-ETHANOL', batchNo: 'B1', madeOn: null, expiresOn: '2099-01-31', remark: null };
  const resolve = async (rows: readonly { qty: string; unit: string; unitPrice: string }[]) =>
    (
      await teacher.call(transactionRoutes.resolveLines, {
        body: { type: 'INBOUND', warehouseId: null, rows: rows.map((each) => ({ ...row, ...each })) },
      })
    ).data;
  const [one] = await resolve([{ qty: '1,413', unit: 'KG', unitPrice: '12,50' }]);
  expect(one).toMatchObject({ raw: { qty: '1,413', unitPrice: '12,50' }, line: null });
  expect(one!.errors).toContainEqual({ column: 'qty', message: expect.stringMatching(/“1,413”.*1413.*1\.413/) });
  const [price] = await resolve([
    { qty: '2', unit: 'BOTTLE', unitPrice: '1,500' },
    { qty: '1,234,567', unit: 'BOTTLE', unitPrice: '3' },
  ]);
  expect(price).toMatchObject({ raw: { unitPrice: '1,500' }, line: null, errors: [{ column: 'unitPrice' }] });

  const file = [
    ['产品编号', '数量', '单价', ...BATCH],
    ['C-ETHANOL', '2', '1,500', ...OF_BATCH],
    ['C-ETHANOL', '1,234,567', '3', ...OF_BATCH],
  ];
  const open = await lines(file);
  expect(open).toMatchObject({
    commas: { samples: ['1,500'], taken: null },
    lines: [{ raw: { unitPrice: '1,500' }, line: null }, {}],
  });
  const answered = await lines(file, { comma: 'decimal' });
  expect(answered.lines.map(({ line }) => [line?.qty, line?.unitPrice])).toEqual([
    ['2', '1.5'],
    ['1234567', '3'],
  ]);
});

test('[F-guess] an answer about commas settles ambiguous columns only, not decimal points elsewhere', async () => {
  const rows = [
    [...HEAD, '参考单价', '单位质量', '单位体积'],
    [...NEW('G-1'), '1,500', '1.234', '2,5'],
    [...NEW('G-2'), '1.250', '2', '1,125'],
  ];
  const look = await products(rows, { comma: 'decimal' });
  expect(look).toMatchObject({ refused: 0, commas: { samples: ['1,500', '1.250', '1,125'], taken: 'decimal' } });
  expect([after(look), after(look, 1)]).toMatchObject([
    { '参考单价（元）': '1.5', '单位质量（千克）': '1.234', '单位体积（升）': '2.5' },
    { '参考单价（元）': '1250', '单位质量（千克）': '2', '单位体积（升）': '1.125' },
  ]);
  const thousands = await products(rows, { comma: 'thousands' });
  expect(after(thousands)).toMatchObject({ '参考单价（元）': '1500', '单位质量（千克）': '1.234' });
  expect(after(thousands, 1)).toMatchObject({ '单位体积（升）': '1.125' });
});

test('[F-guess] an exact title takes precedence over looser headings before it', async () => {
  const look = await products([
    ['产品编号', '名称', '分类', '类型', 'Unit of Measure (Per Pack)', 'Base unit', '单价', '参考单价（元）'],
    ['G-1', '新品', 'SALT', '化学品', '20', '瓶', '9', '28.5'],
  ]);
  expect(look.columns.map(({ at, key }) => [at, key])).toEqual([
    [4, null],
    [6, null],
  ]);
  expect(after(look)).toMatchObject({ 基本单位: '瓶', '参考单价（元）': '28.5' });
});

test('[F-guess] a catalogue gives the same facts imported as products or used for assessment', async () => {
  const facts = [
    ['lfl', 'ufl', 'iarc_group', 'flash_point_c', '沸点（℃）'],
    ['0.06', '0.365', '12', '11', '64.7 °C'],
  ] as const;
  const columns = '6.lowerExplosionPercent,7.upperExplosionPercent,8.iarcGroup,9.flashPointC';
  const made = await products(
    [
      [...HEAD, 'CAS 号', ...facts[0]],
      [...NEW('G-MEOH'), '67-56-1', ...facts[1]],
    ],
    { columns },
  );
  expect(made).toMatchObject({ refused: 0 });
  const expected = {
    '爆炸下限（体积%）': '6',
    '爆炸上限（体积%）': '36.5',
    'IARC 致癌性分类': '2B',
    '闪点（℃）': '11',
    '沸点（℃）': '64.7',
  };
  const facts5 = (cells: Record<string, string>) => Object.keys(expected).map((name) => [name, cells[name]]);
  await keeper.upload(
    productRoutes.importProducts,
    csv([
      [...HEAD, 'CAS 号'],
      [...NEW('G-MEOH'), '67-56-1'],
    ]),
    'p.csv',
    { query: { dryRun: false } },
  );
  const catalogue = csv([
    ['cas', ...facts[0]],
    ['67-56-1', ...facts[1]],
  ]);
  const { data } = await keeper.upload(productRoutes.assessProducts, catalogue, 'c.csv', { query: { dryRun: true } });
  const at = data.changes.findIndex(({ title }) => title.startsWith('G-MEOH'));
  expect(facts5(after(made))).toEqual(facts5(after(data, at)));
  expect(facts5(after(made))).toEqual(Object.entries(expected));
});

const SPOILT = ['2.0260312E7', '20260312.0', '2.02603E+11', '#N/A'];

test('[F-guess] refuses staff and batch numbers that a program converted to numbers', async () => {
  const admin = await world.as('admin', 'ROLE_ADMIN');
  for (const [at, value] of SPOILT.entries()) {
    const users = csv([
      ['用户名', '姓名', '工号'],
      [`guess.${at}`, '某某', value],
      [value, '某某', ''],
    ]);
    const { data } = await admin.upload(accountRoutes.importAccounts, users, 'u.csv', { query: { dryRun: true } });
    expect([value, data.errors.map(({ row, column }) => [row, column])]).toEqual([
      value,
      [
        [2, '工号/学号'],
        [3, '用户名'],
      ],
    ]);
  }
  const found = await lines([
    ['产品编号', '数量', '批号', '有效期'],
    ...SPOILT.map((value) => ['C-ETHANOL', '1', value, '2099-01-31']),
  ]);
  expect(found.lines.map(({ line, errors }) => [line, errors.map(({ column }) => column)])).toEqual(
    SPOILT.map(() => [null, ['batchNo']]),
  );
});

test('[F-guess] reads words for none as no batch number, which is refused where one is required', async () => {
  const words = ['N/A', '无', '-', '—', '/'];
  const read = async (code: string, type: 'INBOUND' | 'OUTBOUND') => {
    const rows = words.map((batchNo) => ({
      code,
      batchNo,
      qty: '1',
      unit: null,
      madeOn: null,
      expiresOn: null,
      unitPrice: null,
      remark: null,
    }));
    const { data } = await teacher.call(transactionRoutes.resolveLines, { body: { type, warehouseId: null, rows } });
    return data.map(({ line, errors }) => (line ? line.batchNo : errors.map(({ column }) => column)));
  };
  expect(await read('C-ETHANOL', 'INBOUND')).toEqual(words.map(() => ['batchNo']));
  expect(await read('P-TUBE-50', 'INBOUND')).toEqual(words.map(() => null));
  expect(await read('C-ETHANOL', 'OUTBOUND')).toEqual(words.map(() => null));

  const place = { 仓库: 'W1', 库位: 'W1-C01-R1-B1', 产品编号: 'C-ETHANOL', 课题组: 'LAB-CATALYSIS', 单位: '瓶', 数量: '1' };
  const rows = [
    ['登记号', ...Object.keys(place), '批号', '有效期'],
    ...words.map((word, at) => [`G-${at}`, ...Object.values(place), word, '2099-01-31']),
  ];
  const { data } = await keeper.upload(openingRoutes.importOpening, csv(rows), 'o.csv', { query: { dryRun: true } });
  expect(data.errors.map(({ column }) => column)).toEqual(words.map(() => '批号'));
});
