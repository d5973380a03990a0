import { expect, test } from 'vitest';
import type { Placed } from '../src/table/arrangement.ts';
import type { Column } from '../src/table/list-types.ts';
import { widthsOf, type ContentWidths } from '../src/table/table-widths.ts';

interface Given extends Partial<Column<object>> {
  key: string;
  /** Content width of cells and heading; `least`: wrapped as far as allowed. */
  cells: number;
  cellsLeast?: number;
  head?: number;
  headLeast?: number;
  dragged?: number;
}

/** Column widths for the given content, in letters of 10 px. */
function widths(given: readonly Given[], room: number): number[] {
  const columns = given.map(
    ({ key, title = 'wms.product.code', cell = () => key, dragged = null, ...column }): Placed<Column<object>> => ({
      column: { ...column, key, title, cell },
      shown: true,
      pinned: false,
      dragged,
    }),
  );
  const words: ContentWidths = {
    em: 10,
    actions: 0,
    columns: Object.fromEntries(
      given.map(({ key, cells, cellsLeast = cells, head = 0, headLeast = head }) => [
        key,
        { cells, cellsLeast, head, headLeast },
      ]),
    ),
  };
  return widthsOf(columns, words, room);
}

test('with enough space a column is as wide as its content or heading; a long text is limited', () => {
  expect(
    widths(
      [
        { key: 'cas', cells: 90, head: 60 },
        { key: 'quota', cells: 40, head: 70 },
      ],
      500,
    ),
  ).toEqual([90, 70]);
  expect(widths([{ key: 'remark', cells: 2_000 }], 500)).toEqual([260]);
  expect(widths([{ key: 'state', cells: 300, card: 'state' }], 500)).toEqual([300]);
});

test('short of space, headings wrap to two lines and the longest texts shrink; short ones do not', () => {
  const four: Given[] = [
    { key: 'name', cells: 200 },
    { key: 'owner', cells: 160 },
    { key: 'cas', cells: 80 },
    { key: 'expires', cells: 60, head: 100, headLeast: 70 },
  ];
  expect(widths(four, 540)).toEqual([200, 160, 80, 100]);
  expect(widths(four, 510)).toEqual([200, 160, 80, 70]);
  // The name column, the first one, keeps more than another long text.
  expect(widths(four, 410)).toEqual([160, 100, 80, 70]);
});

test('[F-U15] states, amounts and columns declared whole are not truncated; the growing column is truncated last', () => {
  const mixed: Given[] = [
    { key: 'name', cells: 200, width: 'grow' },
    { key: 'owner', cells: 200 },
    { key: 'day', cells: 150, width: 'whole' },
    { key: 'state', cells: 120, card: 'state' },
    { key: 'qty', cells: 70, align: 'right' },
  ];
  const [name, owner, ...whole] = widths(mixed, 600);
  expect(whole).toEqual([150, 120, 70]);
  expect(name).toBeGreaterThan(owner!);
  // Marks wrap below each other before one is truncated.
  expect(widths([...mixed.slice(0, 2), { key: 'marks', cells: 240, cellsLeast: 120, width: 'whole' }], 400)[2]).toBe(120);
});

test('[F-3U4] a column empty on the page is as wide as its heading, and leaves the rest to the distinguishing ones', () => {
  const three = (quota: number): Given[] => [
    { key: 'name', cells: 200 },
    { key: 'owner', cells: 200 },
    { key: 'quota', cells: quota, head: 50 },
  ];
  expect(widths(three(30), 450)).toEqual([200, 200, 50]);
  expect(widths(three(150), 450)).toEqual([200, 125, 125]);
});

test('widths set by the user stay, as does everything if it would not fit at all', () => {
  expect(
    widths(
      [
        { key: 'name', cells: 200 },
        { key: 'cas', cells: 90, dragged: 300 },
      ],
      420,
    )[1],
  ).toBe(300);
  expect(
    widths(
      [
        { key: 'name', cells: 200 },
        { key: 'cas', cells: 90, dragged: 300 },
      ],
      310,
    ),
  ).toEqual([200, 300]);
  expect(
    widths(
      [
        { key: 'name', cells: 200 },
        { key: 'cas', cells: 90 },
      ],
      0,
    ),
  ).toEqual([200, 90]);
});
