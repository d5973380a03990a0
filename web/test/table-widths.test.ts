import type { Locale } from '@kuwei/contract/constants';
import { expect, test } from 'vitest';
import type { Placed } from '../src/table/arrangement.ts';
import type { Column } from '../src/table/list-types.ts';
import { squeezed } from '../src/table/table-widths.ts';

const placed = (key: string, width: number, more: Partial<Placed<Column<object>>> = {}): Placed<Column<object>> => ({
  column: { key, title: 'wms.product.code', width, cell: () => key },
  shown: true,
  pinned: false,
  width,
  dragged: false,
  ...more,
});
const widths = (columns: readonly Placed<Column<object>>[], room: number, locale: Locale = 'zh'): number[] =>
  squeezed(columns, room, locale).map(({ width }) => width);
const columns = [placed('a', 100, { pinned: true }), placed('b', 200), placed('c', 300), placed('d', 100, { dragged: true })];

test('columns that nearly fit become narrower, and all are in sight', () => {
  expect(widths(columns, 650)).toEqual([100, 180, 270, 100]);
  expect(widths(columns, 600)).toEqual([100, 160, 240, 100]);
});

test('columns that fit, do not nearly fit, or stand in an unknown room stay as they are', () => {
  for (const room of [700, 1_000, 599, 0]) expect(widths(columns, room)).toEqual([100, 200, 300, 100]);
});

test('[F-U15] a column whose words are not to be cut gives up nothing', () => {
  const [, b, ...others] = columns;
  const whole = [columns[0]!, { ...b!, column: { ...b!.column, whole: true as const } }, ...others];
  expect(widths(whole, 650)).toEqual([100, 200, 250, 100]);
});

test('a column with a width of its own in English, wider or narrower, has exactly that, and gives up none of it before all others have', () => {
  const wide = placed('w', 200);
  const mixed = [placed('a', 100), { ...wide, column: { ...wide.column, english: 260 } }];
  expect(widths(mixed, 290)).toEqual([96, 193]);
  expect(widths(mixed, 350, 'en')).toEqual([90, 260]);
  expect(widths(mixed, 330, 'en')).toEqual([91, 238]);
  expect(widths(mixed, 280, 'en')).toEqual([100, 260]);
  const narrow = { ...wide, column: { ...wide.column, english: 150 } };
  expect(widths([placed('a', 100), narrow], 245, 'en')).toEqual([95, 150]);
  expect(widths([{ ...mixed[1]!, width: 120, dragged: true }], 500, 'en')).toEqual([120]);
});

test('[F-3U4] columns that are empty on the page give up width before those that tell rows apart', () => {
  const three = [placed('name', 200), placed('owner', 200), placed('quota', 200)];
  const bare = (room: number) => squeezed(three, room, 'zh', ({ key }) => key === 'quota').map(({ width }) => width);
  expect(bare(600)).toEqual([200, 200, 200]);
  expect(bare(550)).toEqual([200, 200, 150]);
  expect(bare(510)).toEqual([200, 200, 110]);
  expect(bare(470)).toEqual([180, 180, 110]);
  // What cannot be brought into sight at all stays as it is.
  expect(bare(400)).toEqual([200, 200, 200]);
});
