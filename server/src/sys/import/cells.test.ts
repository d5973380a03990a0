// What cells of spreadsheets say that their numbers alone do not, and what an import makes of them.
import { dicRoutes } from '@kuwei/contract/auth/dic';
import { categoryRoutes } from '@kuwei/contract/wms/category';
import { productRoutes } from '@kuwei/contract/wms/product';
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
const said = (list: readonly { row: number; column: string; message: string }[]) =>
  list.map(({ row, column, message }) => [row, column, message]);

test('[F-R8] a field of text reads what the spreadsheet shows: kept zeros, dashes, decimals and units of a format', async () => {
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

test('[F-R8] a number whose last digits a spreadsheet has dropped is refused in a field of text, and never a code', async () => {
  const long = await send(await book([HEAD, NEW(1.2345678901234568e17), NEW('F-LONG', '9')]));
  expect(said(long.errors)).toEqual([[2, '产品编号', expect.stringContaining('1.23456789012346E+17')]]);
  expect(long).toMatchObject({ created: 1, refused: 1 });
  const fifteen = await send(await book([HEAD, NEW(123_456_789_012_345)]));
  expect(fifteen.changes[0]!.title).toBe('123456789012345 新品');
  // What a spreadsheet writes into a text file is what it shows: a bar code lost its digits there.
  const csv = await send(Buffer.from(`${HEAD.join(',')}\n${NEW('6.90123E+12').join(',')}`), true, 'p.csv');
  expect(said(csv.errors)).toEqual([[2, '产品编号', expect.stringContaining('文本格式')]]);
});

test('[F-D13] a number with more decimals than its field is rounded, and the look says so', async () => {
  const rows = [
    [...HEAD, '参考单价', '闪点', '爆炸上限（体积%）', '换算单位'],
    [...NEW('F-ROUND'), 1 / 7, -17.555, 0.1 + 0.2, `箱=${20 / 3}`],
  ];
  const data = await send(await book(rows), false);
  expect(data.errors).toEqual([]);
  expect(after(data)).toMatchObject({ '参考单价（元）': '0.142857', '闪点（℃）': '-17.56', '爆炸上限（体积%）': '0.3' });
  expect(data.noted).toBe(3);
  expect(said(data.notes)).toEqual([
    [2, '参考单价（元）', '0.142857142857143 已四舍五入为 0.142857'],
    [2, '闪点（℃）', '-17.555 已四舍五入为 -17.56'],
    [2, expect.stringContaining('单位'), expect.stringContaining('6.666667')],
  ]);
  // Sent again, it changes nothing: there is nothing to look at.
  expect(await send(await book(rows))).toMatchObject({ unchanged: 1, noted: 0, notes: [] });
});

test.each([
  ['in the last column', `F-Q1,一,SALT,化学品,瓶,"a, ""b""\n还有"\nF-Q2,二,SALT,化学品,瓶,"5寸\nF-Q3,三,SALT,化学品,瓶,x\n`, 4],
  ['in the first cell of the last line', `F-Q1,一,SALT,化学品,瓶,5"\n"F-Q2`, 3],
])('a text file with a quotation mark that is not closed %s is refused with the line of it', async (_, rows, line) => {
  const csv = Buffer.from(`\ufeff${HEAD.join(',')},备注\n${rows}`);
  const { error } = await keeper.upload(productRoutes.importProducts, csv, 'p.csv', { query: { dryRun: true } });
  expect(error.code).toBe('WORKBOOK');
  expect(error.message).toContain(`第 ${line} 行`);
  // A mark inside a cell, or one that is closed, is text.
  const closed = Buffer.from(`\ufeff${HEAD.join(',')},备注\n${rows}"`);
  expect((await keeper.upload(productRoutes.importProducts, closed, 'p.csv', { query: { dryRun: true } })).status).toBe(200);
});

test('[F-D4] a state beside a new product is said not to be used; draft is what it is', async () => {
  const data = await send(
    await book([
      [...HEAD, '状态'],
      [...NEW('F-STATE-1'), '启用'],
      [...NEW('F-STATE-2'), 'Draft'],
    ]),
    false,
  );
  expect(data).toMatchObject({ created: 2, refused: 0, noted: 1 });
  expect(said(data.notes)).toEqual([[2, '状态', '新增的记录一律为“草稿”，“启用”未采用']]);
});

test('[F-D4] a row that gives a product the name of another one says whose name it is', async () => {
  await send(await book([HEAD, NEW('F-NAME-1', '氯化铯'), NEW('F-NAME-2', '氯化铷')]), false);
  const data = await send(
    await book([
      ['产品编号', '名称'],
      ['F-NAME-1', '氯化铷'],
      ['F-NAME-2', '氯化铷，优级纯'],
    ]),
  );
  expect(data).toMatchObject({ updated: 2, refused: 0 });
  expect(said(data.notes)).toEqual([[2, '名称', '“氯化铷”也是 F-NAME-2 的名称，请核对本行编号是否写错']]);
});

test('[F-D1] an export from before a category and a unit were renamed is read by their codes and their former names', async () => {
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
  expect(said(older.notes)).toEqual([[2, '分类名称', `分类 SALT 原名“${name}”，现名“无机盐类”，已按编码处理`]]);
  // Its code was changed as well: the former one is still known.
  expect((await change({ name: '无机盐类', code: 'SALTS' }, rev + 1)).status).toBe(200);
  expect(await send(await book([head, [...NEW('F-FORMER'), '无机盐类', '改了备注']]))).toMatchObject({ updated: 1, refused: 0 });
  // A name that it never had is refused with the one that it has, also beside a new product.
  for (const product of ['F-FORMER', 'F-OTHER'])
    expect(said((await send(await book([head, [...NEW(product), '溶剂', '改了']]))).errors)).toEqual([
      [2, '分类名称', '分类 SALTS 的名称是“无机盐类”，不是“溶剂”。请修改编码或名称'],
    ]);
});

test('[F-D4] a row of sums below the products is left out and said; a category is known by what people call its column', async () => {
  const head = ['产品编码', '品名', '产品类别', '产品类型', '单位', '参考单价'];
  const data = await send(
    await book([head, [...NEW('F-SUM'), 2], ['合 计', null, null, null, null, 2], ['', '总计', '', '', '', 2]]),
  );
  expect(data).toMatchObject({ columns: [], created: 1, refused: 0, summary: ['略过 2 行合计。'] });
});
