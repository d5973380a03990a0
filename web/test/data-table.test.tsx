// Rerenders of a table: a page of 200 rows must not rerender for one of them.
import { render, screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { arrangeColumns, withWidth, type Arrangement } from '../src/table/arrangement.ts';
import { DataTable } from '../src/table/DataTable.tsx';
import type { Column, RowAction } from '../src/table/list-types.ts';
import { NOTHING, toggled, type Selection } from '../src/table/selection.ts';

interface Row {
  id: string;
}
const rows: Row[] = Array.from({ length: 50 }, (_, at) => ({ id: `r${at}` }));
const ids = rows.map(({ id }) => id);
const drawn = vi.fn();
const columns: Column<Row>[] = [
  { key: 'id', title: 'wms.product.code', cell: ({ id }) => (drawn(id), (<b>{id}</b>)) },
  { key: 'name', title: 'wms.product.name', width: 'grow', cell: ({ id }) => `name ${id}` },
];

/** A dozen turns, on a shared machine. */
const PATIENT = { timeout: 20_000 };

const idOf = ({ id }: Row): string => id;
const linkOf = ({ id }: Row): string => `/x/${id}`;
const noActions = (): [] => [];
const scroller = createRef<HTMLDivElement>();

interface Shown {
  arrangement?: Arrangement;
  selection?: Selection;
  current?: string;
  open?: string | null;
  of?: typeof rows;
  acts?: (row: Row) => readonly RowAction[];
}

/** As a list renders it: all props that are not the row's own are new each time. */
const table = ({ arrangement = {}, selection = NOTHING, current = 'r0', open = null, of = rows, acts = noActions }: Shown) => (
  <DataTable
    label="Rows"
    columns={arrangeColumns(columns, arrangement)}
    rows={of}
    keyOf={idOf}
    nameOf={idOf}
    hrefOf={linkOf}
    sort="id"
    sortBy={() => {}}
    selection={selection}
    onToggle={() => {}}
    onTogglePage={() => {}}
    current={current}
    onCurrent={() => {}}
    open={open}
    onOpen={() => {}}
    actionsOf={acts}
    totals={null}
    busy={false}
    empty={null}
    scroller={scroller}
    onWidthEnd={() => {}}
    onMove={() => {}}
    onStep={() => {}}
  />
);

test('[S1.07] selecting, moving and opening rerender only the rows concerned, resizing none', async () => {
  const { rerender } = render(table({}));
  await waitFor(() => expect(drawn).toHaveBeenCalledTimes(rows.length), PATIENT);
  const after = (shown: Shown): string[] => {
    drawn.mockClear();
    rerender(table(shown));
    return drawn.mock.calls.map(([id]) => id as string);
  };
  const selection = toggled(NOTHING, ids, 'r3');
  expect(after({ selection })).toEqual(['r3']);
  expect(after({ selection, current: 'r7' })).toEqual(['r0', 'r7']);
  expect(after({ selection, current: 'r7', open: 'r9' })).toEqual(['r9']);
  expect(after({ selection, current: 'r7', open: 'r9', arrangement: withWidth({}, 'id', 180) })).toEqual([]);
});

test('[F-W7] an action column without actions is not rendered: it would cover the last column', () => {
  const { container, rerender } = render(table({}));
  expect(container.querySelectorAll('.cell-actions')).toHaveLength(0);
  rerender(table({ acts: ({ id }) => (id === 'r1' ? [{ key: 'edit', label: 'Edit', run: () => {} }] : []) }));
  expect(container.querySelectorAll('th.cell-actions')).toHaveLength(1);
});

const many = Array.from({ length: 200 }, (_, at) => ({ id: `m${at}` }));
const bodies = (container: Element): number => container.querySelectorAll('tbody tr[data-row]').length;

test('[F-W11] with many rows the visible ones render first, the rest in short turns; on a rerender they stay', async () => {
  drawn.mockClear();
  const { container, rerender } = render(table({ of: many }));
  const lowest = 30;
  expect(drawn).toHaveBeenCalledTimes(Math.ceil(window.innerHeight / lowest));
  let turns = 0;
  new MutationObserver(() => turns++).observe(container.querySelector('tbody')!, { childList: true });
  await waitFor(() => expect(bodies(container)).toBe(200), PATIENT);
  expect(drawn).toHaveBeenCalledTimes(200);
  expect(turns).toBeGreaterThanOrEqual(10);
  rerender(table({ of: [...many] }));
  expect(bodies(container)).toBe(200);
});

test('[F-W11] the content of 200 rows is measured twice, not after each turn of rendered rows', async () => {
  const inSight = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1_000);
  const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect');
  const acts = (): RowAction[] => [{ key: 'edit', label: 'Edit', run: () => {} }];
  const { container } = render(table({ of: many, acts }));
  const once = 4 * columns.length + 1;
  expect(measured).toHaveBeenCalledTimes(once);
  await waitFor(() => expect(bodies(container)).toBe(many.length), PATIENT);
  await waitFor(() => expect(measured).toHaveBeenCalledTimes(2 * once), PATIENT);
  measured.mockRestore();
  inSight.mockRestore();
});

test('[S1.07] Tab reaches one row at a time, by a link that can be opened in a new window', () => {
  render(table({ current: 'r2' }));
  const links = screen.getAllByRole('link');
  expect(links[0]!.getAttribute('href')).toBe('/x/r0');
  expect(links.filter((link) => link.tabIndex === 0).map((link) => link.textContent)).toEqual(['r2']);
});
