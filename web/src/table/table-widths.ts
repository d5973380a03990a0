// Column widths. A column is as wide as its content, measured in place for any font and language; if space is short, headings wrap to a
// second line, and the longest texts are truncated first.
import { useEffect, useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Placed } from './arrangement.ts';
import type { Column } from './list-types.ts';
import type { RowColumn } from './TableRow.tsx';

/** Measured content widths, px. */
export interface ContentWidths {
  em: number;
  /** Width of the row actions. */
  actions: number;
  /** By column: cells and heading, on one line and wrapped as far as allowed. */
  columns: Readonly<Record<string, Record<'cells' | 'cellsLeast' | 'head' | 'headLeast', number>>>;
}

/** Before the first measurement. */
const UNKNOWN: ContentWidths = { em: 14, actions: 88, columns: {} };
const UNKNOWN_COLUMN = { cells: 112, cellsLeast: 112, head: 0, headLeast: 0 };

/** Limits for texts, em. */
const MOST = 26;
const LEAST = 5;
/** Border after the pinned columns, px. */
const PIN_EDGE = 1;
/** Share of the name column and the growing column, relative to other columns. */
const NAMES = 1.6;

/** Truncation would make these misleading: states, amounts, and columns declared `whole`. */
const isWhole = <Row>({ width, card, align }: Column<Row>): boolean => width === 'whole' || card === 'state' || align === 'right';

/** The column that takes the remaining width: none if the user has resized one, or if a pinned column after it needs to know its end. */
export function growing<Row>(columns: readonly Placed<Column<Row>>[]): Placed<Column<Row>> | undefined {
  const grows = columns.find((each) => each.column.width === 'grow' && each.dragged === null);
  const after = grows ? columns.slice(columns.indexOf(grows) + 1) : [];
  return after.some((each) => each.pinned) ? undefined : grows;
}

export function rowColumns<Row>(columns: readonly Placed<Column<Row>>[]): RowColumn<Row>[] {
  const lastPinned = columns.findLast((each) => each.pinned);
  return columns.map((each, at) => ({
    column: each.column,
    className: [
      each.column.align === 'right' ? 'right' : '',
      each.pinned ? `pinned pin-${at}` : '',
      each === lastPinned ? 'pin-edge' : '',
    ]
      .filter(Boolean)
      .join(' '),
  }));
}

/**
 * Widths that make all columns visible, px; if impossible, those that fit the content, with scrolling. Widths set by the user stay.
 * @param room available width; 0 while unknown
 */
export function widthsOf<Row>(
  columns: readonly Placed<Column<Row>>[],
  { em, columns: words }: ContentWidths,
  room: number,
): number[] {
  const wants = columns.map(({ column, dragged }, at) => {
    if (dragged !== null) return { least: dragged, most: dragged, roomy: dragged, share: 1 };
    const { cells, cellsLeast, head, headLeast } = words[column.key] ?? UNKNOWN_COLUMN;
    const least = isWhole(column) ? Math.max(cellsLeast, headLeast) : headLeast;
    const most = Math.max(least, Math.min(cells, MOST * em));
    return { least, most, roomy: Math.max(most, head), share: at === 0 || column.width === 'grow' ? NAMES : 1 };
  });
  const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0);
  const roomy = wants.map((want) => want.roomy);
  if (room <= 0 || sum(roomy) <= room) return roomy;
  const within = (most: number): number[] =>
    wants.map((want) => Math.floor(Math.max(want.least, Math.min(want.most, want.share * most))));
  let low = LEAST * em;
  let high = MOST * em;
  if (sum(within(low)) > room) return roomy;
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (sum(within(middle)) > room) high = middle;
    else low = middle;
  }
  return within(low);
}

/**
 * Visible width, 0 before it is known. Sets a data attribute while content is clipped on the right: the action column then overlays it
 * with a border.
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

/** Total width, and the sticky offset of each pinned column. */
export function tableStyle<Row>(
  columns: readonly Placed<Column<Row>>[],
  widths: readonly number[],
  start: number,
  lead: number,
): CSSProperties {
  const style: Record<string, string> = { minWidth: `${lead + widths.reduce((sum, width) => sum + width, 0)}px` };
  let left = start;
  for (const [at, each] of columns.entries()) {
    if (!each.pinned) break;
    style[`--pin-${at}`] = `${left}px`;
    left += widths[at]!;
  }
  return style;
}

export const cssName = (name: string): string => (name === 'minWidth' ? 'min-width' : name);

/**
 * Lays the table out at its maximum width, then at its minimum, then as it was.
 * @returns null if it has no layout: a background page has no widths
 */
function measureContent(table: HTMLTableElement): ContentWidths | null {
  const heads = [...table.querySelectorAll<HTMLElement>('th[data-column]')];
  const { fontSize, paddingInline } = getComputedStyle(heads[0]!);
  const around = 2 * parseFloat(paddingInline) + PIN_EDGE;
  const widthOf = (element: Element | null): number => Math.ceil(element?.getBoundingClientRect().width ?? 0);
  const measured = () => heads.map((head) => [widthOf(head), widthOf(head.firstElementChild) + around] as const);
  // Change classes before reading any width: each read forces a layout of the table.
  table.classList.add('measured');
  if (table.offsetWidth === 0) {
    table.classList.remove('measured');
    return null;
  }
  const most = measured();
  const actions = widthOf(table.querySelector('th.cell-actions'));
  table.classList.add('least');
  const least = measured();
  table.classList.remove('measured', 'least');
  const columns = heads.map(({ dataset }, at) => {
    const [cells, head] = most[at]!;
    const [cellsLeast, headLeast] = least[at]!;
    return [dataset['column']!, { cells, cellsLeast, head, headLeast }];
  });
  return { em: parseFloat(fontSize), actions, columns: Object.fromEntries(columns) as ContentWidths['columns'] };
}

/** Last widths of each list, for its skeleton: measuring headings alone would move all columns twice. */
const lastWidths = new Map<string, ContentWidths>();

/**
 * Content widths of a table: of the first rows before paint, and of all once rendered. Measuring after each turn would lay out the whole
 * table every time.
 * @param list the list, its columns and language
 * @param hasRows false while a skeleton is shown, which has the widths of the last rows
 * @param drawn rendered rows, columns and texts, and whether these are all rows
 */
export function useContentWidths(
  table: RefObject<HTMLTableElement | null>,
  list: string,
  hasRows: boolean,
  drawn: readonly unknown[],
): ContentWidths {
  const [words, setWords] = useState(() => lastWidths.get(list) ?? UNKNOWN);
  useLayoutEffect(() => {
    const current = table.current!;
    const measure = (): boolean => {
      const next = measureContent(current);
      if (next === null) return false;
      lastWidths.set(list, next);
      setWords((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
      return true;
    };
    if (!hasRows || measure()) return undefined;
    // Measure when the page comes to the front, before it is painted.
    const observer = new ResizeObserver(() => {
      if (flushSync(measure)) observer.disconnect();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, drawn);
  return words;
}
