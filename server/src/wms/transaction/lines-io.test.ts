import { writeOds } from 'hucre/ods';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { rawLineOf } from '@kuwei/contract/wms/line-columns';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approved, assigned, castOf, draft, lineOf, placesOf, submitted, type Cast, type Places } from '../../../test/_flow.ts';
import { readRows } from '../../../test/_workbook.ts';
import { bytesOf, sheetOf } from '../../platform/workbook/workbook.ts';
import { openWorld, type World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  world = await openWorld();
  cast = await castOf(world);
  places = await placesOf(world);
});
afterAll(() => world.end());

const salt = (qty: string) => lineOf(places.product('C-NACL'), qty, { batchNo: 'B1', expiresOn: '2030-01-01' });

test('exported lines can be imported again unchanged', async () => {
  const lines = [salt('3'), lineOf(places.product('P-TUBE-50'), '2', { unit: 'CARTON', unitPrice: '10', remark: '=急用' })];
  const { db } = world.services;
  const carton = [{ unit: 'CARTON', factor: '3', isPack: true, gtin: null }];
  const before = await db.selectFrom('wms_product').where('code', '=', 'P-TUBE-50').select('units').executeTakeFirstOrThrow();
  await db
    .updateTable('wms_product')
    .set({ units: JSON.stringify(carton), price: '2.5' })
    .where('code', '=', 'P-TUBE-50')
    .execute();
  const made = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
  const params = { id: made.id };
  for (const language of ['zh-CN', 'en']) {
    const file = await cast.teacher.call(routes.exportLines, { params, headers: { 'accept-language': language } });
    expect(file.headers['content-disposition']).toContain(`${made.no}-lines.xlsx`);
    const back = await cast.teacher.upload(routes.importLines, file.raw, 'lines.xlsx', { query: { type: 'INBOUND' } });
    expect(back.data.lines.map(({ line, errors }) => ({ line, errors }))).toEqual(
      lines.map((line) => ({ line: { ...line, unitPrice: line.unitPrice ?? expect.anything() }, errors: [] })),
    );
  }
  const rows = await readRows(await cast.teacher.call(routes.exportLines, { params }));
  expect(rows).toMatchObject([
    { 产品编号: 'C-NACL', 数量: '3' },
    { 产品编号: 'P-TUBE-50', 数量: '2', '单价（元）': '10', 备注: '=急用' },
  ]);

  const bare = {
    code: 'P-TUBE-50',
    qty: '1',
    unit: 'CARTON',
    batchNo: null,
    madeOn: null,
    expiresOn: null,
    unitPrice: null,
    remark: null,
  };
  const body = { type: 'INBOUND' as const, warehouseId: null, rows: [bare] };
  const [resolved] = (await cast.teacher.call(routes.resolveLines, { body })).data;
  expect(resolved!.line!.unitPrice, 'three at the usual price').toBe('7.5');
  await db
    .updateTable('wms_product')
    .set({ units: JSON.stringify(before.units) })
    .where('code', '=', 'P-TUBE-50')
    .execute();

  const dated = [{ ...bare, batchNo: 'B1', expiresOn: '2030-01-01' }];
  const [refused] = (await cast.teacher.call(routes.resolveLines, { body: { ...body, rows: dated } })).data;
  expect(refused, 'nothing of a product without batches is dropped unsaid').toMatchObject({
    line: null,
    errors: ['batchNo', 'expiresOn'].map((column) => ({ column, message: '产品不按批次管理，不能填写' })),
  });

  const foreign = await world.as('supplier', 'ROLE_SUPPLIER');
  expect((await foreign.call(routes.exportLines, { params })).status).toBe(404);
  expect((await cast.keeper.call(routes.exportLines, { params })).status, 'a draft is its owner’s').toBe(
    (await cast.keeper.call(routes.getTransaction, { params })).status,
  );
});

test('lines of a document in progress are exported with approved and done quantities and places, and imported as entered', async () => {
  const lines = [salt('15'), { ...salt('4'), batchNo: 'B2' }];
  const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
  const params = { id: sent.id };
  const granted = [{ lineId: sent.lines[0]!.id, qtyAppr: '8', reason: '防爆柜容量不足' }];
  const body = { rev: sent.rev, comment: null, lines: granted };
  expect((await cast.reviewer.call(routes.approveTransaction, { params, body })).status).toBe(200);
  const now = (await cast.keeper.call(routes.getTransaction, { params })).data;
  const placed = await assigned(cast, now.state === 'SUBMITTED' ? await approved(cast, now) : now, places.box('W2-A-R1-B1'));
  const boxes = [{ id: placed.lines[0]!.boxes[0]!.id, qty: '8' }];
  const finished = await cast.keeper.call(routes.finishTransaction, { params, body: { rev: placed.rev, boxes } });
  expect(finished.data.state).toBe('PARTIAL');

  const file = await cast.teacher.call(routes.exportLines, { params });
  expect(await readRows(file)).toMatchObject([
    { 产品编号: 'C-NACL', 名称: '氯化钠', 数量: '15', 批准数量: '8', 实收: '8', 库位: 'W2-A-R1-B1' },
    { 产品编号: 'C-NACL', 数量: '4', 实收: '0', 库位: '' },
  ]);
  for (const language of ['zh-CN', 'en']) {
    const { raw } = await cast.teacher.call(routes.exportLines, { params, headers: { 'accept-language': language } });
    const { data } = await cast.teacher.upload(routes.importLines, raw, 'lines.xlsx', { query: { type: 'INBOUND' } });
    expect(data.unread).toEqual([]);
    expect(data.lines.map(({ line, errors }) => [line?.qty, errors])).toEqual([
      ['15', []],
      ['4', []],
    ]);
  }
});

test('asks about a column of received quantities if no other column has quantities', async () => {
  const columns = ['产品编号', '实收'].map((heading, at) => ({ key: `c${at}`, heading }));
  const content = await bytesOf(sheetOf('lines', columns, [{ c0: 'C-NACL', c1: '4' }], 'zh'));
  const { data } = await cast.teacher.upload(routes.importLines, content, 'lines.xlsx', { query: { type: 'INBOUND' } });
  expect(data).toMatchObject({ lines: [], unread: [{ at: 1, heading: '实收', samples: ['4'] }] });
});

test('[F-D9] full-width batch numbers are normalized when typed, pasted or searched', async () => {
  const typed = { ...salt('1'), batchNo: ' A20260１－ａ ' };
  const made = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [typed] });
  expect((await cast.teacher.call(routes.getTransaction, { params: { id: made.id } })).data.lines[0]!.batchNo).toBe('A202601-a');
  const found = await cast.teacher.call(routes.listTransactions, { query: { type: 'INBOUND', q: 'Ａ２０２６０１' } });
  expect(found.data.list.map(({ id }) => id)).toContain(made.id);

  const row = {
    code: 'C-NACL',
    qty: '1',
    unit: null,
    batchNo: 'A20260１',
    madeOn: null,
    expiresOn: null,
    unitPrice: null,
    remark: null,
  };
  const body = { type: 'OUTBOUND' as const, warehouseId: null, rows: [row] };
  expect((await cast.teacher.call(routes.resolveLines, { body })).data[0]!.line!.batchNo).toBe('A202601');
});

test("a cell that exceeds its field's length is an error of its row, and is returned as read", async () => {
  const long = '长'.repeat(501);
  const cells = { code: 'C-NACL', qty: '1', batchNo: 'B1', expiresOn: '2030-01-01', remark: long };
  const columns = Object.keys(cells).map((key) => ({ key, phrase: PHRASES[key as keyof typeof cells] }));
  const content = await bytesOf(sheetOf('lines', columns, [cells, { ...cells, code: 'X'.repeat(65), remark: '短' }], 'zh'));
  const reply = await cast.teacher.upload(routes.importLines, content, 'lines.xlsx', { query: { type: 'INBOUND' } });
  expect(reply.data.lines).toMatchObject([
    { raw: { remark: long }, line: null, errors: [{ column: 'remark', message: expect.stringContaining('500') }] },
    { raw: { remark: '短' }, product: null, errors: [{ column: 'code' }] },
  ]);
});

test('[S5.30] refuses a unit that the product lacks, with the reason, whatever else is wrong', async () => {
  const columns = ['code', 'qty', 'unit'].map((key) => ({ key, phrase: PHRASES[key as keyof typeof PHRASES] }));
  const cells = [
    { code: 'C-NACL', qty: '2', unit: '吨' },
    { code: 'C-NACL', qty: 'x', unit: 'mL' },
    { code: 'NO-SUCH', qty: '1', unit: '瓶' },
  ];
  const content = await bytesOf(sheetOf('lines', columns, cells, 'zh'));
  const { data } = await cast.teacher.upload(routes.importLines, content, 'lines.xlsx', { query: { type: 'INBOUND' } });
  expect(data.lines).toMatchObject([
    { unit: '吨', line: null, errors: [{ column: 'unit', message: '没有单位“吨”' }] },
    { unit: 'ML', line: null, errors: [{ column: 'qty' }, { column: 'unit', message: '没有单位“mL”' }] },
    { unit: 'BOTTLE', product: null, line: null, errors: [{ column: 'code' }] },
  ]);
});

test("a user sending many workbooks doesn't block imports of others", async () => {
  const columns = ['code', 'qty'].map((key) => ({ key, phrase: PHRASES[key as 'code' | 'qty'] }));
  const content = await bytesOf(sheetOf('lines', columns, [{ code: 'C-NACL', qty: '1' }], 'zh'));
  const options = { query: { type: 'INBOUND' as const } };
  const supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  const statuses: number[] = [];
  const flood = Array.from({ length: 30 }, async () => {
    statuses.push((await cast.teacher.upload(routes.importLines, content, 'lines.xlsx', options)).status);
  });
  expect((await supplier.upload(routes.importLines, content, 'lines.xlsx', options)).status).toBe(200);
  expect(statuses.length, 'before the workbooks of the other are through').toBeLessThan(30);
  await Promise.all(flood);
  expect(statuses).toContain(429);
});

test('[S5.30] accepts an unambiguous product name in either language, else gives the reason', async () => {
  const { db } = world.services;
  const productOf = (code: string) =>
    db.selectFrom('wms_product').where('code', '=', code).select(['id', 'name', 'name_en']).executeTakeFirstOrThrow();
  const rename = (id: string, name: string | null) =>
    db.updateTable('wms_product').set({ name_en: name }).where('id', '=', id).execute();
  const [one, other] = [await productOf('C-NACL'), await productOf('P-TUBE-50')];
  const read = async (code: string) => {
    const rest = { batchNo: null, madeOn: null, expiresOn: null, unitPrice: null, remark: null };
    const rows = [{ ...rest, code, qty: '1', unit: null }];
    return (await cast.teacher.call(routes.resolveLines, { body: { type: 'INBOUND', warehouseId: null, rows } })).data[0]!;
  };
  await rename(one.id, 'β-Sel de cuisine');
  for (const name of [one.name, 'β-Sel de cuisine', 'Β-SEL DE CUISINE'])
    expect(await read(name), name).toMatchObject({ product: { code: 'C-NACL' }, errors: [] });
  expect(await read('Sel de')).toMatchObject({
    product: null,
    errors: [{ column: 'code', message: expect.stringContaining('未找到') }],
  });
  await rename(other.id, 'β-Sel de cuisine');
  expect(await read('β-Sel de cuisine')).toMatchObject({
    product: null,
    errors: [{ column: 'code', message: expect.stringContaining('多个产品') }],
  });
  await rename(one.id, one.name_en);
  await rename(other.id, other.name_en);
});

test('[F-D4] lists unknown columns before reading any line, then reads them as assigned', async () => {
  const columns = ['产品编码', '数量', '失效日期', '保存至', '规格'].map((heading, at) => ({ key: `c${at}`, heading }));
  const cells = { c0: 'C-NACL', c1: '4 瓶', c2: '2030-06', c3: 'B7', c4: '500 g' };
  const content = await bytesOf(sheetOf('lines', columns, [cells], 'zh'));
  const read = async (columns?: string) =>
    (
      await cast.teacher.upload(routes.importLines, content, 'lines.xlsx', {
        query: { type: 'INBOUND', ...(columns !== undefined && { columns }) },
      })
    ).data;
  expect(await read()).toMatchObject({
    lines: [],
    unread: [{ at: 3, heading: '保存至', samples: ['B7'] }],
    unused: ['规格'],
  });
  expect(await read('3=batchNo')).toMatchObject({
    lines: [{ line: { qty: '4', unit: 'BOTTLE', batchNo: 'B7', expiresOn: '2030-06-30' }, errors: [] }],
    unread: [],
  });
  expect(await read('3=none')).toMatchObject({ lines: [{ line: { batchNo: null } }], unread: [] });
});

test('[F-U5] parses quantities, prices and dates in common notations', async () => {
  const rest = { code: 'C-NACL', unit: null, batchNo: 'B1', madeOn: null, unitPrice: null, remark: null };
  const read = async (patch: object) => {
    const rows = [{ ...rest, qty: '1', expiresOn: '2030-01-01', ...patch }];
    return (await cast.teacher.call(routes.resolveLines, { body: { type: 'INBOUND', warehouseId: null, rows } })).data[0]!;
  };
  expect(await read({ qty: '１２', expiresOn: '２０３０／６／１' })).toMatchObject({
    line: { qty: '12', expiresOn: '2030-06-01' },
  });
  expect(await read({ qty: '1,000', unitPrice: '￥1,234.50' })).toMatchObject({ line: { qty: '1000', unitPrice: '1234.5' } });
  expect(await read({ code: 'Ｃ－ＮＡＣＬ', qty: '4 瓶' })).toMatchObject({ line: { qty: '4', unit: 'BOTTLE' } });
  expect(await read({ qty: '4 瓶', unit: '箱' })).toMatchObject({
    line: null,
    errors: expect.arrayContaining([{ column: 'qty', message: '数量里写的是“瓶”，与单位一栏不同' }]),
  });
  expect(await read({ qty: '约 4' })).toMatchObject({ line: null, errors: [{ column: 'qty' }] });
});

const PHRASES = {
  code: 'wms.product.code',
  qty: 'wms.line.qty',
  unit: 'wms.line.unit',
  batchNo: 'wms.line.batchNo',
  madeOn: 'wms.line.madeOn',
  expiresOn: 'wms.line.expiresOn',
  remark: 'wms.line.remark',
} as const;

test('[F-3B12] accepts implausible dates in pasted or imported lines with a remark', async () => {
  const cells = [
    { code: 'C-NACL', qty: '1', batchNo: 'B1', madeOn: '2998-01-02', expiresOn: '2999-01-02' },
    { code: 'C-NACL', qty: '1', batchNo: 'B2', madeOn: '2001-01-02', expiresOn: '2002-01-02' },
    { code: 'C-NACL', qty: '1', batchNo: 'B3', madeOn: '2001-01-02', expiresOn: '2999-01-02' },
  ];
  const columns = Object.keys(cells[0]!).map((key) => ({ key, phrase: PHRASES[key as keyof typeof PHRASES] }));
  const content = await bytesOf(sheetOf('lines', columns, cells, 'zh'));
  const imported = await cast.teacher.upload(routes.importLines, content, 'lines.xlsx', { query: { type: 'INBOUND' } });
  const rows = cells.map((row) => ({ ...row, unit: null, unitPrice: null, remark: null }));
  const pasted = await cast.teacher.call(routes.resolveLines, { body: { type: 'INBOUND', warehouseId: null, rows } });
  for (const lines of [imported.data.lines, pasted.data]) {
    expect(lines.map(({ notes }) => notes)).toEqual([
      [{ column: 'madeOn', message: '生产日期在今天之后' }],
      [{ column: 'expiresOn', message: '已过有效期' }],
      [],
    ]);
    expect(lines.every(({ line }) => line !== null)).toBe(true);
  }
});

test('[F-U13] the template has its own file name, and an example row that imports skip', async () => {
  for (const [type, name] of [
    ['INBOUND', '入库明细模板.xlsx'],
    ['OUTBOUND', '出库明细模板.xlsx'],
  ] as const) {
    const { raw, headers } = await cast.teacher.call(routes.getLineTemplate, { query: { type } });
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(name);
    const { sheets } = await readXlsx(raw);
    expect(sheets[0]!.rows[1]!.slice(0, 3)).toEqual(['例：C-ETHANOL', 2, '瓶']);
    const rows = [...sheets[0]!.rows, [], ['C-NACL', 3]];
    const filled = Buffer.from(await writeXlsx({ sheets: [{ name: 'S', rows }] }));
    const { data } = await cast.teacher.upload(routes.importLines, filled, name, { query: { type } });
    expect(data.lines).toMatchObject([{ raw: { code: 'C-NACL', qty: '3' } }]);
  }
});

test('[F-R8] reads lines from real-world files: csv in GBK, titles above the headings, data on the second sheet', async () => {
  const gbk = Buffer.concat([Buffer.from('b2fac6b7b1e0bac52ccafdc1bf0d0a', 'hex'), Buffer.from('C-NACL,"1,200"\r\n')]);
  const sheets = [
    { name: '封面', rows: [['说明']] },
    { name: '明细', rows: [['存放清单'], [], ['产品编号', '数量'], ['C-NACL', 1200]] },
  ];
  const files: [Buffer, string][] = [
    [gbk, '明细.csv'],
    [Buffer.from(await writeXlsx({ sheets })), '明细.xlsx'],
    [Buffer.from(await writeOds({ sheets })), '明细.ods'],
  ];
  for (const [content, name] of files) {
    const { data } = await cast.teacher.upload(routes.importLines, content, name, { query: { type: 'OUTBOUND' } });
    expect(data, name).toMatchObject({ unread: [], lines: [{ raw: { code: 'C-NACL' }, line: { qty: '1200' } }] });
  }
});

test('[F-3B3] reports the encoding and number format assumed for a text file, with samples, and lets the user change them', async () => {
  const imported = (content: Buffer, query: object = {}) =>
    cast.teacher.upload(routes.importLines, content, 'lines.csv', { query: { type: 'INBOUND', ...query } });
  const western = Buffer.from('code,qty,remark\nC-NACL,1,Größe µm\n', 'latin1');
  const { data } = await imported(western);
  expect(data).toMatchObject({ encoding: { taken: 'windows-1252', samples: ['Größe µm'] }, commas: null });
  expect(data.lines[0]!.raw.remark).toBe('Größe µm');
  const russian = (await imported(western, { encoding: 'windows-1251' })).data;
  expect(russian.encoding!.taken).toBe('windows-1251');
  expect(russian.lines[0]!.raw.remark).toBe('GrцЯe µm');
  expect((await imported(western, { encoding: 'utf-8' })).error.message).toContain('UTF-8');
  // Even before the columns are known: the headings themselves may be misread.
  const unread = (await imported(Buffer.from('code,qty,Größe\nC-NACL,1,2\n', 'latin1'))).data;
  expect(unread).toMatchObject({ lines: [], unread: [{ heading: 'Größe' }], encoding: { taken: 'windows-1252' } });
});

test('[F-3B3] reports how commas in an imported file were read, and lets the user change it', async () => {
  const priced = Buffer.from('code,qty,unitPrice\nC-NACL,2,"1,500"\nC-NACL,"1,200",3\n');
  const read = async (comma?: 'thousands' | 'decimal') => {
    const options = { query: { type: 'INBOUND' as const, ...(comma && { comma }) } };
    const { data } = await cast.teacher.upload(routes.importLines, priced, 'lines.csv', options);
    return { commas: data.commas, prices: data.lines.map(({ raw }) => raw.unitPrice), errors: data.lines[0]!.errors };
  };
  const open = await read();
  expect(open).toMatchObject({ commas: { samples: ['1,500'], taken: null }, errors: [{ column: 'unitPrice' }] });
  expect(await read('thousands')).toMatchObject({ commas: { taken: 'thousands' }, prices: ['1500', '3'], errors: [] });
  expect(await read('decimal')).toMatchObject({ commas: { taken: 'decimal' }, prices: ['1.500', '3'] });
});

test('[F-D4] refuses a row whose code, CAS number and name mean different products, pasted or imported', async () => {
  const cells = [
    { code: 'C-ETHANOL', cas: '', name: '丙酮' },
    { code: 'C-ETHANOL', cas: '67-64-1', name: '无水乙醇' },
    { code: '', cas: '67-64-1', name: '无水乙醇' },
    { code: 'C-ETHANOL', cas: '64-17-5', name: '乙醇（分析纯）' },
    { code: '', cas: 'CAS 67-64-1', name: '丙酮' },
  ];
  const columns = [
    { key: 'code', heading: '产品编号' },
    { key: 'cas', heading: 'CAS' },
    { key: 'name', heading: '名称' },
    { key: 'qty', heading: '数量' },
  ];
  const rows = cells.map((each) => ({ ...each, qty: '1' }));
  const content = await bytesOf(sheetOf('lines', columns, rows, 'zh'));
  const { data } = await cast.teacher.upload(routes.importLines, content, 'lines.xlsx', { query: { type: 'OUTBOUND' } });
  const none = { batchNo: null, madeOn: null, expiresOn: null, unit: null, unitPrice: null, remark: null };
  const pasted = rows.map((row) => rawLineOf([row.code, row.cas, row.name, row.qty], ['code', 'cas', 'name', 'qty'], 600));
  const body = { type: 'OUTBOUND' as const, warehouseId: null, rows: pasted.map((row) => ({ ...none, ...row })) };
  for (const lines of [data.lines, (await cast.teacher.call(routes.resolveLines, { body })).data]) {
    expect(lines.slice(0, 3)).toMatchObject([
      {
        product: null,
        line: null,
        errors: [{ column: 'code', message: 'C-ETHANOL 是“无水乙醇”，同一行还写着“丙酮”，请核对产品' }],
      },
      { product: null, line: null, errors: [{ column: 'code', message: expect.stringContaining('67-64-1') }] },
      { product: null, line: null, errors: [{ column: 'code', message: expect.stringContaining('无水乙醇') }] },
    ]);
    expect(lines[3]).toMatchObject({ product: { code: 'C-ETHANOL' }, errors: [] });
    expect(lines[4]).toMatchObject({ product: { code: 'C-ACETONE' } });
  }
});

test('finds products by UN number, and by a name used in both languages', async () => {
  const { db } = world.services;
  const none = { qty: '1', unit: null, batchNo: null, madeOn: null, expiresOn: null, unitPrice: null, remark: null };
  const found = async (...codes: string[]) => {
    const rows = codes.map((code) => ({ ...none, code }));
    const { data } = await cast.teacher.call(routes.resolveLines, { body: { type: 'OUTBOUND', warehouseId: null, rows } });
    return data.map(({ product, errors }) => product?.code ?? errors[0]?.message);
  };
  expect(await found('UN 1170', 'ＵＮ1170', 'UN No. 1090', 'UN 9')).toEqual([
    'C-ETHANOL',
    'C-ETHANOL',
    'C-ACETONE',
    '未找到这个编号、CAS、条码或名称的启用产品',
  ]);
  const named = (nameEn: string | null) =>
    db.updateTable('wms_product').set({ name_en: nameEn }).where('code', '=', 'C-NACL').execute();
  const { name, name_en: before } = await db
    .selectFrom('wms_product')
    .where('code', '=', 'C-NACL')
    .select(['name', 'name_en'])
    .executeTakeFirstOrThrow();
  await named(name);
  expect(await found(name)).toEqual(['C-NACL']);
  await named(before);
});

test("[F-U5] converts a price to the line's unit, or refuses it", async () => {
  const { db } = world.services;
  const before = await db.selectFrom('wms_product').where('code', '=', 'C-NACL').select('units').executeTakeFirstOrThrow();
  const units = [{ unit: 'CARTON', factor: '12', isPack: true, gtin: null }];
  const keep = (value: unknown) =>
    db
      .updateTable('wms_product')
      .set({ units: JSON.stringify(value) })
      .where('code', '=', 'C-NACL')
      .execute();
  await keep(units);
  const rest = { code: 'C-NACL', batchNo: 'B1', madeOn: null, expiresOn: '2030-01-01', remark: null };
  const read = async (qty: string, unitPrice: string) => {
    const body = { type: 'INBOUND' as const, warehouseId: null, rows: [{ ...rest, unit: null, qty, unitPrice }] };
    return (await cast.teacher.call(routes.resolveLines, { body })).data[0]!;
  };
  expect((await read('2 箱', '28.5元/瓶')).line).toMatchObject({ unit: 'CARTON', qty: '2', unitPrice: '342' });
  expect((await read('2 瓶', '￥342/箱')).line).toMatchObject({ unit: 'BOTTLE', unitPrice: '28.5' });
  expect((await read('2 瓶', '100 元/箱')).line).toMatchObject({ unitPrice: '8.333333' });
  expect((await read('2 箱', '342 元/箱')).line).toMatchObject({ unitPrice: '342' });
  expect((await read('2 瓶', '0.333333333333333')).line).toMatchObject({ unitPrice: '0.333333' });
  expect(await read('2 瓶', '28.5元/袋')).toMatchObject({
    line: null,
    errors: [{ column: 'unitPrice', message: '单价按“袋”计，产品没有此单位' }],
  });
  await keep(before.units);
});

test('[F-R7] an uncalculated formula is an error of its cell, not an empty one', async () => {
  const cells = new Map([['1,1', { value: null, type: 'formula', formula: 'A1*2' }]] as const);
  const rows = [
    ['产品编号', '数量'],
    ['C-NACL', null],
  ];
  const content = Buffer.from(await writeXlsx({ sheets: [{ name: 'S', rows, cells }] }));
  const { data } = await cast.teacher.upload(routes.importLines, content, 'lines.xlsx', { query: { type: 'OUTBOUND' } });
  expect(data.lines).toMatchObject([
    { raw: { qty: null }, line: null, errors: [{ column: 'qty', message: expect.stringContaining('公式没有计算结果') }] },
  ]);
});

test('[F-A2] truncates endless headings in messages, and parses unbalanced brackets in linear time', async () => {
  for (const heading of ['长'.repeat(32_000), '('.repeat(32_000)]) {
    const content = Buffer.from(`产品编码,数量,${heading}\r\nC-NACL,4,B7\r\n`);
    const { data, raw } = await cast.teacher.upload(routes.importLines, content, 'lines.csv', { query: { type: 'INBOUND' } });
    expect(data.unread).toMatchObject([{ at: 2, samples: ['B7'] }]);
    expect(raw.length).toBeLessThan(2_000);
  }
});

test("[F-D4] shows a name that differs from the product's at the line; skips and counts total rows", async () => {
  const head = ['产品编号', '品名', '数量', '单价'];
  const rows = [['C-NACL', '氯化钠 分析纯', 2, 1 / 7], ['C-NACL', '某某牌缓冲盐', 1 / 3, 2], head, ['合计', null, 3, null]];
  const content = Buffer.from(await writeXlsx({ sheets: [{ name: 'S', rows: [head, ...rows] }] }));
  const { data } = await cast.teacher.upload(routes.importLines, content, 'lines.xlsx', { query: { type: 'INBOUND' } });
  expect(data.left).toBe(2);
  expect(data.lines).toMatchObject([
    {
      line: { qty: '2', unitPrice: '0.142857' },
      errors: [],
      notes: [{ column: 'unitPrice', message: '已四舍五入到 6 位小数' }],
    },
    {
      line: { qty: '0.333333' },
      errors: [],
      notes: [{ column: 'code', message: expect.stringContaining('“某某牌缓冲盐”') }, { column: 'qty' }],
    },
  ]);
});

test("[F-D4] accepts the product's name in either language regardless of case, spacing and width", async () => {
  const { db } = world.services;
  await db.updateTable('wms_product').set({ name_en: 'Sodium Chloride' }).where('code', '=', 'C-NACL').execute();
  const names = [
    'Sodium Chloride',
    'SODIUM  chloride',
    'ｓｏｄｉｕｍ ｃｈｌｏｒｉｄｅ',
    'sodiumchloride, AR',
    '氯化 钠',
    '某某牌缓冲盐',
    '无水乙醇',
  ];
  const none = { batchNo: null, madeOn: null, expiresOn: null, unit: null, unitPrice: null, remark: null };
  const rows = names.map((name) => ({ ...none, code: 'C-NACL', also: [name], qty: '1' }));
  for (const language of ['zh-CN', 'en']) {
    const body = { type: 'OUTBOUND' as const, warehouseId: null, rows };
    const { data } = await cast.teacher.call(routes.resolveLines, { body, headers: { 'accept-language': language } });
    expect(data.map(({ notes, errors }) => [notes.length, errors.length])).toEqual([
      ...Array.from({ length: 5 }, () => [0, 0]),
      [1, 0],
      [0, 1],
    ]);
  }
});

test('[F-R8] refuses a batch number whose last digits a spreadsheet has dropped', async () => {
  const content = Buffer.from('产品编号,数量,批号\nC-NACL,1,2.02608E+14\nC-NACL,1,202608010000001\n');
  const { data } = await cast.teacher.upload(routes.importLines, content, 'lines.csv', { query: { type: 'INBOUND' } });
  expect(data.lines).toMatchObject([
    { line: null, errors: [{ column: 'batchNo', message: expect.stringContaining('重新输入完整号码') }] },
    { line: { batchNo: '202608010000001' }, errors: [] },
  ]);
});

test("a scanned manufacturer's label fills in batch and dates, and a carton's GTIN selects the carton", async () => {
  const { db } = world.services;
  const carton = [{ unit: 'CARTON', factor: '20', isPack: true, gtin: '6901234567892' }];
  await db
    .updateTable('wms_product')
    .set({ gtin: '6901234567885', units: JSON.stringify(carton) })
    .where('code', '=', 'C-ETHANOL')
    .execute();
  const row = { qty: '1', unit: null, batchNo: null, madeOn: null, expiresOn: null, unitPrice: null, remark: null };
  const read = async (type: 'INBOUND' | 'OUTBOUND', ...rows: object[]) => {
    const body = { type, warehouseId: null, rows: rows.map((each) => ({ ...row, code: '', ...each })) };
    return (await cast.teacher.call(routes.resolveLines, { body })).data;
  };
  const bottle = '0106901234567885172811301012-A';
  const [scanned, plain, big, written, other] = await read(
    'INBOUND',
    { code: bottle },
    { code: '06901234567885' },
    { code: `]d201069012345678921728113010C-9` },
    { code: bottle, batchNo: '12-a', expiresOn: '2028-11' },
    { code: bottle, batchNo: '13', expiresOn: '2028-10-31' },
  );
  const [counted, kept] = await read('INBOUND', { code: `${bottle}\u001d3012`, qty: null }, { code: `${bottle}|3012`, qty: '5' });
  expect(counted).toMatchObject({ labelQty: '12', line: { batchNo: '12-A', qty: '12', unit: 'BOTTLE' }, errors: [] });
  expect(kept).toMatchObject({ labelQty: '12', line: { qty: '5' }, errors: [] });
  expect(scanned).toMatchObject({
    product: { code: 'C-ETHANOL' },
    line: { batchNo: '12-A', expiresOn: '2028-11-30', unit: 'BOTTLE', qty: '1' },
    errors: [],
  });
  expect(plain).toMatchObject({ product: { code: 'C-ETHANOL' }, line: { batchNo: null, unit: 'BOTTLE' } });
  expect(big).toMatchObject({ product: { code: 'C-ETHANOL' }, line: { batchNo: 'C-9', unit: 'CARTON' } });
  expect(written).toMatchObject({ line: { batchNo: '12-a', expiresOn: '2028-11-30' }, errors: [] });
  expect(other!.errors.map(({ column }) => column)).toEqual(['batchNo', 'expiresOn']);
  const [taken] = await read('OUTBOUND', { code: bottle });
  expect(taken).toMatchObject({ product: { code: 'C-ETHANOL' }, line: { batchNo: '12-A', expiresOn: null }, errors: [] });
});
