// How wide what is: the columns of a table, the pinned ones among them, and what their contents would like.
import { useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react';
import type { Placed } from './arrangement.ts';
import type { Column } from './list-types.ts';
import type { RowColumn } from './TableRow.tsx';

/** The column that takes what is left over: none when a person has dragged it, or when one pinned after it must know where it ends. */
export function growing<Row>(columns: readonly Placed<Column<Row>>[]): Placed<Column<Row>> | undefined {
  const grows = columns.find((each) => each.column.grow && !each.dragged);
  const after = grows ? columns.slice(columns.indexOf(grows) + 1) : [];
  return after.some((each) => each.pinned) ? undefined : grows;
}

export function rowColumns<Row>(
  columns: readonly Placed<Column<Row>>[],
  grows: Placed<Column<Row>> | undefined,
): RowColumn<Row>[] {
  const lastPinned = columns.findLast((each) => each.pinned);
  return columns.map((each, at) => ({
    column: each.column,
    className: [
      each.column.align === 'right' ? 'right' : '',
      each.pinned ? `pinned pin-${at}` : '',
      each === lastPinned ? 'pin-edge' : '',
      each === grows ? 'grow' : '',
    ]
      .filter(Boolean)
      .join(' '),
  }));
}

/** Width of the whole, and where each pinned column sticks. */
export function tableStyle<Row>(columns: readonly Placed<Column<Row>>[], start: number, lead: number): CSSProperties {
  const style: Record<string, string> = { minWidth: `${lead + columns.reduce((sum, each) => sum + each.width, 0)}px` };
  let left = start;
  for (const [at, each] of columns.entries()) {
    if (!each.pinned) break;
    style[`--pin-${at}`] = `${left}px`;
    left += each.width;
  }
  return style;
}

export const cssName = (name: string): string => (name === 'minWidth' ? 'min-width' : name);

const ACTIONS_WIDTH = 88;

/** What the actions of the rows in sight need, in the language on screen. */
export function useActionsWidth(table: RefObject<HTMLTableElement | null>, has: boolean, rows: unknown, texts: number): number {
  const [width, setWidth] = useState(ACTIONS_WIDTH);
  useLayoutEffect(() => {
    if (!has || !rows) return;
    const all = [...table.current!.querySelectorAll<HTMLElement>('.row-actions')].map((each) => each.offsetWidth);
    if (all.some((each) => each > 0)) setWidth(Math.max(...all) + 16);
  }, [has, rows, texts]);
  return width;
}

/** What the widest cell of a column needs: its contents are laid out once more, with all the room they want. */
export function fitWidth(table: HTMLTableElement, at: number): number {
  const probe = document.createElement('div');
  probe.className = 'table-probe';
  const cells = [...table.rows].flatMap((row) => row.cells[at] ?? []);
  for (const cell of cells) {
    const line = document.createElement('div');
    line.append(...cell.cloneNode(true).childNodes);
    probe.append(line);
  }
  table.after(probe);
  const widest = probe.offsetWidth;
  probe.remove();
  const { paddingLeft, paddingRight } = getComputedStyle(cells[0]!);
  return Math.ceil(widest + parseFloat(paddingLeft) + parseFloat(paddingRight)) + 2;
}
