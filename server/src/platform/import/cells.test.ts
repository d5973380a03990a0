// What cells show beyond their numbers, and how imports read them.
import { dicRoutes } from '@kuwei/contract/auth/dic';
import { categoryRoutes } from '@kuwei/contract/wms/category';
import { openingRoutes } from '@kuwei/contract/wms/opening';
import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let keeper: Person;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

const HEAD = ['产品编号', '名称', '分类', '类型', '基本单位'];
const NEW = (code: string | number, name = '新品') => [code, name, 'SALT', '化学品', '瓶'];
type Cell = string | number | null | [value: number, format: string];

/** A workbook in which some numbers have formats. */
async function book(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const cells = new Map(
    rows.flatMap((row, at) =>
      row.flatMap((cell, column) =>
        Array.isArray(cell) ? [[`${at},${column}`, { value: cell[0], style: { numFmt: cell[1] } }] as const] : [],
      ),
    ),
  );
  const values = rows.map((row) => row.map((cell) => (Array.isArray(cell) ? cell[0] : cell)));
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'S', rows: values, cells }] }));
}
const send = async (content: Buffer, dryRun = true, name = 'p.xlsx') =>
  (await keeper.upload(productRoutes.importProducts, content, name, { query: { dryRun } })).data;
const after = ({ changes }: Awaited<ReturnType<typeof send>>, at = 0) =>
  Object.fromEntries(changes[at]!.fields.map((field) => [field.column, field.after]));
const messagesIn = (list: readonly { row: number; column: string; message: string }[]) =>
  list.map(({ row, column, message }) => [row, column, message]);

test('[F-R8] text fields read numbers as displayed: leading zeros, dashes, decimals and units of a format', async () => {
  const rows = [
    [...HEAD, 'CAS 号', 'UN 编号', '规格', '危化品目录序号', '爆炸下限（体积%）', '参考单价'],
    [...NEW('F-FORMAT'), [64175, '0-00-0'], [4, '0000'], [500, '0" mL"'], [123, '00000'], [0.033, '0.0%'], [1234.5, '#,##0.00']],
    [...NEW('F-PLAIN'), [64175, '0'], [1170, 'General'], [1.5, '0.00'], [7, '@'], [3.3, '0.0'], [1234.5, '"¥"#,##0.00']],
  ] as Cell[][];
  const data = await send(await book(rows));
  expect(data.errors).toEqual([]);
  expect(after(data)).toMatchObject({
    'CAS 号': '64-17-5',
    'UN 编号': '0004',
    规格: '500 mL',
    危化品目录序号: '00123',
    '爆炸下限（体积%）': '3.3',
    '参考单价（元）': '1234.5',
  });
  expect(after(data, 1)).toMatchObject({
    'CAS 号': '64-17-5',
    'UN 编号': '1170',
    规格: '1.50',
    危化品目录序号: '7',
    '爆炸下限（体积%）': '3.3',
    '参考单价（元）': '1234.5',
  });
});

test('[F-R8] refuses a number with lost digits in a text field', async () => {
  const long = await send(await book([HEAD, NEW(1.2345678901234568e17), NEW('F-LONG', '9')]));
  expect(messagesIn(long.errors)).toEqual([[2, '产品编号', expect.stringContaining('1.23456789012346E+17')]]);
  expect(long).toMatchObject({ created: 1, refused: 1 });
  const fifteen = await send(await book([HEAD, NEW(123_456_789_012_345)]));
  expect(fifteen.changes[0]!.title).toBe('123456789012345 新品');
  // Spreadsheets save what they display to text files: a barcode loses its digits there.
  const csv = await send(Buffer.from(`${HEAD.join(',')}\n${NEW('6.90123E+12').join(',')}`), true, 'p.csv');
  expect(messagesIn(csv.errors)).toEqual([[2, '产品编号', expect.stringContaining('文本格式')]]);
});

test('[F-D13] rounds a number with too many decimals, and the preview notes it', async () => {
  const rows = [
    [...HEAD, '参考单价', '闪点', '爆炸上限（体积%）'],
    [...NEW('F-ROUND'), 1 / 7, -17.555, 0.1 + 0.2],
  ];
  const data = await send(await book(rows), false);
  expect(data.errors).toEqual([]);
  expect(after(data)).toMatchObject({ '参考单价（元）': '0.1429', '闪点（℃）': '-17.56', '爆炸上限（体积%）': '0.3' });
  expect(data.noted).toBe(2);
  expect(messagesIn(data.notes)).toEqual([
    [2, '参考单价（元）', '0.142857142857143 已四舍五入为 0.1429'],
    [2, '闪点（℃）', '-17.555 已四舍五入为 -17.56'],
  ]);
  // Importing it again changes nothing, so there is no note.
  expect(await send(await book(rows))).toMatchObject({ unchanged: 1, noted: 0, notes: [] });
});

test.each([
  ['in the last column', `F-Q1,一,SALT,化学品,瓶,"a, ""b""\n还有"\nF-Q2,二,SALT,化学品,瓶,"5寸\nF-Q3,三,SALT,化学品,瓶,x\n`, 4],
  ['in the first cell of the last line', `F-Q1,一,SALT,化学品,瓶,5"\n"F-Q2`, 3],
])('refuses a text file with an unclosed quote %s, naming its line', async (_, rows, line) => {
  const csv = Buffer.from(`\ufeff${HEAD.join(',')},备注\n${rows}`);
  const { error } = await keeper.upload(productRoutes.importProducts, csv, 'p.csv', { query: { dryRun: true } });
  expect(error.code).toBe('WORKBOOK');
  expect(error.message).toContain(`第 ${line} 行`);
  // A quote inside a cell, or a closed one, is text.
  const closed = Buffer.from(`\ufeff${HEAD.join(',')},备注\n${rows}"`);
  expect((await keeper.upload(productRoutes.importProducts, closed, 'p.csv', { query: { dryRun: true } })).status).toBe(200);
});

test('[F-D4] notes that the state of a new product is ignored, except draft', async () => {
  const data = await send(
    await book([
      [...HEAD, '状态'],
      [...NEW('F-STATE-1'), '启用'],
      [...NEW('F-STATE-2'), 'Draft'],
    ]),
    false,
  );
  expect(data).toMatchObject({ created: 2, refused: 0, noted: 1 });
  expect(messagesIn(data.notes)).toEqual([[2, '状态', '新增的记录一律为“草稿”，“启用”未采用']]);
});

test('[F-D4] warns of a row that gives a product the name of another', async () => {
  await send(await book([HEAD, NEW('F-NAME-1', '氯化铯'), NEW('F-NAME-2', '氯化铷')]), false);
  const data = await send(
    await book([
      ['产品编号', '名称'],
      ['F-NAME-1', '氯化铷'],
      ['F-NAME-2', '氯化铷，优级纯'],
    ]),
  );
  expect(data).toMatchObject({ updated: 2, refused: 0 });
  expect(messagesIn(data.notes)).toEqual([[2, '名称', '“氯化铷”也是 F-NAME-2 的名称，请核对本行编号是否写错']]);
});

test('[F-D1] reads an older export by codes and former names of a category and a unit', async () => {
  const head = [...HEAD, '分类名称', '备注'];
  const { data: list } = await keeper.call(categoryRoutes.listCategories);
  const { id, rev, parentId, code, name, nameEn, sort } = list.find((each) => each.code === 'SALT')!;
  await send(await book([head, [...NEW('F-FORMER'), name, null]]), false);
  const change = (more: object, at: number) =>
    keeper.call(categoryRoutes.updateCategory, {
      params: { id },
      body: { parentId, code, name, nameEn, sort, ...more, rev: at },
    });
  expect((await change({ name: '无机盐类' }, rev)).status).toBe(200);
  const { data: dics } = await admin.call(dicRoutes.listDics, { query: { code: 'WMS_UNIT' } });
  const { data: units } = await admin.call(dicRoutes.getDic, { params: { id: dics.list[0]!.id } });
  const renamed = units.fields.map((field) => (field.code === 'BOTTLE' ? { ...field, label: '小瓶' } : field));
  const update = await admin.call(dicRoutes.updateDic, {
    params: { id: units.id },
    body: {
      code: units.code,
      name: units.name,
      nameEn: units.nameEn,
      public: units.public,
      fields: renamed,
      rev: units.rev,
    },
  });
  expect(update.status).toBe(200);

  const older = await send(await book([head, [...NEW('F-FORMER'), name, '改了备注']]));
  expect(older).toMatchObject({ updated: 1, refused: 0 });
  expect(messagesIn(older.notes)).toEqual([[2, '分类名称', `分类 SALT 原名“${name}”，现名“无机盐类”，已按编码处理`]]);
  // Its code was changed as well: the former one is still known.
  expect((await change({ name: '无机盐类', code: 'SALTS' }, rev + 1)).status).toBe(200);
  expect(await send(await book([head, [...NEW('F-FORMER'), '无机盐类', '改了备注']]))).toMatchObject({ updated: 1, refused: 0 });
  // A name it never had is refused, naming the current one, also for a new product.
  for (const product of ['F-FORMER', 'F-OTHER'])
    expect(messagesIn((await send(await book([head, [...NEW(product), '溶剂', '改了']]))).errors)).toEqual([
      [2, '分类名称', '分类 SALTS 的名称是“无机盐类”，不是“溶剂”。请修改编码或名称'],
    ]);
});

test('[F-D4] skips and reports a totals row; recognizes common headings of the category column', async () => {
  const head = ['产品编码', '品名', '产品类别', '产品类型', '单位', '参考单价'];
  const data = await send(
    await book([head, [...NEW('F-SUM'), 2], ['合 计', null, null, null, null, 2], ['', '总计', '', '', '', 2]]),
  );
  expect(data).toMatchObject({ columns: [], created: 1, refused: 0, summary: ['略过 2 行合计。'] });
});

type Look = Awaited<ReturnType<typeof send>>;
/** How each import reads the cells of a column: values, display, and questions. */
interface Reading {
  read: (string | undefined)[];
  shown?: unknown;
}
const text = (rows: readonly (readonly string[])[], by = ','): Buffer =>
  Buffer.from(rows.map((cells) => cells.map((cell) => (cell.includes(by) ? `"${cell}"` : cell)).join(by)).join('\n'));
/** @param shown summary of the preview */
const outcome = (look: Look, column: string, shown: unknown): Reading => ({
  read:
    look.rows === 0
      ? []
      : [
          ...look.changes.map(({ row, fields }) => ({
            row,
            text: fields.find((field) => field.column.startsWith(column))?.after,
          })),
          ...look.errors.map(({ row, message }) => ({ row, text: message })),
        ]
          .toSorted((one, other) => one.row - other.row)
          .map(({ text: cell }) => cell),
  shown,
});
const products = (column: string, shown: (look: Look) => unknown) => async (cells: readonly string[], by?: string) => {
  const rows = cells.map((cell, at) => [...NEW(`F-EITHER-${at}`), cell].map(String));
  const look = await send(text([[...HEAD, column], ...rows], by), true, 'p.csv');
  return outcome(look, column, shown(look));
};
const openings = (column: string) => async (cells: readonly string[], by?: string) => {
  const row = (at: number): Record<string, string> => ({
    登记号: `E-${at}`,
    仓库: 'W1',
    库位: 'W1-C01-R1-B1',
    产品编号: 'C-ETHANOL',
    课题组: 'LAB-CATALYSIS',
    单位: '瓶',
    批号: 'E',
    有效期: '2099-01-31',
    数量: '1',
  });
  const rows = cells.map((cell, at) => ({ ...row(at), [column]: cell }));
  const content = text([Object.keys({ ...row(0), [column]: '' }), ...rows.map((each) => Object.values(each))], by);
  const { data } = await keeper.upload(openingRoutes.importOpening, content, 'o.csv', { query: { dryRun: true } });
  return outcome(data, column, data.commas?.taken);
};
const lines =
  (column: 'qty' | 'unitPrice', unit = '瓶') =>
  async (cells: readonly string[]) => {
    const empty = { batchNo: 'E', madeOn: null, expiresOn: '2099-01-31', unit, qty: '1', unitPrice: '1', remark: null };
    const rows = cells.map((cell) => ({ ...empty, code: 'C-ETHANOL', [column]: cell }));
    const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
    const { data } = await teacher.call(transactionRoutes.resolveLines, { body: { type: 'INBOUND', warehouseId: null, rows } });
    const read = data.map(({ line, errors }) => line?.[column] ?? errors.find((error) => error.column === column)?.message);
    return { read, shown: undefined };
  };
const price = products('参考单价', ({ commas }) => commas?.taken);
const cas = products('CAS 号', ({ notes, columns }) => [
  notes.map(({ message }) => message),
  columns.map(({ heading }) => heading),
]);
const either = (value: string) => expect.stringContaining(`“${value}”可能是千位分隔，也可能是小数`);
const casNote = '“7732185”读作 CAS 号 7732-18-5';

test.each<[string, (cells: readonly string[], by?: string) => Promise<Reading>, string[], string | undefined, Reading]>([
  ['a price', price, ['1,500', '2,75', '0,250'], ';', { read: ['1.5', '2.75', '0.25'], shown: 'decimal' }],
  ['a price', price, ['1,500', '20'], ';', { read: ['1.5', '20'], shown: 'decimal' }],
  ['a price', price, ['1,500', '1,234.5'], ',', { read: ['1500', '1234.5'], shown: 'thousands' }],
  ['a price', price, ['1,500', '20'], ',', { read: [either('1,500'), '20'], shown: null }],
  ['an opening price', openings('单价'), ['12,125', '2,75'], ';', { read: ['12.125', '2.75'], shown: 'decimal' }],
  ['an opening price', openings('单价'), ['12,125'], ',', { read: [either('12,125')], shown: null }],
  ['a pasted price', lines('unitPrice'), ['1,500', '2,75', '12,125元'], '', { read: ['1.5', '2.75', '12.125'] }],
  ['a pasted price', lines('unitPrice'), ['1,500', '1,234.5'], '', { read: ['1500', '1234.5'] }],
  ['a pasted price', lines('unitPrice'), ['1,500'], '', { read: [either('1,500')] }],
  ['a pasted amount', lines('qty'), ['1,500', '1,234,567'], '', { read: ['1500', '1234567'] }],
  // Bottles are not divisible.
  ['a pasted amount', lines('qty'), ['1,500'], '', { read: ['1500'] }],
  ['a pasted amount', lines('qty', 'KG'), ['1,500'], '', { read: [either('1,500')] }],
  ['a CAS number', cas, ['64-17-5'], ',', { read: ['64-17-5'], shown: [[], []] }],
  ['a CAS number', cas, ['7732185'], ',', { read: ['7732-18-5'], shown: [[casNote], []] }],
  [
    'a CAS number among catalogue numbers',
    cas,
    ['7732185', '0291-50G', 'A1296', '214-010', 'B-7'],
    ',',
    { read: [undefined, undefined, undefined, undefined, undefined], shown: [[], ['CAS 号']] },
  ],
])('[F-3B2][F-3B10] %s with two readings is resolved, shown as read, or refused: %#', async (...[, look, cells, by, is]) => {
  expect(await look(cells, by || undefined)).toEqual({ shown: undefined, ...is });
});

test('[F-3B2][F-3B19] the sender decides what commas mean, and several CAS numbers in a cell are reported as such', async () => {
  const content = text([
    [...HEAD, '参考单价', 'CAS 号'],
    [...NEW('F-SAID').map(String), '1,500', '64-17-5 / 67-56-1'],
  ]);
  const read = async (comma: 'decimal' | 'thousands') =>
    (await keeper.upload(productRoutes.importProducts, content, 'p.csv', { query: { dryRun: true, comma } })).data;
  expect((await read('decimal')).commas).toEqual({ samples: ['1,500'], taken: 'decimal' });
  expect(messagesIn((await read('thousands')).errors)).toEqual([[2, 'CAS 号', expect.stringContaining('其他 CAS 号')]]);
});
