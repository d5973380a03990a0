import { expect, test } from 'vitest';
import { toColumnUnit, otherUnit, acceptsHeadingUnit, withHeadingUnit } from '../src/workbook/heading-unit.ts';
import { columnsOf } from '../src/workbook/headings.ts';

const keyOf = (heading: string, key: string, words = key): string | null =>
  columnsOf([heading], [{ key, names: [heading.replace(/[(（[].*$/, '')], words }])[0]!;

test.each([
  ['闪点(°F)', 'flashPointC'],
  ['闪点（℉）', 'flashPointC'],
  ['沸点(K)', 'boilingPointC'],
  ['单价（万元）', 'price'],
  ['单价(USD)', 'price'],
  ['Price ($)', 'price'],
  ['单价（含税，美元）', 'price'],
  ['单价（USD）', 'unitPrice'],
  ['单价（元/箱）', 'unitPrice'],
  ['单价（每箱）', 'unitPrice'],
  ['Price (per box)', 'unitPrice'],
  ['Price [USD/unit]', 'unitPrice'],
  ['爆炸下限（体积分数）', 'lowerExplosionPercent'],
  ['爆炸下限(g/m3)', 'lowerExplosionPercent'],
  ['爆炸上限（ppm）', 'upperExplosionPercent'],
  ['单位体积(gal)', 'unitVolumeL'],
  ['单位质量（单位：磅）', 'unitMassKg'],
  ['保质期（月）', 'defaultShelfLifeDays'],
  ['许可数量(kg)', 'amount'],
])('[F-guess] the heading %s names another unit than the column has, and means no column', (heading, key) => {
  expect(keyOf(heading, key)).toBeNull();
});

test.each([
  ['单位体积（升）', 'unitVolumeL'],
  ['单位体积(L)', 'unitVolumeL'],
  ['Volume per unit (in L)', 'unitVolumeL'],
  ['单位质量（公斤）', 'unitMassKg'],
  ['闪点（℃）', 'flashPointC'],
  ['Flash point (°C)', 'flashPointC'],
  ['爆炸下限（体积%）', 'lowerExplosionPercent'],
  ['Lower explosion limit (vol%)', 'lowerExplosionPercent'],
  ['爆炸下限（体积分数，%）', 'lowerExplosionPercent'],
  ['单价（元）', 'unitPrice'],
  ['单价（￥）', 'unitPrice'],
  ['单价（含税，元）', 'unitPrice'],
  ['Unit price (CNY/unit)', 'unitPrice'],
  ['单价（必填）', 'price'],
  ['数量（选填）', 'qty'],
  ['Qty(s)', 'qty'],
  ['有效期（YYYY-MM-DD）', 'expiresOn'],
  ['保质期（天）', 'defaultShelfLifeDays'],
  ['保质期（月）', 'expiresOn'],
  ['规格（mL）', 'spec'],
])('[F-guess] the heading %s names the column’s own unit or none', (heading, key) => {
  expect([keyOf(heading, key), otherUnit(heading, key)]).toEqual([key, null]);
});

test('[F-guess] exact conversions are applied, and a unit in the heading is appended to rows', () => {
  expect([acceptsHeadingUnit('单位体积(mL)', 'unitVolumeL'), acceptsHeadingUnit('数量（箱）', 'qty')]).toEqual([true, true]);
  const read = (value: string, unit: string, key: string) => toColumnUnit({ value, unit }, key);
  expect(read('500', 'mL', 'unitVolumeL')).toBe('0.5');
  expect(read('2.5', '㎏', 'unitMassKg')).toBe('2.5');
  expect(read('1234.5', '克', 'unitMassKg')).toBe('1.2345');
  expect(read('-7', 'mg', 'unitMassKg')).toBe('-0.000007');
  expect(read('0', 'mg', 'unitMassKg')).toBe('0');
  expect(read('1.25', 't', 'maxMassKg')).toBe('1250');
  expect(read('55', '°F', 'flashPointC')).toBeNull();
  expect(read('1.5', '万元', 'price')).toBeNull();
  expect(['2', '2 瓶', '约 2', ''].map((cell) => withHeadingUnit(cell, '数量（箱）', 'qty'))).toEqual([
    '2 箱',
    '2 瓶',
    '约 2',
    '',
  ]);
  expect(withHeadingUnit('2', '数量（必填）', 'qty')).toBe('2');
});

test('[F-guess] an exact heading takes its column, even after looser matches', () => {
  const columns = [
    { key: 'baseUnit', names: ['基本单位', 'Base unit'], words: 'unit' },
    { key: 'price', names: ['参考单价（元）'], words: 'unitPrice' },
    { key: 'cas', names: ['CAS 号'] },
  ];
  expect(columnsOf(['Unit of Measure (Per Pack)', 'Base unit'], columns)).toEqual([null, 'baseUnit']);
  expect(columnsOf(['单价', '参考单价（元）'], columns)).toEqual([null, 'price']);
  expect(columnsOf(['参考单价（必填）', '参考单价（元）'], columns)).toEqual([null, 'price']);
  expect(columnsOf(['CAS', 'CAS号'], columns)).toEqual([null, 'cas']);
  expect(columnsOf(['Unit of Measure (Per Pack)', '单价', 'CAS'], columns)).toEqual(['baseUnit', 'price', 'cas']);
});

/** Columns of products and of opening stock that lists of other systems have as well. */
const columns = ['code', 'name', 'category', 'kind', 'unit', 'gtin', 'cas', 'spec', 'brand', 'unitPrice', 'remark'].map(
  (key) => ({
    key,
    names: [],
  }),
);
const stock = ['code', 'qty', 'unit', 'batchNo', 'expiresOn', 'boxCode', 'remark'].map((key) => ({ key, names: [] }));

test.each([
  [
    'Snipe-IT',
    columns,
    'Name,QTY,Category,Supplier,Model Number,Notes,Purchase Cost',
    'name,,category,brand,spec,remark,unitPrice',
  ],
  ['InvenTree parts', columns, 'Name,IPN,Category Name,Units,Notes', 'name,code,category,unit,remark'],
  [
    'Odoo',
    columns,
    'Internal Reference,Name,Barcode,Sales Price,Product Category,Unit of Measure',
    'code,name,gtin,unitPrice,category,unit',
  ],
  [
    'ERPNext',
    columns,
    'Item Code,Item Name,Item Group,Stock UOM,Brand,Valuation Rate',
    'code,name,category,unit,brand,unitPrice',
  ],
  ['lists of laboratories', columns, 'Item Name,Vendor,Catalog #,CAS Number,Price,Notes', 'name,brand,code,cas,unitPrice,remark'],
  [
    'OpenBoxes stock',
    stock,
    'Product code,Lot number,Expiration date,Bin location,Physical QOH,Comment',
    'code,batchNo,expiresOn,boxCode,qty,remark',
  ],
])('[F-3B8] recognises the columns of %s', (_, ours, headings, keys) => {
  expect(columnsOf(headings.split(','), ours).map((key) => key ?? '')).toEqual(keys.split(','));
});
