import { categoryForm } from '@kuwei/contract/wms/category';
import { productForm } from '@kuwei/contract/wms/product';
import { expect, test } from 'vitest';
import { parseInteger } from '../src/form/field/number-text.ts';
import { moveInList } from '../src/form/field/move-in-list.ts';
import { pathNames, treeOptions } from '../src/form/field/tree.ts';
import { changedFields, fieldNames, isEmptyAllowed, pathOfText, refusalOf, schemaAt, sentOf } from '../src/form/schema.ts';

const refusal = (path: (string | number)[], value: unknown): string | undefined =>
  refusalOf(schemaAt(productForm, path), value)?.key;

test('[S5.18] each field is validated by its part of the body schema, with the same texts as on the server', () => {
  expect(refusal(['code'], undefined)).toBe('rule.required');
  expect(refusal(['code'], '')).toBe('rule.required');
  expect(refusal(['code'], 'a b')).toBe('rule.code');
  expect(refusal(['code'], 'KCL-1')).toBeUndefined();
  expect(refusal(['name'], '名'.repeat(201))).toBe('rule.atMost');
  expect(refusal(['price'], '12,5')).toBe('rule.price');
  expect(refusal(['price'], '')).toBeUndefined();
  expect(refusal(['units', 0, 'factor'], '0')).toBe('rule.positive');
  expect(refusal(['units', 0, 'gtin'], '')).toBeUndefined();
});

test('a missing choice is reported as missing, not as invalid', () => {
  expect(refusal(['kind'], undefined)).toBe('rule.required');
  expect(refusal(['categoryId'], undefined)).toBe('rule.required');
  expect(refusal(['storageGroup'], undefined)).toBeUndefined();
  expect(refusal(['kind'], 'SOUP')).toBe('rule.choice');
});

test('integers report why they are invalid', () => {
  expect(refusal(['defaultShelfLifeDays'], 'thirty')).toBe('rule.number');
  expect(refusal(['defaultShelfLifeDays'], 1.5)).toBe('form.whole');
  expect(refusal(['defaultShelfLifeDays'], 0)).toBe('rule.range');
  expect(refusal(['defaultShelfLifeDays'], null)).toBeUndefined();
});

test('a list of texts has one error; rows of fields report their own', () => {
  expect(refusal(['hCodes'], ['H225', `H${'2'.repeat(100)}`])).toBe('rule.atMost');
  expect(refusal(['units'], [{ unit: '', factor: 'x' }])).toBeUndefined();
  expect(
    refusal(
      ['units'],
      Array.from({ length: 11 }, () => ({ unit: 'BOX', factor: '2' })),
    ),
  ).toBe('rule.listMax');
});

test('optional fields have no required mark', () => {
  const needed = fieldNames(productForm).filter((name) => !isEmptyAllowed(schemaAt(productForm, [name])));
  expect(needed).toEqual(['code', 'name', 'categoryId', 'kind', 'baseUnit']);
});

test('an emptied field is sent as null, and fields unknown to the body are dropped', () => {
  expect(sentOf(categoryForm, { code: 'A', name: 'B', nameEn: '', sort: 1, products: 7 })).toEqual({
    code: 'A',
    name: 'B',
    nameEn: null,
    parentId: null,
    sort: 1,
  });
  expect(sentOf(productForm, { units: [{ unit: 'BOX', factor: '2', gtin: '', key: 1 }] })).toMatchObject({
    units: [{ unit: 'BOX', factor: '2', gtin: null }],
  });
});

test('fields differ only if they would be sent differently', () => {
  const before = { code: 'A', name: 'B', nameEn: null, units: [] };
  expect(changedFields(productForm, before, { ...before, nameEn: '' })).toEqual([]);
  expect(changedFields(productForm, before, { ...before, name: 'C', units: [{ unit: 'BOX' }] })).toEqual(['name', 'units']);
});

test('a screen that names an unknown field throws', () => {
  expect(() => schemaAt(productForm, ['colour'])).toThrow(/colour/);
  expect(pathOfText('units.0.gtin')).toEqual(['units', 0, 'gtin']);
});

test('an integer is parsed, and invalid text stays as typed', () => {
  expect(parseInteger('30')).toBe(30);
  expect(parseInteger('')).toBeNull();
  expect(parseInteger('3.5')).toBe('3.5');
  expect(parseInteger('三')).toBe('三');
});

test('images and rows move within bounds', () => {
  expect(moveInList(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveInList(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moveInList(['a'], 0, 1)).toEqual(['a']);
});

test('a tree is offered in order, without the descendants of the excluded record', () => {
  const rows = [
    { id: '1', parentId: null, name: '试剂' },
    { id: '2', parentId: '1', name: '盐' },
    { id: '3', parentId: '9', name: '孤儿' },
  ];
  expect(treeOptions(rows).map(({ label, depth }) => [label, depth])).toEqual([
    ['试剂', 0],
    ['盐', 1],
    ['孤儿', 0],
  ]);
  expect(treeOptions(rows, '1').map(({ value }) => value)).toEqual(['3']);
  expect(pathNames(rows, '2')).toEqual(['试剂', '盐']);
});
