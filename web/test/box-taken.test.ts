// Scan-only work: scanned parts on top of planned ones.
import { sum } from '@kuwei/contract/decimal';
import type { TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { expect, test } from 'vitest';
import {
  listDone,
  restOf,
  filterStillPlanned,
  take,
  getTaken,
  getWaitingAt,
  type Taken,
} from '../src/wms/putaway/by-scan/taken.ts';
import { NO_PLACE, openOf, type Part, type Place } from '../src/wms/putaway/plan.ts';

const line = { id: 'l1', qtyReq: '10', qtyAppr: null, qtyDone: '0', boxes: [] } as unknown as TransactionLine;
const part = (where: Partial<Place>, qty: string): Part => ({
  ...NO_PLACE,
  ...where,
  key: `${where.productBoxId} ${where.boxId}`,
  qty,
  reason: null,
  scanned: false,
  blocked: null,
});
const brief = (parts: readonly Part[]) => parts.map(({ productBoxId, boxId, qty }) => [productBoxId ?? boxId, boxId, qty]);
const NONE: Taken = {};

test('deposited goods fill the scanned box, and parts planned elsewhere are reduced', () => {
  const planned = [part({ boxId: 'a' }, '6'), part({ boxId: 'b' }, '4')];
  const first = take({ type: 'INBOUND', line, parts: planned, taken: NONE, place: { ...NO_PLACE, boxId: 'c' }, qty: '5' })!;
  expect(brief(first.parts)).toEqual([
    ['a', 'a', '5'],
    ['c', 'c', '5'],
  ]);
  expect(restOf(line, first.taken)).toBe('5');
  // Scanned parts keep their box.
  const second = take({ type: 'INBOUND', line, ...first, place: { ...NO_PLACE, boxId: 'a' }, qty: '5' })!;
  expect(brief(second.parts)).toEqual(brief(first.parts));
  expect(getTaken(second.taken, line)).toBe('10');
  expect(take({ type: 'INBOUND', line, ...second, place: { ...NO_PLACE, boxId: 'd' }, qty: '1' })).toBeNull();
  expect(listDone(second.taken, [line], () => second.parts).map(({ part: { boxId }, qty }) => [boxId, qty])).toEqual([
    ['a', '5'],
    ['c', '5'],
  ]);
});

test('withdrawals stay allotted in full, whichever stock is taken', () => {
  const planned = [part({ productBoxId: 's1' }, '10')];
  const other = { ...NO_PLACE, productBoxId: 's2' };
  const { parts, taken } = take({ type: 'OUTBOUND', line, parts: planned, taken: NONE, place: other, qty: '4' })!;
  expect(sum(parts.map(({ qty }) => qty))).toBe(openOf(line));
  expect(brief(parts)).toEqual([
    ['s1', null, '6'],
    ['s2', null, '4'],
  ]);
  expect(getWaitingAt(line, parts, taken, { productBoxId: 's1', boxId: null })).toBe('6');
});

test('a transfer accepts only its own goods', () => {
  const planned = [part({ productBoxId: 's1' }, '6'), part({ productBoxId: 's2' }, '4')];
  const to = { ...NO_PLACE, productBoxId: 's1', boxId: 'x' };
  const { parts, taken } = take({ type: 'MOVE', line, parts: planned, taken: NONE, place: to, qty: '4' })!;
  expect(brief(parts)).toEqual([
    ['s1', null, '2'],
    ['s2', null, '4'],
    ['s1', 'x', '4'],
  ]);
  expect(take({ type: 'MOVE', line, parts, taken, place: to, qty: '3' })).toBeNull();
});

test('a plan changed by another user meanwhile does not count as scanned', () => {
  const place = { ...NO_PLACE, boxId: 'a' };
  const { taken } = take({ type: 'INBOUND', line, parts: [], taken: NONE, place, qty: '5' })!;
  expect(filterStillPlanned(taken, [line], () => [part({ boxId: 'a' }, '7')])).toEqual(taken);
  expect(filterStillPlanned(taken, [line], () => [part({ boxId: 'a' }, '3'), part({ boxId: 'b' }, '7')])).toEqual({});
  expect(filterStillPlanned(taken, [], () => [])).toEqual({});
});
