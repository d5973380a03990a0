import { readFileSync } from 'node:fs';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { writeOds } from 'hucre/ods';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workbookOf, zip } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let keeper: Person;
beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

const look = (content: Buffer | string, name = 'p.csv', columns?: string) =>
  keeper.upload(productRoutes.importProducts, Buffer.from(content), name, {
    query: { dryRun: true, ...(columns !== undefined && { columns }) },
  });
const HEAD = ['产品编号', '名称', '分类', '类型', '基本单位', '参考单价'];
const ROW = ['F-1', '氯化钠；“分析纯”', 'SALT', '化学品', '瓶', '1,234.50'];
const quoted = (cells: readonly string[], by: string): string => cells.map((cell) => `"${cell}"`).join(by);
const NEW = {
  rows: 1,
  created: 1,
  refused: 0,
  columns: [],
  changes: [
    {
      fields: expect.arrayContaining([
        { column: '名称', before: '', after: '氯化钠；“分析纯”' },
        { column: '参考单价（元）', before: '', after: '1234.5' },
      ]),
    },
  ],
};

/** GBK bytes of the texts above; Node cannot encode GBK. */
const GBK: Record<string, string> = {
  产: 'b2fa',
  品: 'c6b7',
  编: 'b1e0',
  号: 'bac5',
  名: 'c3fb',
  称: 'b3c6',
  分: 'b7d6',
  类: 'c0e0',
  型: 'd0cd',
  基: 'bbf9',
  本: 'b1be',
  单: 'b5a5',
  位: 'cebb',
  参: 'b2ce',
  考: 'bfbc',
  价: 'bcdb',
  氯: 'c2c8',
  化: 'bbaf',
  钠: 'c4c6',
  '；': 'a3bb',
  '“': 'a1b0',
  析: 'cef6',
  纯: 'b4bf',
  '”': 'a1b1',
  学: 'd1a7',
  瓶: 'c6bf',
};
const inGbk = (text: string): Buffer =>
  Buffer.concat([...text].map((letter) => Buffer.from(GBK[letter] ?? Buffer.from(letter).toString('hex'), 'hex')));

test('[F-R8] reads text tables with commas, semicolons or tabs, in UTF-8 with or without BOM, UTF-16 and GBK', async () => {
  for (const by of [',', ';', '\t']) {
    const text = [HEAD, ROW].map((cells) => quoted(cells, by)).join('\r\n');
    for (const content of [text, `\uFEFF${text}`, inGbk(text), Buffer.from(`\uFEFF${text}`, 'utf16le')])
      expect((await look(content as Buffer)).data).toMatchObject(NEW);
  }
});

const book = async (sheets: { name: string; rows: (string | number | null)[][] }[]): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets }));

test('[F-R8] finds headings below titles and data on the second sheet, keeping row numbers', async () => {
  const content = await book([
    { name: '封面', rows: [['说明'], ['请勿外传']] },
    {
      name: '数据',
      rows: [['化学学院试剂清单'], [], ['制表日期', '2026-11-22'], HEAD, ROW, ['F-2', '', 'SALT', '化学品', '瓶', '2']],
    },
  ]);
  const { data } = await look(content, 'p.xlsx');
  expect(data).toMatchObject({ rows: 2, created: 1, refused: 1, errors: [{ row: 6, column: '名称' }] });
});

test('[F-R8] lists unread sheets with their rows, allows choosing another, and counts hidden rows', async () => {
  const second = ['F-S2', '第二张', 'SALT', '化学品', '瓶', '3'];
  const content = Buffer.from(
    await writeXlsx({
      sheets: [
        {
          name: '一月',
          rows: [HEAD, ROW, second.map((cell) => cell.replace('S2', 'S9'))],
          rowDefs: new Map([[2, { hidden: true }]]),
        },
        { name: '二月 & “三月”', rows: [HEAD, second, ['F-S3', ...second.slice(1)]] },
        { name: '列表', rows: [['瓶'], ['箱']], hidden: true },
        { name: '空', rows: [] },
      ],
    }),
  );
  const sheets = [
    { at: 0, name: '一月', rows: 3 },
    { at: 1, name: '二月 & “三月”', rows: 3 },
  ];
  expect((await look(content, 'p.xlsx')).data).toMatchObject({ sheet: 0, sheets, hiddenRows: 1, rows: 2, created: 2 });
  const other = await keeper.upload(productRoutes.importProducts, content, 'p.xlsx', { query: { dryRun: true, sheet: 1 } });
  expect(other.data).toMatchObject({ sheet: 1, sheets, hiddenRows: 0, rows: 2, changes: [{ title: 'F-S2 第二张' }, {}] });
  const ods = await writeOds({
    sheets: [
      { name: '甲', rows: [['说明']] },
      { name: '乙', rows: [HEAD, ROW] },
    ],
  });
  expect((await look(Buffer.from(ods), 'p.ods')).data).toMatchObject({ sheet: 1, sheets: [{ name: '甲', rows: 1 }, { at: 1 }] });
});

test('[F-R8] reads workbooks of Excel 97 to 2003 and OpenDocument', async () => {
  // Written by xlwt: a cover, then a sheet with a title, two rows, a date, yes and no.
  const old = readFileSync(new URL('../../../test/products.xls', import.meta.url));
  const { data } = await look(old, 'p.xls');
  expect(data).toMatchObject({ ...NEW, rows: 2, refused: 1 });
  expect(data.changes[0]!.fields).toEqual(
    expect.arrayContaining([
      { column: 'CAS 号', before: '', after: '7647-14-5' },
      { column: '按批次管理', before: '', after: '是' },
      { column: '备注', before: '', after: '2026-11-22' },
    ]),
  );
  expect(data.errors.map(({ row, column }) => [row, column])).toEqual([
    [5, '名称'],
    [5, 'CAS 号'],
  ]);
  const ods = await writeOds({ sheets: [{ name: 'S', rows: [['试剂清单'], HEAD, ROW] }] });
  expect((await look(Buffer.from(ods), 'p.ods')).data).toMatchObject(NEW);
  expect((await look(old.subarray(0, 2_000), 'p.xls')).error.message).toMatch(/xls/);
  // The record after the first one says that the rest is encrypted.
  const locked = Buffer.from(old);
  locked.writeUInt16LE(0x2f, locked.indexOf('0908100000060500', 0, 'hex') + 20);
  expect((await look(locked, 'p.xls')).error.message).toMatch(/密码/);
  const sealed = zip({
    'content.xml': 'not to be read',
    'META-INF/manifest.xml':
      '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry>',
  });
  expect((await look(sealed, 'p.ods')).error.message).toMatch(/密码/);
});

test('[F-3B3] guesses the code page of a text, shows it with samples, and allows changing it', async () => {
  const western = (name: string) => Buffer.from(`code,name\nF-WEST,${name}\n`, 'latin1');
  for (const name of ['Müller', 'Café, Société', 'Größe 5°C', 'Señor', 'Filter 45 µm (25 °C)', 'Röhrchen, große']) {
    const text = name.split(',')[0]!;
    const { status, data } = await look(western(name));
    expect([name, status, data.encoding]).toEqual([
      name,
      200,
      { taken: 'windows-1252', samples: expect.arrayContaining([text]) },
    ]);
    // A guess is not accepted without a preview.
    const unseen = await keeper.upload(productRoutes.importProducts, western(name), 'p.csv', { query: { dryRun: false } });
    expect([unseen.status, unseen.error.message]).toEqual([422, expect.stringContaining('西欧语言（Windows-1252）')]);
    expect(unseen.error.message).toContain(text);
  }
  const rows = (name: string) =>
    [HEAD, ROW].map((cells, at) => cells.map((cell, place) => (at === 1 && place === 1 ? name : cell)));
  for (const name of ['朱镕基', '陶喆']) {
    const text = rows(name).map((cells) => cells.join(','));
    const { data } = await look(inGbk(text.join('\n')));
    expect([name, data.created, data.encoding]).toEqual([name, 1, { taken: 'gb18030', samples: HEAD.slice(0, 3) }]);
  }
  const russian = Buffer.from([0xcd, 0xe0, 0xf2, 0xf0, 0xe8, 0xe9]);
  const file = Buffer.concat([Buffer.from('code,name\nF-RUSSIAN,'), russian, Buffer.from(' 5\n')]);
  const read = async (encoding: 'windows-1251' | 'utf-8') =>
    keeper.upload(productRoutes.importProducts, file, 'p.csv', { query: { dryRun: true, encoding } });
  expect((await read('windows-1251')).data.encoding).toEqual({ taken: 'windows-1251', samples: ['Натрий 5'] });
  expect((await read('utf-8')).error.message).toContain('UTF-8');
});

test('[F-3B17] skips the separator line of Excel, keeping row numbers', async () => {
  const csv = [['sep=|'], HEAD, ROW, ['F-SEP', '', 'SALT', '化学品', '瓶']].map((cells) => cells.join('|')).join('\r\n');
  const { data } = await look(Buffer.from(`\ufeff${csv}`));
  expect(data).toMatchObject({ created: 1, refused: 1, errors: [{ row: 4 }] });
});

test('[F-R8] refuses other files with one sentence that names their type', async () => {
  const sheet = { name: 'S', rows: [HEAD, ROW] };
  const cases: [Buffer, RegExp][] = [
    [Buffer.from(await writeXlsx({ sheets: [sheet], encryption: { password: 'geheim', spinCount: 1 } })), /密码/],
    [Buffer.from('%PDF-1.7 …'), /PDF/],
    [Buffer.from('<html><table><tr><td>产品编号</td></tr></table></html>'), /^((?!xls\b).)*这是网页，不是工作簿/],
    [Buffer.from('\ufeff<!DOCTYPE html>\n<title>登录</title>'), /这是网页/],
    [Buffer.from('\ufeff<table><tr><td>产品编号', 'utf16le'), /这是网页/],
    [Buffer.from('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><Workbook>'), /XML/],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]), /图片/],
    [Buffer.from([1, 0, 2, 0, 3]), /无法读取/],
  ];
  for (const [content, message] of cases)
    for (const name of ['p.xlsx', 'p.csv']) {
      const { status, error } = await look(content, name);
      expect([status, error.code, error.message]).toEqual([422, 'WORKBOOK', expect.stringMatching(message)]);
    }
  // A text file may contain HTML tags.
  const accepted = await look(
    Buffer.from([HEAD, [ROW[0], '<table>', ...ROW.slice(2)]].map((cells) => cells.join(',')).join('\n')),
    'p.csv',
  );
  expect(accepted.status).toBe(200);
});

test('[F-A2] refuses a workbook with an abnormal tag before reading it', async () => {
  const cells = (texts: readonly string[]) => texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  const attributes = Array.from({ length: 5_000 }, (_, n) => `a${n}=""`).join(' ');
  const rows = (attribute: string) => workbookOf(`<row ${attribute}>${cells(HEAD)}</row><row>${cells(ROW)}</row>`);
  // Like the ranges of conditional formatting.
  expect((await look(rows(`a="${'A1:B2 '.repeat(5_000)}"`), 'p.xlsx')).status).toBe(200);
  expect((await look(rows(attributes), 'p.xlsx')).error.message).toContain('无法读取');
});

test('[F-R8, F-A2] refuses a workbook with one row too many before reading it', { tags: ['long'] }, async () => {
  const cells = (...texts: string[]) => texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  const many = `<row>${cells(...HEAD)}</row>${`<row>${cells('M')}</row>`.repeat(100_001)}`;
  expect((await look(workbookOf(many), 'p.xlsx')).error.message).toContain('100,000');
});

test('[F-R8, F-A2] refuses one row too many before reading', async () => {
  expect((await look(`${HEAD.join(',')}\n${'M\n'.repeat(100_001)}`)).error.message).toContain('100,000');
});

test.each(['csv', 'xlsx', 'ods'])('[F-3A5] refuses a too long cell or row of %s', async (kind) => {
  const fileOf = async (...rows: string[][]): Promise<Buffer> => {
    if (kind === 'csv') return Buffer.from([HEAD, ...rows].map((cells) => quoted(cells, ',')).join('\n'));
    const sheets = { sheets: [{ name: 'S', rows: [HEAD, ...rows] }] };
    return Buffer.from(await (kind === 'ods' ? writeOds(sheets) : writeXlsx(sheets)));
  };
  const answer = async (...rows: string[][]) => {
    const reply = await look(await fileOf(...rows), `p.${kind}`);
    return reply.status === 200 ? reply.data.rows : reply.error.message;
  };
  const cells = (name: string, ...more: string[]): string[] => ['H-1', name, 'SALT', '化学品', ...more];
  expect(await answer(ROW, cells('x'.repeat(32_767)))).toBe(2);
  expect(await answer(ROW, cells('x'.repeat(32_768)))).toContain('第 3 行有单元格超过 32,767 个字符');
  // Quotes are doubled in a text file.
  expect(await answer(cells(kind === 'csv' ? '""'.repeat(32_767) : '"'.repeat(32_767)))).toBe(1);
  expect(await answer(cells(kind === 'csv' ? '""'.repeat(32_768) : '"'.repeat(32_768)))).toContain('第 2 行有单元格');
  expect(await answer(cells('n', ...Array<string>(4).fill('x'.repeat(25_000))))).toContain('第 2 行共超过 100,000 个字符');
});

test('[F-3A5] distinguishes an unclosed quote from a cell that is too long', async () => {
  const open = `${HEAD.join(',')}\nH-1,"${'x'.repeat(70_000)}\n${'y,""\n'.repeat(3)}`;
  expect((await look(open)).error.message).toContain('第 2 行有一个单元格以英文双引号开头');
  expect((await look(`sep=,\n${HEAD.join(',')}\nH-1,${'x'.repeat(70_000)}`)).error.message).toContain('第 3 行有单元格');
});

test('[F-3A5] counts shared strings once per cell against the limit', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  const long = 'H225 '.repeat(6_000);
  const content = await writeXlsx({
    sheets: [{ name: 'S', rows: [HEAD, ...Array.from({ length: 200 }, () => [long, long, long])] }],
  });
  expect(content.length).toBeLessThan(20_000);
  const query = { type: 'INBOUND' as const };
  const { error } = await teacher.upload(transactionRoutes.importLines, Buffer.from(content), 'l.xlsx', { query });
  expect(error.message).toContain('解压后最大');
});

test('[F-3A5] truncates sheet names', async () => {
  const name = 'n'.repeat(10_000);
  const row = (cells: string[]): string =>
    `<table:table-row>${cells.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`;
  const space = ['office', 'table', 'text']
    .map((each) => `xmlns:${each}="urn:oasis:names:tc:opendocument:xmlns:${each}:1.0"`)
    .join(' ');
  const ods = zip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content ${space}><office:body><office:spreadsheet><table:table table:name="${name}">${row(HEAD)}${row(ROW)}</table:table></office:spreadsheet></office:body></office:document-content>`,
    'META-INF/manifest.xml': '<manifest/>',
  });
  expect((await look(ods, 'p.ods')).data.sheets).toEqual([{ at: 0, name: 'n'.repeat(100), rows: 2 }]);
});

test('[F-R3] reports missing fields only once unknown columns are mapped', async () => {
  const head = ['产品编号', '名称', '大类别', '类型', '基本单位'];
  const csv = [head, ['F-ASK', '新品', 'SALT', '化学品', '瓶'], ['F-ASK-2', '', 'SALT', '汤', '瓶']]
    .map((row) => row.join(','))
    .join('\n');
  const { data: open } = await look(csv);
  expect(open).toMatchObject({ columns: [{ at: 2, key: null }], created: 1, refused: 1 });
  expect(open.errors.map(({ row, column }) => [row, column])).toEqual([
    [3, '类型'],
    [3, '名称'],
  ]);
  const { data: left } = await look(csv, 'p.csv', '2.');
  expect(left).toMatchObject({
    created: 0,
    refused: 2,
    errors: expect.arrayContaining([expect.objectContaining({ row: 2, column: '分类' })]),
  });
  expect((await look(csv, 'p.csv', '2.category')).data).toMatchObject({ created: 1, refused: 1 });
  const keyless = await look(csv.replace('产品编号', '号码甲'), 'p.csv', '2.category');
  expect(keyless.data, 'records cannot be identified').toMatchObject({ created: 0, updated: 0, refused: 0, rows: 0 });
});

test('[F-U13] refuses an invalid or missing kind in the language of the reader, also beside an invalid category', async () => {
  const head = [...HEAD, '分类名称'];
  const csv = [head, ['F-KIND-1', 'x', 'SALT', '汤', '瓶', '', '盐'], ['F-KIND-2', 'x', '没有', '', '瓶', '', '没有']]
    .map((row) => row.join(','))
    .join('\n');
  const { data } = await look(csv);
  const kinds = data.errors.filter(({ column }) => column === '类型').map(({ message }) => message);
  expect(kinds).toEqual([expect.stringMatching(/^只能是：化学品、/), '该字段不能为空']);
  expect(JSON.stringify(data.errors)).not.toMatch(/CHEMICAL/);
});

test('[F-U13] refuses files and sheets beyond the limit, naming it', async () => {
  const large = await look(Buffer.alloc(21_000_000, 'a,'));
  expect([large.status, large.error.message]).toEqual([413, '文件过大，最大 20 MB']);
  const wide = await look(`${HEAD.join(',')}\n${ROW.join(',')}${',x'.repeat(200)}`);
  expect(wide.error.message).toContain('最多 200 列');
});

test('[F-R8] reads numbers, CAS numbers and hazard statements as people write them', async () => {
  const head = [...HEAD, 'CAS 号', '危险性说明（H 码）', '单位体积（升）'];
  const rows = [
    ['V-1', '一', 'SALT', '化学品', '瓶', '1,234.50', '64–17–5', 'h225', '0.30000000000000004'],
    ['V-2', '二', 'SALT', '化学品', '瓶', '１２.５', '６４-１７-５', 'H301+H311+H331', '1'],
    ['V-3', '三', 'SALT', '化学品', '瓶', '¥12', 'CAS: 64-17-5', 'EUH 066; EUH019', '1'],
  ];
  const { data } = await look([head, ...rows].map((cells) => quoted(cells, '\t')).join('\n'));
  expect(data.errors).toEqual([]);
  const wrote = data.changes.map(({ fields }) => new Map(fields.map(({ column, after }) => [column, after])));
  expect(wrote.map((each) => each.get('参考单价（元）'))).toEqual(['1234.5', '12.5', '12']);
  expect(wrote.map((each) => each.get('CAS 号'))).toEqual(['64-17-5', '64-17-5', '64-17-5']);
  expect(wrote.map((each) => each.get('危险性说明（H 码）'))).toEqual(['H225', 'H301, H311, H331', 'EUH066, EUH019']);
  expect(wrote[0]!.get('单位体积（升）')).toBe('0.3');
});

test('[F-R7] refuses a formula without a cached value, and reads one with it', async () => {
  const cells = new Map([['1,5', { value: null, type: 'formula', formula: 'A1&"x"' }]] as const);
  const content = await writeXlsx({ sheets: [{ name: 'S', rows: [HEAD, [...ROW.slice(0, 5), null]], cells }] });
  expect((await look(Buffer.from(content), 'p.xlsx')).data.errors).toEqual([
    { row: 2, column: '参考单价（元）', message: expect.stringContaining('公式没有计算结果') },
  ]);
});

test('[F-R3] returns the original workbook with marked cells and only bad rows shown, keeping formats, formulas and other sheets', async () => {
  const bold = { font: { bold: true } };
  const cells = new Map([
    ['3,0', { value: '产品编号', type: 'string', style: bold }],
    ['5,6', { value: null, type: 'formula', formula: 'F6*2', formulaResult: 4, style: { numFmt: '0.00' } }],
    ['5,2', { value: '没有', type: 'string', comment: { author: '李', text: '问一下' } }],
  ] as const);
  const head = [...HEAD, '两倍'];
  const bad = ['F-2', '', '没有', '化学品', '瓶', 'abc', null];
  const content = Buffer.from(
    await writeXlsx({
      sheets: [
        { name: '数据', rows: [['化学学院试剂清单'], [], [], head, [...ROW, null], bad, ['F-3', ...ROW.slice(1), null]], cells },
        { name: '说明', rows: [['请勿外传']] },
      ],
    }),
  );
  const { data } = await look(content, '试剂.xlsx', '6.');
  expect(data).toMatchObject({ created: 2, refused: 1 });
  const { raw } = await keeper.call(fileRoutes.download, { params: { file: data.workbook! } });
  const { sheets } = await readXlsx(raw, { readStyles: true });
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['数据', 7],
    ['说明', 1],
  ]);
  const [sheet] = sheets;
  expect(sheet!.rows[3]!.slice(-2)).toEqual(['有错误', '错误']);
  expect(sheet!.rows[5]!.slice(-2)).toEqual(['是', expect.stringMatching(/^(?=.*名称: )(?=.*分类: )(?=.*参考单价: )/)]);
  const at = (row: number, column: number) => sheet!.cells?.get(`${row},${column}`);
  expect(at(3, 0)!.style).toMatchObject(bold);
  expect(at(5, 6)).toMatchObject({ formula: 'F6*2', style: { numFmt: '0.00' } });
  expect(at(5, 2)).toMatchObject({ style: { fill: { fgColor: { rgb: 'FFC7CE' } } } });
  expect(at(5, 2)!.comment!.text).toMatch(/没有.*\n\n李: 问一下$/);
  expect(at(5, 1)!.comment).toMatchObject({ text: expect.any(String) });
  expect([4, 5, 6].map((row) => sheet!.rowDefs?.get(row)?.hidden ?? false)).toEqual([true, false, true]);
  expect(sheet!.autoFilter!.range).toBe('A4:I7');

  const again = await look(raw, '试剂.xlsx', '6.');
  expect(again.data, 'our own columns are not asked about').toMatchObject({ created: 2, refused: 1, columns: [{ at: 6 }] });
  const second = await keeper.call(fileRoutes.download, { params: { file: again.data.workbook! } });
  const [once] = (await readXlsx(second.raw, { readStyles: true })).sheets;
  expect(once!.rows[3], 'a second round adds none').toEqual(sheet!.rows[3]);
  expect(once!.cells!.get('5,2')!.comment, 'nor a second comment').toEqual(at(5, 2)!.comment);
});

test('[F-R3] returns a text file as a workbook with the same marks', async () => {
  const { data } = await look([HEAD, [...ROW.slice(0, 5), 'abc']].map((cells) => quoted(cells, ',')).join('\n'));
  const { raw } = await keeper.call(fileRoutes.download, { params: { file: data.workbook! } });
  const [sheet] = (await readXlsx(raw, { readStyles: true })).sheets;
  expect(sheet!.rows[0]).toEqual([...HEAD, '有错误', '错误']);
  expect(sheet!.cells!.get('1,5')!.comment).toMatchObject({ text: expect.any(String) });
});

test('[F-U13] an unchanged template has nothing to import: its example row is skipped', async () => {
  const { raw, headers } = await keeper.call(productRoutes.getImportTemplate);
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain('产品导入模板.xlsx');
  const [sheet] = (await readXlsx(raw)).sheets;
  expect(sheet!.rows[1]!.slice(0, 2)).toEqual(['例：C-ETHANOL', '无水乙醇']);
  expect((await look(raw, 'p.xlsx')).error.message).toContain('没有数据行');
  const rows = [...sheet!.rows, ['T-1', '一', null, 'SALT', '化学品', null, null, null, null, '瓶']];
  expect((await look(await book([{ name: 'S', rows: rows as string[][] }]), 'p.xlsx')).data).toMatchObject({
    rows: 1,
    created: 1,
  });
});
