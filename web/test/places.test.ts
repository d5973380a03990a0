import type { ContainerCell } from '@kuwei/contract/wms/container';
import { expect, test } from 'vitest';
import { idsBelow, pathTo, stepInTree, treeRows } from '../src/ui/tree.ts';
import { placeText, treeItems } from '../src/wms/place/tree-items.ts';
import { mostUsed, usedPercent } from '../src/wms/place/used.ts';
import { planGrid, rackGrid, stepInGrid } from '../src/wms/container/rack-grid.ts';
import { labelSheets, sheetsOf } from '../src/wms/label/sheets.ts';

const container = (code: string, parentId: string | null) => ({
  id: code,
  parentId,
  warehouseId: 'W1',
  type: 'CABINET' as const,
  code,
  name: `柜 ${code}`,
  boxes: 0,
  occupiedBoxes: 0,
});
const items = treeItems(
  [{ id: 'W1', code: 'W1', name: '一号库', state: 'ACTIVE', boxes: 0, occupiedBoxes: 0 }],
  [container('R1', null), container('C01', 'R1'), container('C02', 'R1'), container('R2', null)],
);
const shown = (open: string[], wanted = '') =>
  treeRows(items, new Set(open), wanted, placeText).map(({ item, level }) => `${level} ${item.id}`);

test('the tree shows the children of expanded places', () => {
  expect(shown([])).toEqual(['1 W1']);
  expect(shown(['W1'])).toEqual(['1 W1', '2 R1', '2 R2']);
  expect(shown(['W1', 'R1'])).toEqual(['1 W1', '2 R1', '3 C01', '3 C02', '2 R2']);
});

test('search shows matches with their ancestors, and lets them be expanded', () => {
  expect(shown([], 'c02')).toEqual(['1 W1', '2 R1', '3 C02']);
  expect(shown([], 'r1')).toEqual(['1 W1', '2 R1']);
  expect(shown(['R1'], 'r1')).toEqual(['1 W1', '2 R1', '3 C01', '3 C02']);
  expect(shown([], 'nothing')).toEqual([]);
});

test('the path leads down from the warehouse; a container includes all its descendants', () => {
  const byId = new Map(items.map((item) => [item.id, item]));
  expect(pathTo(byId, 'C02').map(({ id }) => id)).toEqual(['W1', 'R1', 'C02']);
  expect([...idsBelow(items, 'R1')]).toEqual(['R1', 'C01', 'C02']);
});

test('arrow keys move through the tree, expand and collapse it', () => {
  const rows = treeRows(items, new Set(['W1']), '', placeText);
  expect(stepInTree(rows, 0, 'ArrowDown')).toEqual({ to: 1 });
  expect(stepInTree(rows, 0, 'ArrowUp')).toEqual({ to: 0 });
  expect(stepInTree(rows, 0, 'ArrowRight')).toEqual({ to: 1 });
  expect(stepInTree(rows, 1, 'ArrowRight')).toEqual({ toggle: 'R1' });
  expect(stepInTree(rows, 1, 'ArrowLeft')).toEqual({ to: 0 });
  expect(stepInTree(rows, 0, 'ArrowLeft')).toEqual({ toggle: 'W1' });
  expect(stepInTree(rows, 0, 'End')).toEqual({ to: 2 });
  expect(stepInTree(rows, 0, 'x')).toBeNull();
});

const cell = (code: string, row: number | null, col: number | null): ContainerCell => ({
  id: code,
  code,
  row,
  col,
  type: 'SHARED',
  state: 'ACTIVE',
  lockReason: null,
  lines: 0,
  usedPercent: null,
});

test('a rack has its configured size, or more if boxes lie beyond; boxes without a position are separate', () => {
  const grid = rackGrid([cell('A', 1, 1), cell('B', 3, 2), cell('TOP', null, null)], { rows: 2, cols: 2 });
  expect([grid.rows, grid.cols, grid.loose.map(({ code }) => code)]).toEqual([3, 2, ['TOP']]);
  expect(stepInGrid(grid, { row: 1, col: 2 }, 'ArrowRight')).toEqual({ row: 1, col: 2 });
  expect(stepInGrid(grid, { row: 1, col: 2 }, 'ArrowDown')).toEqual({ row: 2, col: 2 });
  expect(stepInGrid(grid, { row: 1, col: 2 }, 'Enter')).toBeNull();
});

test('a plan skips cells with a box, and existing codes', () => {
  const grid = rackGrid([cell('W-C-R1-B1', 1, 1), cell('W-C-R2-B2', null, null)], { rows: 1, cols: 1 });
  expect(planGrid(grid, 'W-C', 2, 2)).toEqual({ codes: ['W-C-R1-B2', 'W-C-R2-B1'], created: 2, skipped: 2, last: 'W-C-R2-B1' });
});

test('fullness is in whole percent, never zero for something', () => {
  expect(usedPercent('0', '10')).toBe(0);
  expect(usedPercent('0.01', '10')).toBe(1);
  expect(usedPercent('9.99', '10')).toBe(99);
  expect(usedPercent('12', '10')).toBe(120);
  expect(usedPercent('12', null)).toBeNull();
  expect(mostUsed([null, 20, 35])).toBe(35);
  expect(mostUsed([null])).toBeNull();
});

test('labels fill sheets; used-up positions stay empty', () => {
  const labels = Array.from({ length: 40 }, (_, at) => at);
  const sheet = (name: string) => labelSheets('').find(([id]) => id === name)![1];
  expect(sheetsOf(labels, sheet('A4'), 0).map((sheet) => sheet.length)).toEqual([24, 16]);
  const begun = sheetsOf(labels, sheet('A4'), 9);
  expect(begun.map((sheet) => sheet.length)).toEqual([24, 24, 1]);
  expect(begun[0]!.slice(8, 11)).toEqual([null, 0, 1]);
  expect(sheetsOf(labels, sheet('50x30'), 9)).toHaveLength(40);
});

test('items with a missing parent are roots', () => {
  const lost = [
    { id: 'a', parentId: 'elsewhere' },
    { id: 'b', parentId: 'a' },
    { id: 'c', parentId: null },
  ];
  const rows = treeRows(lost, new Set(['a']), '', ({ id }) => id);
  expect(rows.map(({ item, level, children }) => [item.id, level, children])).toEqual([
    ['a', 1, 1],
    ['b', 2, 0],
    ['c', 1, 0],
  ]);
});
