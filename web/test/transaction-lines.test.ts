import type { Units } from '@kuwei/contract/wms/amount';
import type { ProductOption } from '@kuwei/contract/wms/product';
import { expect, test } from 'vitest';
import {
  amountOf,
  batchName,
  dayHints,
  baseQty,
  formOf,
  hasCode,
  inUnit,
  isDay,
  lineOfProduct,
  lineOfRow,
  isBatchUnavailable,
  findOverdrawnLines,
  sourceOf,
  productPatch,
  parseLine,
  type EditorLine,
} from '../src/wms/lines/line.ts';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { formatTwoKeeperReason } from '../src/wms/putaway/TwoKeepers.tsx';
import { risksOf } from '../src/wms/transaction/edit/risks.tsx';
import { dayFault } from '../src/wms/transaction/edit/head.ts';
import { checkLine } from '../src/wms/lines/check-line.ts';
import { noLines, reduceLines, refusedCells, type LinesState } from '../src/wms/lines/lines-state.ts';
import { useVersion } from '../src/session/version.ts';
import { columnsIn, parsePaste, rowsIn, type Titles } from '../src/wms/lines/paste.ts';
import { cellsIn, isTable, tableText } from '../src/ui/table-text.ts';

const product: ProductOption = {
  id: 'p1',
  code: 'C-ETHANOL',
  name: '无水乙醇',
  spec: '500 mL',
  cas: '64-17-5',
  kind: 'CHEMICAL',
  baseUnit: 'BOTTLE',
  gtin: null,
  units: [{ unit: 'CARTON', factor: '20', isPack: true, gtin: null }],
  trackBatch: true,
  trackExpiry: true,
  defaultShelfLifeDays: null,
  unitVolumeL: null,
  storageGroup: 'L',
  assessed: true,
  controlFlags: [],
  pictograms: [],
  price: '28',
  image: null,
};
const line = (key: number, patch: Partial<EditorLine> = {}): EditorLine => ({
  key,
  ...lineOfProduct(product, 'INBOUND', '1'),
  ...patch,
});
const UNITS: Units = {
  decimals: new Map([
    ['BOTTLE', 0],
    ['CARTON', 0],
  ]),
  nameOf: (unit) => unit,
  amountOf: (qty, unit) => `${qty} ${unit}`,
};
const headings = {
  code: '产品编号',
  qty: '数量',
  unit: '单位',
  batchNo: '批号',
  madeOn: '生产日期',
  expiresOn: '有效期至',
  unitPrice: '单价（元）',
  remark: '备注',
};
const titles = Object.fromEntries(Object.entries(headings).map(([field, name]) => [field, [name]])) as unknown as Titles;
const rowsOf = (text: string, type: 'INBOUND' | 'OUTBOUND' | 'MOVE', known: Titles = titles) => {
  const pasted = parsePaste(text, known);
  const { columns, unread } = columnsIn(pasted, type, known, new Map());
  expect(unread).toEqual([]);
  return rowsIn(pasted, columns).rows;
};
const stateOf = (...lines: EditorLine[]): LinesState => ({ ...noLines, lines, nextKey: lines.length + 1 });

test('spreadsheet cells keep line breaks and quotes', () => {
  expect(cellsIn('A\t"one\ntwo"\t"say ""hi"""\r\n\r\nB\t2')).toEqual([
    ['A', 'one\ntwo', 'say "hi"'],
    ['B', '2'],
  ]);
  expect(cellsIn(tableText([['A', 'one\ntwo', 'say "hi"']]))).toEqual([['A', 'one\ntwo', 'say "hi"']]);
  expect(isTable('C-ETHANOL\n')).toBe(false);
  expect(isTable('C-ETHANOL\t1')).toBe(true);
});

test('pasted columns are recognized by order, by headings, and by two adjacent dates', () => {
  expect(rowsOf('C-1\t2\t瓶\tB1\t2029-05-01', 'INBOUND')[0]).toMatchObject({ batchNo: 'B1', expiresOn: '2029-05-01' });
  expect(rowsOf('备注\t数量\t产品编号\n甲\t3\tC-1', 'OUTBOUND')).toMatchObject([{ code: 'C-1', qty: '3', remark: '甲' }]);
  expect(rowsOf('C-1\t2\t瓶\tB1\t2026-01-01\t2029-05-01', 'INBOUND')[0]).toMatchObject({
    madeOn: '2026-01-01',
    expiresOn: '2029-05-01',
  });
});

test('[S5.30] a heading row is skipped in either language, and no data row is mistaken for one', () => {
  const en = {
    code: 'Code',
    qty: 'Quantity',
    unit: 'Unit',
    batchNo: 'Batch no.',
    madeOn: 'M',
    expiresOn: 'E',
    unitPrice: 'P',
    remark: 'Remark',
  };
  const both = Object.fromEntries(
    Object.entries(headings).map(([field, name]) => [field, [name, en[field as keyof typeof en]]]),
  ) as unknown as Titles;
  const line = 'C-1\t2\t瓶\tB1';
  for (const first of [
    '产品编号\t数量\t单位\t批号',
    '货号\t数量\t单位\t批号',
    'code *\tQUANTITY\tunit\tBatch no.',
    'Item\tQuantity\tUnit\tLot No.',
  ]) {
    const rows = rowsOf(`${first}\n${line}`, 'INBOUND', both);
    expect(rows, first).toMatchObject([{ code: 'C-1', qty: '2', unit: '瓶', batchNo: 'B1' }]);
  }
  expect(rowsOf(`C-1\t2\t单位\n${line}`, 'INBOUND', both)).toHaveLength(2);
  expect(rowsOf(`氯化钠\t\t瓶\n${line}`, 'INBOUND', both)).toHaveLength(2);
});

test('[F-D9] headings of a paste are found below a title', () => {
  const rows = rowsOf('2026 年 11 月采购清单\t\t\n制表：陈明\n产品编码\t数量\t有效期\nC-1\t2\t2029-05-01', 'INBOUND');
  expect(rows).toMatchObject([{ code: 'C-1', qty: '2', expiresOn: '2029-05-01' }]);
  expect(rows).toHaveLength(1);
  expect(rowsOf('C-1\nC-2\t2\t瓶', 'INBOUND'), 'a code alone is a line').toHaveLength(2);
});

test('[F-D4] expiry dates are recognized under common names', () => {
  for (const heading of ['有效期', '到期日期', '失效日期', '有效期（年/月/日）', 'Expiry date', 'EXP.']) {
    const rows = rowsOf(`产品编码\t数量\t${heading}\nC-1\t2\t2029-05-01`, 'INBOUND');
    expect(rows, heading).toMatchObject([{ code: 'C-1', qty: '2', expiresOn: '2029-05-01' }]);
  }
});

test('a shelf life is never taken for an expiry date: the column has to be assigned', () => {
  const pasted = parsePaste('产品编码\t数量\t生产日期\t保质期\nC-1\t2\t2026-01-05\t2年', titles);
  const { columns, unread } = columnsIn(pasted, 'INBOUND', titles, new Map());
  expect(columns).toEqual(['code', 'qty', 'madeOn', 'none']);
  expect(unread).toEqual([{ at: 3, heading: '保质期', samples: ['2年'] }]);
});

test('values filled in, or read with uncertainty, are noted at their cell', () => {
  const raw = {
    code: 'C-ETHANOL',
    qty: '2',
    unit: null,
    batchNo: 'B',
    madeOn: null,
    expiresOn: null,
    unitPrice: '28',
    remark: null,
  };
  const notesOf = (more: Partial<typeof raw> | object) => {
    const row = { ...raw, ...more };
    const form = parseLine({
      ...line(1),
      ...row,
      unit: 'BOTTLE',
      madeOn: row.madeOn ?? '',
      expiresOn: row.expiresOn ?? '',
      unitPrice: row.unitPrice ?? '',
      remark: '',
    });
    const read = { ...formOf({ ...form, key: 1 }, 'INBOUND'), unitPrice: row.unitPrice === null ? '28' : form.unitPrice };
    const { line: made, notes } = lineOfRow({ row: 1, raw: row, unit: 'BOTTLE', product, line: read, errors: [], notes: [] });
    return [notes, made.expiresOn, made.unitPrice];
  };
  expect(notesOf({ expiresOn: '2099-01-05' })).toEqual([{}, '2099-01-05', '28']);
  expect(Object.keys(notesOf({ expiresOn: '长期' })[0]!)).toEqual(['expiresOn']);
  expect(notesOf({ expiresOn: '2097年6月' })).toEqual([{ expiresOn: expect.any(String) }, '2097-06-30', '28']);
  expect(notesOf({ expiresOn: '45000' })).toEqual([{ expiresOn: expect.any(String) }, '2023-03-15', '28']);
  expect(notesOf({ unitPrice: '1.200,5' })).toEqual([{ unitPrice: expect.any(String) }, '', '1200.5']);
  expect(notesOf({ unitPrice: '1,200' })).toEqual([{}, '', '1200']);
  expect(notesOf({ unitPrice: null })).toEqual([{ unitPrice: expect.any(String) }, '', '28']);
});

test('[F-D4] an unrecognized column is shown with its contents, and read as assigned', () => {
  const pasted = parsePaste('编号\t数量\t保存至\t规格\t空\nC-1\t2\t2029-05-01\t500 mL\nC-2\t1\t2029-06-01\t1 L', titles);
  const asked = columnsIn(pasted, 'INBOUND', titles, new Map());
  expect(asked.unread).toEqual([{ at: 2, heading: '保存至', samples: ['2029-05-01', '2029-06-01'] }]);
  expect(asked.unused, 'known, and already given by the product').toEqual(['规格']);
  const { columns, unread } = columnsIn(pasted, 'INBOUND', titles, new Map([[2, 'expiresOn' as const]]));
  expect(unread).toEqual([]);
  expect(rowsIn(pasted, columns).rows).toMatchObject([{ expiresOn: '2029-05-01' }, { code: 'C-2', expiresOn: '2029-06-01' }]);
});

test('[F-D4] without headings, columns after the known ones have to be assigned too', () => {
  const pasted = parsePaste('C-1\t2\t瓶\tB1\t甲\t乙', titles);
  expect(columnsIn(pasted, 'OUTBOUND', titles, new Map()).unread).toEqual([{ at: 5, heading: '', samples: ['乙'] }]);
});

test('[F-D4] if a row has no code, its CAS number or name identifies the product', () => {
  const rows = rowsOf('品名\tCAS号\t产品编号\t数量\n乙醇\t64-17-5\t\t1\n氨水\t\t\t2\n盐\t7647-14-5\tC-NACL\t3', 'INBOUND');
  expect(rows.map(({ code }) => code)).toEqual(['64-17-5', '氨水', 'C-NACL']);
});

test('[F-U5] input is sent as it is interpreted', () => {
  const sent = (patch: Partial<EditorLine>) => formOf(line(1, patch), 'INBOUND');
  for (const text of ['2029-5-1', '29/5/1', '20290501', '290501', '2029年5月1日', '２０２９－５－１'])
    expect(sent({ expiresOn: text }).expiresOn, text).toBe('2029-05-01');
  expect(sent({ expiresOn: '2028-06', madeOn: '2026-06' })).toMatchObject({ expiresOn: '2028-06-30', madeOn: '2026-06-01' });
  expect(sent({ qty: '１２' }).qty).toBe('12');
  expect(sent({ qty: '1,000' }).qty).toBe('1000');
  expect(sent({ qty: '1,5', unitPrice: '¥1,234.50' })).toMatchObject({ qty: '1.5', unitPrice: '1234.5' });
  expect(sent({ expiresOn: 'soon' }).expiresOn, 'what has no meaning stays').toBe('soon');
  expect(isDay('2029-02-30')).toBe(false);
});

test('[F-U5] a quantity with its unit is both, and only units of the product are accepted', () => {
  const field = (code: string, label: string, english: string) => ({
    code,
    label,
    labels: [{ language: 'en', label: english }],
    props: [{ code: 'plural', value: `${english}s` }],
    valid: true,
  });
  const fields = [field('BOTTLE', '瓶', 'bottle'), field('CARTON', '箱', 'carton'), field('ML', 'mL', 'mL')];
  useVersion.setState({ dics: new Map([['WMS_UNIT', { code: 'WMS_UNIT', fields }]]) });
  expect(parseLine(line(1, { qty: '4 瓶' }))).toMatchObject({ qty: '4', unit: 'BOTTLE' });
  expect(parseLine(line(1, { qty: '2cartons' })), 'with the price of the carton').toMatchObject({
    qty: '2',
    unit: 'CARTON',
    unitPrice: '560',
  });
  expect(parseLine(line(1, { qty: '2cartons', unitPrice: '28.5元/瓶' })), 'with what was written').toMatchObject({
    unit: 'CARTON',
    unitPrice: '570',
  });
  expect(parseLine(line(1, { unitPrice: '28.5元/袋' })).unitPrice, 'not a price of its unit').toBe('28.5元/袋');
  const other = line(1, { qty: '500 mL' });
  expect(parseLine(other).qty).toBe('500 mL');
  expect(checkLine(other, 'INBOUND', UNITS, { whole: true, submit: false })).toEqual({ qty: 'rule.unit' });
});

test('[S5.30] past dates prevent submission, as on the server', () => {
  const fault = (name: string, value: unknown, planDate: unknown = null) => dayFault(name, value, { planDate }, '2026-05-02');
  expect(fault('planDate', '2026-05-01')).toBe('error.PLAN_DATE');
  expect(fault('depositUntil', '2026-05-01')).toBe('error.DEPOSIT_UNTIL');
  expect(fault('depositUntil', '2026-05-03', '2026-05-04')).toBe('rule.notBeforePlan');
  expect(fault('depositUntil', '2026-05-04', '2026-05-04')).toBeNull();
  for (const day of ['2026-05-02', '', null, undefined]) expect(fault('planDate', day)).toBeNull();
  expect(fault('remark', '2026-05-01')).toBeNull();
});

test('[F-3B12] implausible dates of goods are marked in their cells, and confirmed before submission', () => {
  const hints = (patch: Partial<EditorLine>) => dayHints(line(1, patch));
  expect(hints({ madeOn: '2998-01-02' })).toEqual({ madeOn: 'wms.line.madeLater' });
  expect(hints({ expiresOn: '2001-01-02' })).toEqual({ expiresOn: 'wms.line.expired' });
  expect(hints({ madeOn: '2001-01-02', expiresOn: '2998-01-02' })).toEqual({});
  const brief = { ...product, defaultShelfLifeDays: 30 };
  expect(hints({ product: brief, madeOn: '2001-01-02' }), 'by its shelf life').toEqual({ expiresOn: 'wms.line.expired' });
  expect(hints({ product: { ...brief, trackExpiry: false }, madeOn: '2001-01-02' })).toEqual({});
  expect(risksOf([line(1, { madeOn: '2998-01-02' })])).toEqual(['tx.risk.line']);
  expect(risksOf([line(1, { madeOn: '2001-01-02' })])).toEqual([]);
});

test('[F-3U19] a quantity with its unit is both before its product is known, and not a second error of the row', () => {
  const fields = ['BOTTLE', 'CARTON'].map((code) => ({ code, label: code, labels: [], props: [], valid: true }));
  useVersion.setState({ dics: new Map([['WMS_UNIT', { code: 'WMS_UNIT', fields }]]) });
  const unknown = line(1, { product: null, code: 'C-NONE', unit: '', unitPrice: '' });
  const read = parseLine({ ...unknown, qty: '8 BOTTLE' });
  expect(read).toMatchObject({ qty: '8', unit: 'BOTTLE' });
  const check = (patch: Partial<EditorLine>) =>
    checkLine({ ...unknown, ...patch }, 'INBOUND', UNITS, { whole: true, submit: false });
  expect(check({ qty: '8 BOTTLE' })).toEqual({ product: 'tx.line.noProduct' });
  expect(check({ qty: '8 barrels' }), 'which units there are is not known').toEqual({ product: 'tx.line.noProduct' });
  expect(check({ qty: 'eight' })).toEqual({ product: 'tx.line.noProduct', qty: 'tx.line.number' });
  // A different unit in its own cell is not overwritten.
  expect(parseLine({ ...unknown, unit: 'CARTON', qty: '8 BOTTLE' })).toMatchObject({ qty: '8 BOTTLE', unit: 'CARTON' });
});

test('[F-3U15] an unassessed product is confirmed before submission', () => {
  expect(risksOf([line(1, { product: { ...product, assessed: false } })])).toEqual(['tx.risk.line']);
  expect(risksOf([line(1)])).toEqual([]);
  // The storekeepers are given the reason.
  const why = (...products: Partial<ProductOption>[]) =>
    formatTwoKeeperReason({ lines: products.map((each) => ({ product: { ...product, ...each } })) } as Pick<
      Transaction,
      'lines'
    >);
  expect(why({ assessed: false }, {})).toBe('work.toxic.unassessed');
  expect(why({ controlFlags: ['TOXIC'] }, {})).toBe('work.toxic.isToxic');
  expect(why({ controlFlags: ['TOXIC'] }, { assessed: false })).toBe('work.toxic.both');
  expect(why({}), 'assessed since').toBe('work.toxic');
  // A draft stored by a browser before products had this field.
  expect(risksOf([line(1, { product: { ...product, assessed: undefined as never } })])).toEqual([]);
});

test('[F-D4] totals and repeated headings are not pasted as lines, and are counted', () => {
  const text = [
    '编号\t名称\t数量',
    'C-1\t乙醇\t2',
    '小 计：\t\t2',
    '编号\t名称\t数量',
    'C-2\t丙酮\t3',
    '\t合计\t5',
    'TOTAL\t\t5',
    'C-SUM\tSum\t1',
  ].join('\n');
  const pasted = parsePaste(text, titles);
  const { rows, left } = rowsIn(pasted, columnsIn(pasted, 'OUTBOUND', titles, new Map()).columns);
  expect(rows.map(({ code }) => code)).toEqual(['C-1', 'C-2', 'C-SUM']);
  expect(left).toBe(4);
});

test('[F-D4] a warning stays at its cell until that is changed', () => {
  const note = { product: 'C-1 是“乙醇”，表中写的是“丙酮”，请核对' };
  const added = reduceLines(noLines, { do: 'add', additions: [{ line: line(1), notes: note }] });
  expect(added.notes).toEqual({ 1: note });
  const more = reduceLines(added, { do: 'change', key: 1, patch: { qty: '5' } });
  expect(more.notes).toEqual({ 1: note });
  expect(reduceLines(more, { do: 'change', key: 1, patch: { product } }).notes).toEqual({ 1: {} });
});

test('quantities and values are exact, and a price follows its unit', () => {
  expect(baseQty(line(1, { qty: '1.5', unit: 'CARTON' }))).toBe('30');
  expect(amountOf(line(1, { qty: '0.1', unitPrice: '0.2' }))).toBe('0.02');
  expect(amountOf(line(1, { qty: '3', unitPrice: '0.005' }))).toBe('0.02');
  expect(inUnit(line(1), 'CARTON')).toEqual({ unit: 'CARTON', unitPrice: '560' });
  expect(inUnit(line(1, { unit: 'CARTON', unitPrice: '560' }), 'BOTTLE')).toEqual({ unit: 'BOTTLE', unitPrice: '28' });
});

test('[S5.30] a unit the product lacks stays as written, and is an error until one is chosen', () => {
  const raw = {
    code: 'C-ETHANOL',
    qty: '2',
    unit: '吨',
    batchNo: null,
    madeOn: null,
    expiresOn: null,
    unitPrice: null,
    remark: null,
  };
  const row = {
    row: 1,
    raw,
    unit: '吨',
    product,
    line: null,
    errors: [{ column: 'unit', message: '没有单位“吨”' }],
    notes: [],
  };
  const read = lineOfRow(row);
  expect(read).toMatchObject({ line: { qty: '2', unit: '吨', unitPrice: '' }, errors: { unit: '没有单位“吨”' } });
  const kept: EditorLine = { key: 1, ...read.line };
  for (const submit of [false, true])
    expect(checkLine(kept, 'OUTBOUND', UNITS, { whole: submit, submit })).toEqual({ unit: expect.any(String) });
  expect(baseQty(kept), 'unknown in the base unit').toBeNull();
  const chosen = { ...kept, ...inUnit(kept, 'CARTON') };
  expect(chosen).toMatchObject({ unit: 'CARTON', unitPrice: '560' });
  expect(checkLine(chosen, 'OUTBOUND', UNITS, { whole: true, submit: true })).toEqual({});
  expect(inUnit({ ...kept, unitPrice: '9' }, 'CARTON'), 'what was written is not converted').toEqual({
    unit: 'CARTON',
    unitPrice: '9',
  });

  const faulty = { ...row, raw: { ...raw, qty: 'x' }, unit: 'CARTON', errors: [{ column: 'qty', message: '请输入数字' }] };
  expect(lineOfRow(faulty).line, 'a fault elsewhere does not change the unit').toMatchObject({
    unit: 'CARTON',
    unitPrice: '560',
  });
  expect(lineOfRow({ ...faulty, product: null }).line.unit).toBe('CARTON');
});

test('[F-U3] a line whose product is resolved keeps what was entered, and takes the rest from the product', () => {
  const unknown = line(1, { product: null, code: '乙醇', unit: '', unitPrice: '', qty: '3' });
  expect(productPatch(unknown, product, 'INBOUND')).toEqual({ product, code: 'C-ETHANOL', unit: 'BOTTLE', unitPrice: '28' });
  expect(productPatch({ ...unknown, unit: 'CARTON', unitPrice: '9' }, product, 'INBOUND')).toMatchObject({
    unit: 'CARTON',
    unitPrice: '9',
  });
  expect(productPatch(unknown, product, 'OUTBOUND').unitPrice).toBe('');
});

test('lines that share stock share its free quantity', () => {
  const stock = { id: 's1', batchNo: null, expiresOn: null, boxCode: null, ownerOrgName: null };
  const lines = [line(1, { stock, qty: '6' }), line(2, { stock, qty: '6' }), line(3, { qty: '6' })];
  expect([...findOverdrawnLines(lines, new Map([['s1', '10']]))]).toEqual([[2, '4']]);
});

test('[F-U8] a line shows immediately that nothing of its batch is available', () => {
  const names = new Map([[sourceOf(line(9, { product, batchNo: 'B1' }))!, '5']]);
  expect(isBatchUnavailable(line(1, { product, batchNo: 'Ｂ１' }), names)).toBe(false);
  expect(isBatchUnavailable(line(2, { product, batchNo: 'A202601' }), names)).toBe(true);
  expect(isBatchUnavailable(line(3, { product, batchNo: 'A202601' }), new Map())).toBe(false);
});

test('a server error at a cell is cleared when that cell changes, and only then', () => {
  const before = stateOf(line(1), line(2));
  const errors = refusedCells(
    [
      { path: 'lines.1.qty', message: 'short' },
      { path: 'lines.1.batchNo', message: 'no' },
    ],
    before.lines,
  );
  expect(errors).toEqual({ 2: { qty: 'short', batchNo: 'no' } });
  const refused = reduceLines(before, { do: 'refuse', errors });
  expect(reduceLines(refused, { do: 'change', key: 1, patch: { qty: '2' } }).errors).toEqual(errors);
  expect(reduceLines(refused, { do: 'change', key: 2, patch: { qty: '2' } }).errors[2]).toEqual({ batchNo: 'no' });
});

test('removed lines return to their position, a copy is inserted below its line', () => {
  const before = stateOf(line(1), line(2), line(3));
  const removed = reduceLines(before, { do: 'remove', keys: [1, 2] });
  expect(removed.lines.map(({ key }) => key)).toEqual([3]);
  expect(reduceLines(removed, { do: 'restore' }).lines.map(({ key }) => key)).toEqual([1, 2, 3]);
  expect(reduceLines(before, { do: 'duplicate', key: 1 }).lines.map(({ key }) => key)).toEqual([1, 4, 2, 3]);
});

test('[F-Y4] undo removes all pasted lines whatever was done since, filled cells only before further edits', () => {
  const before = stateOf(line(1), line(2));
  const more = [{ line: line(0) }, { line: line(0) }];
  const pasted = reduceLines(before, { do: 'add', additions: more, from: 'workbook' });
  expect([pasted.lines.length, pasted.pasted.length, pasted.pastedAt === pasted.changes]).toEqual([4, 2, true]);
  expect(
    [pasted, reduceLines(pasted, { do: 'add', additions: more, from: 'paste' })].map(({ fromWorkbook }) => fromWorkbook),
  ).toEqual([true, false]);
  const changed = reduceLines(pasted, { do: 'change', key: 1, patch: { qty: '9' } });
  expect([changed.pasted.length, changed.pastedAt === changed.changes]).toEqual([2, false]);
  const undone = reduceLines(reduceLines(changed, { do: 'remove', keys: [3] }), { do: 'unpaste' });
  expect(undone.lines.map(({ key, qty }) => [key, qty])).toEqual([
    [1, '9'],
    [2, before.lines[1]!.qty],
  ]);
  expect(undone.pasted).toEqual([]);
  const single = reduceLines(before, { do: 'add', additions: more });
  expect(single.pasted, 'what was not pasted is not undone').toEqual([]);

  const filled = reduceLines(before, { do: 'fill', cell: 'qty', from: 1, texts: [{ qty: '7' }] });
  expect(reduceLines(filled, { do: 'unpaste' }).lines).toEqual(before.lines);
  expect(reduceLines(filled, { do: 'change', key: 1, patch: { qty: '3' } }).pasted).toEqual([]);
});

test('[F-3B5] a batch has the available stock of its number in any spelling', () => {
  const taken = line(1, { batchNo: 'ＣＴ-a' });
  const available = new Map([[batchName(product.id, 'CT-A'), '5']]);
  expect(sourceOf(taken)).toBe(batchName(product.id, 'ct-A'));
  expect(isBatchUnavailable(taken, available)).toBe(false);
});

test('[S5.30] batch and dates of a product without batches are marked at once, never required, and revalidated for another product', () => {
  const untracked = { ...product, id: 'p2', trackBatch: false };
  const facts = { batchNo: 'B1', madeOn: '2026-01-01', expiresOn: '2030-01-01' };
  for (const level of [
    { whole: false, submit: false },
    { whole: true, submit: true },
  ]) {
    expect(Object.keys(checkLine(line(1, { ...facts, product: untracked }), 'INBOUND', UNITS, level))).toEqual(
      Object.keys(facts),
    );
    expect(checkLine(line(1, { product: untracked }), 'INBOUND', UNITS, level)).toEqual({});
  }
  const serverErrors = { batchNo: '不能填写', qty: '数量' };
  const after = reduceLines(
    { ...stateOf(line(1, facts)), errors: { 1: serverErrors } },
    { do: 'change', key: 1, patch: { product } },
  );
  expect(after.errors[1]).toEqual({ qty: '数量' });
});

test('[F-3B6] a product is added by CAS number in the notation a paste accepts', () => {
  for (const text of ['64-17-5', '64175', 'CAS 64-17-5', '６４–１７–５', 'c–ethanol', 'Ｃ-ＥＴＨＡＮＯＬ'])
    expect([text, hasCode(product, text)]).toEqual([text, true]);
  for (const text of ['64176', '64-17', 'ethanol', '']) expect([text, hasCode(product, text)]).toEqual([text, false]);
});

test('[F-guess] pasted quantities take the unit of their heading, and a price in another currency is queried', () => {
  const pasted = parsePaste('编号\t数量（箱）\t单价（USD）\nC-1\t2\t3\nC-2\t1 瓶\t4', titles);
  const { columns, unread } = columnsIn(pasted, 'INBOUND', titles, new Map());
  expect(unread.map(({ heading }) => heading)).toEqual(['单价（USD）']);
  expect(rowsIn(pasted, columns).rows).toMatchObject([{ qty: '2 箱', unitPrice: null }, { qty: '1 瓶' }]);
  const answered = columnsIn(pasted, 'INBOUND', titles, new Map([[2, 'unitPrice' as const]]));
  expect(rowsIn(pasted, answered.columns).rows[0]).toMatchObject({ unitPrice: '3 USD' });
});

test('[F-guess] a number rejected as ambiguous is not silently interpreted in the form', () => {
  const raw = {
    code: 'C',
    qty: '1,413',
    unit: null,
    batchNo: null,
    madeOn: null,
    expiresOn: null,
    unitPrice: '12,50',
    remark: null,
  };
  const row = { row: 1, raw, unit: null, product, line: null, notes: [] };
  const errors = [{ column: 'qty', message: '“1,413”' }];
  expect(lineOfRow({ ...row, errors }).line).toMatchObject({ qty: '', unitPrice: '12.5' });
  expect(lineOfRow({ ...row, errors: [] }).line).toMatchObject({ qty: '1413' });
});
