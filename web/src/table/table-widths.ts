// How wide what is: the columns of a table, the pinned ones among them, and what their contents would like.
import type { Locale } from '@kuwei/contract/constants';
import { useEffect, useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react';
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

/** A column gives up at most this part of its width, so that all of them are in sight. */
const SQUEEZE = 0.2;
/** One that is empty on the page keeps so much of it, for its title. */
const EMPTY = 0.55;
const EMPTY_MIN = 60;

/**
 * The columns, narrower where that brings all of them into sight; as they are where it would not. Those that a person has
 * dragged, the pinned ones, and states and others that are never cut, stay as wide as they are; those with a width of their
 * own in English do where the others give enough.
 * @param room for them; 0 while that is not known
 * @param isEmpty whether a column has nothing in any row in sight: such columns give up most, before all others
 */
export function squeezed<Row>(
  wanted: readonly Placed<Column<Row>>[],
  room: number,
  locale: Locale,
  isEmpty: (column: Column<Row>) => boolean = () => false,
): readonly Placed<Column<Row>>[] {
  const isOwn = (each: Placed<Column<Row>>): boolean => locale === 'en' && !each.dragged && each.column.english !== undefined;
  const columns = wanted.map((each) => (isOwn(each) ? { ...each, width: each.column.english! } : each));
  const total = columns.reduce((sum, each) => sum + each.width, 0);
  if (room <= 0 || total <= room) return columns;
  const yields = ({ column, dragged, pinned }: Placed<Column<Row>>): boolean =>
    !dragged && !pinned && column.card !== 'state' && !column.whole;
  const isBare = (each: Placed<Column<Row>>): boolean => yields(each) && isEmpty(each.column);
  const spareOf = (each: Placed<Column<Row>>): number =>
    isBare(each) ? Math.max(0, each.width - Math.max(Math.round(each.width * EMPTY), EMPTY_MIN)) : 0;
  const spareOfBare = columns.reduce((sum, each) => sum + spareOf(each), 0);
  const given = Math.min(1, (total - room) / spareOfBare);
  const left = columns.map((each) =>
    spareOf(each) === 0 ? each : { ...each, width: Math.floor(each.width - spareOf(each) * given) },
  );
  const missing = total - room - spareOfBare;
  if (missing <= 0) return left;
  for (const gives of [
    (each: Placed<Column<Row>>) => yields(each) && !isBare(each) && !isOwn(each),
    (each: Placed<Column<Row>>) => yields(each) && !isBare(each),
  ]) {
    const spare = left.reduce((sum, each) => sum + (gives(each) ? each.width * SQUEEZE : 0), 0);
    const part = (SQUEEZE * missing) / spare;
    if (missing <= spare)
      return left.map((each) => (gives(each) ? { ...each, width: Math.floor(each.width * (1 - part)) } : each));
  }
  return columns;
}

/**
 * How wide the part in sight is, 0 before it is known. While something lies beyond its right edge, the element says so:
 * the column of actions then stands over it with an edge of its own.
 */
export function useRoom(scroller: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const { current } = scroller;
    if (!current) return undefined;
    const mark = (): void => {
      current.toggleAttribute('data-more', current.scrollLeft + current.clientWidth < current.scrollWidth - 1);
    };
    const observer = new ResizeObserver(() => {
      if (current.clientWidth > 0) setRoom(current.clientWidth);
      mark();
    });
    observer.observe(current);
    if (current.firstElementChild) observer.observe(current.firstElementChild);
    current.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', mark);
    };
  }, [scroller]);
  return room;
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

/**
 * What the actions of the rows need, in the language on screen: of the first ones before they are seen, of all once they are
 * drawn. To measure each turn of them would lay out the whole table within it.
 */
export function useActionsWidth(
  table: RefObject<HTMLTableElement | null>,
  has: boolean,
  isWhole: boolean,
  rows: unknown,
  texts: number,
  room: number,
): number {
  const [width, setWidth] = useState(ACTIONS_WIDTH);
  const measure = (): void => {
    if (!has || !rows) return;
    const all = [...table.current!.querySelectorAll('.row-actions')].map((each) => each.getBoundingClientRect().width);
    if (all.some((each) => each > 0)) setWidth(Math.ceil(Math.max(...all)) + 18);
  };
  useLayoutEffect(measure, [has, rows, texts, room]);
  useEffect(() => {
    if (isWhole) measure();
  }, [isWhole]);
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
