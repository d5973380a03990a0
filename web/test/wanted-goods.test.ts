// Goods that links ask new documents to take.
import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { expect, test } from 'vitest';
import { ALL, takeFrom, wantedAddress, wantedIn } from '../src/wms/wanted-goods.ts';

const row = (id: string, available: string): ProductBox => ({ id, available }) as ProductBox;
const taken = (rows: readonly ProductBox[], qty: string | undefined) => takeFrom(rows, qty).map(([{ id }, each]) => [id, each]);

test('a quantity is taken from the rows in their order, as far as it is available', () => {
  const rows = [row('a', '0'), row('b', '1.5'), row('c', '4')];
  expect(taken(rows, '1')).toEqual([['b', '1']]);
  expect(taken(rows, '3')).toEqual([
    ['b', '1.5'],
    ['c', '1.5'],
  ]);
  expect(taken(rows, '90')).toEqual([
    ['b', '1.5'],
    ['c', '4'],
  ]);
  expect(taken(rows, ALL)).toEqual([
    ['b', '1.5'],
    ['c', '4'],
  ]);
});

test('without a quantity, or without available stock, all rows are shown and quantities are typed', () => {
  expect(taken([row('a', '0'), row('b', '2')], undefined)).toEqual([
    ['a', ''],
    ['b', ''],
  ]);
  expect(taken([row('a', '0')], ALL)).toEqual([['a', '']]);
});

test('the address of a document keeps its goods apart', () => {
  const goods = [
    { productId: 'p', batchId: 'b', qty: ALL },
    { productId: 'q', qty: '2.5' },
  ];
  const address = wantedAddress('admin', 'MOVE', { warehouseId: 'w', ownerOrgId: 'o', goods });
  expect(address).toBe('/admin/wms/transaction/move/edit?goods=p,q&batch=b,&qty=all,2.5&warehouse=w&owner=o');
  expect(wantedIn(new URL(address, 'http://x').searchParams)).toEqual([
    { productId: 'p', batchId: 'b', boxId: null, qty: ALL },
    { productId: 'q', batchId: null, boxId: null, qty: '2.5' },
  ]);
  const box = wantedAddress('admin', 'MOVE', { warehouseId: 'w', goods: [{ productId: null, boxId: 'x' }] });
  expect(wantedIn(new URL(box, 'http://x').searchParams)).toEqual([{ productId: null, batchId: null, boxId: 'x' }]);
  expect(wantedIn(new URLSearchParams('stock=a'))).toBeNull();
});
