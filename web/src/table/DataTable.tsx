// Rows and columns as a native table: one scrolling element, sticky headings and pinned columns. Rows are independent of column
// widths, which are set in <colgroup> and in CSS variables.
import { useMemo, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { useLocaleState, useT } from '../phrase/phrases.ts';
import { isPlainClick } from '../ui/PageLink.tsx';
import type { Placed } from './arrangement.ts';
import type { Column, RowAction } from './list-types.ts';
import { isSelected, pageState, type Selection } from './selection.ts';
import { HeadCell, type HeadActions } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { cssName, growing, rowColumns, tableStyle, useRoom, useContentWidths, widthsOf } from './table-widths.ts';
import { useDrawnCount } from '../ui/use-drawn.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import './table.css';

const SELECT_WIDTH = 40;
const SKELETON_ROWS = 14;

export interface DataTableProps<Row> extends Omit<HeadActions, 'onWidth' | 'fitWidth'> {
  label: string;
  /** Visible columns in order. */
  columns: readonly Placed<Column<Row>>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  hrefOf: ((row: Row) => string) | null;
  sort: string;
  selection: Selection | null;
  onToggle: (id: string, stretch: boolean) => void;
  onTogglePage: () => void;
  current: string | null;
  onCurrent: (id: string) => void;
  /** Id of the record open beside the list. */
  open: string | null;
  onOpen: (href: string, id: string) => void;
  actionsOf: ((row: Row) => readonly RowAction[]) | null;
  totals: Readonly<Record<string, ReactNode>> | null;
  busy: boolean;
  /** Shown instead of rows if there are none. */
  empty: ReactNode;
  scroller: RefObject<HTMLDivElement | null>;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, nameOf, hrefOf, selection, current, open, totals, busy } = props;
  // No action column if no row has an action.
  const offers = useMemo(() => rows?.some((row) => (props.actionsOf?.(row).length ?? 0) > 0) ?? true, [rows, props.actionsOf]);
  const actionsOf = offers ? props.actionsOf : null;
  const t = useT();
  const texts = useLocaleState((state) => state.tables + (state.locale === 'zh' ? 0 : 0.5));
  const table = useRef<HTMLTableElement>(null);
  useKeptScroll(props.scroller);
  const room = useRoom(props.scroller);
  const selectable = selection !== null;
  const ids = useMemo(() => rows?.map(keyOf) ?? [], [rows]);
  const drawn = useDrawnCount(ids);
  // An empty pinned action column would cover the last column with content.
  const acts = useMemo(
    () => actionsOf !== null && (rows === undefined || rows.some((row) => actionsOf(row).length > 0)),
    [actionsOf, rows, texts],
  );
  const names = columns.map((each) => `${each.column.key}${each.pinned ? '!' : ''}`).join(' ');
  const shape = useMemo(() => rowColumns(columns), [names]); // rows do not depend on widths
  const words = useContentWidths(table, `${label} ${names}`, rows !== undefined, [
    rows,
    names,
    texts,
    acts,
    props.sort,
    drawn === rows?.length,
  ]);
  const start = selectable ? SELECT_WIDTH : 0;
  const lead = start + (acts ? words.actions : 0);
  const widths = widthsOf(columns, words, room - lead);
  const grows = growing(columns);
  const style = tableStyle(columns, widths, start, lead);
  const currentId = current !== null && ids.includes(current) ? current : (ids[0] ?? null);

  const does: HeadActions = {
    sortBy: props.sortBy,
    onWidth: (key, width) => {
      const at = columns.findIndex((each) => each.column.key === key);
      const vars = tableStyle(columns, widths.with(at, width), start, lead);
      for (const [name, value] of Object.entries(vars)) table.current?.style.setProperty(cssName(name), String(value));
      const col = table.current?.querySelectorAll<HTMLElement>('col[data-column]')[at];
      if (col) col.style.width = `${width}px`;
    },
    onWidthEnd: props.onWidthEnd,
    fitWidth: (key) => Math.max(words.columns[key]?.cells ?? 0, words.columns[key]?.head ?? 0),
    onMove: props.onMove,
    onStep: props.onStep,
  };

  return (
    <div className="table-scroll" ref={props.scroller}>
      <table ref={table} className="table" aria-label={label} aria-busy={busy} style={style}>
        <colgroup>
          {selectable && <col style={{ width: SELECT_WIDTH }} />}
          {columns.map((each, at) => (
            <col key={each.column.key} data-column style={each === grows ? undefined : { width: widths[at] }} />
          ))}
          <col style={grows ? { width: 0 } : undefined} />
          {acts && <col style={{ width: words.actions }} />}
        </colgroup>
        <thead>
          <tr>
            {selectable && (
              <th scope="col" className="cell-select pinned">
                <PageBox selection={selection} ids={ids} onToggle={props.onTogglePage} />
              </th>
            )}
            {shape.map(({ column, className }, at) => (
              <HeadCell
                key={column.key}
                column={column as Column<never>}
                width={widths[at]!}
                className={className}
                isFirst={at === 0}
                sort={props.sort}
                {...does}
              />
            ))}
            <td className="cell-fill" />
            {acts && (
              <th scope="col" className="cell-actions">
                <span className="kw-unseen">{t('list.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody
          onMouseOver={showWhole}
          onClick={(event) => clicked(event, rowUnder(event), props)}
          onAuxClick={(event) => clicked(event, rowUnder(event), props)}
          onFocus={(event) => {
            const id = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row'];
            if (id !== undefined && id !== currentId) props.onCurrent(id);
          }}
        >
          {rows?.slice(0, drawn).map((row, at) => (
            <TableRow
              key={ids[at]}
              row={row}
              id={ids[at]!}
              name={nameOf(row)}
              columns={shape}
              href={hrefOf?.(row) ?? null}
              selectable={selectable}
              selected={selection !== null && isSelected(selection, ids[at]!)}
              current={ids[at] === currentId}
              open={ids[at] === open}
              actionsOf={acts ? actionsOf : null}
              texts={texts}
            />
          ))}
          {rows && drawn < rows.length && <Room rows={rows.length - drawn} />}
          {!rows && <Skeleton cells={columns.length + (selectable ? 1 : 0)} actions={acts} />}
        </tbody>
        {totals && rows && rows.length > 0 && (
          <tfoot>
            <tr>
              {selectable && <td className="cell-select pinned" />}
              {shape.map(({ column, className }, at) => (
                <td key={column.key} className={className}>
                  {at === 0 ? t('list.sum') : totals[column.key]}
                </td>
              ))}
              <td className="cell-fill" />
              {acts && <td className="cell-actions" />}
            </tr>
          </tfoot>
        )}
      </table>
      {rows?.length === 0 && <div className="table-empty">{props.empty}</div>}
    </div>
  );
}

function rowUnder({ target }: MouseEvent): HTMLElement | null {
  return (target as HTMLElement).closest<HTMLElement>('[data-row]');
}

/** Shows the full text of a truncated cell as a tooltip. */
function showWhole({ target }: MouseEvent): void {
  const cell = (target as HTMLElement).closest('td');
  if (!cell) return;
  const isCut = [cell, ...cell.querySelectorAll('*')].some(
    ({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth,
  );
  cell.title = isCut ? cell.innerText : '';
}

/** A click anywhere in a row follows its link; on its checkbox, or with Shift, it selects. */
function clicked<Row>(event: MouseEvent, row: HTMLElement | null, { selection, onToggle, onOpen }: DataTableProps<Row>): void {
  const id = row?.dataset['row'];
  if (id === undefined) return;
  const target = event.target as HTMLElement;
  const link = row!.querySelector<HTMLAnchorElement>('a[data-focus]');
  if (link?.contains(target)) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    return onOpen(link.pathname + link.search, id);
  }
  const onBox = target.closest('.cell-select') !== null;
  if (selection && event.button === 0 && (onBox || (event.shiftKey && !target.closest('a, button')))) {
    onToggle(id, event.shiftKey);
    return;
  }
  if (onBox || target.closest('a, button, input, label') || String(getSelection()) !== '') return;
  if (!link) return;
  if (isPlainClick(event)) {
    link.focus({ preventScroll: true });
    onOpen(link.pathname + link.search, id);
  } else if (event.button === 1 || event.ctrlKey || event.metaKey) {
    event.preventDefault();
    window.open(link.href, '_blank', 'noopener');
  }
}

function PageBox({ selection, ids, onToggle }: { selection: Selection; ids: readonly string[]; onToggle: () => void }) {
  const t = useT();
  const state = pageState(selection, ids);
  return (
    <input
      type="checkbox"
      className="kw-check"
      ref={(box) => {
        if (box) box.indeterminate = state === 'some';
      }}
      checked={state === 'all'}
      disabled={ids.length === 0}
      aria-label={t('list.selectPage')}
      onChange={onToggle}
    />
  );
}

/** Space for rows not rendered yet, so that content below does not move. */
const Room = ({ rows }: { rows: number }) => (
  <tr aria-hidden="true">
    <td style={{ height: `calc(var(--row) * ${rows})` }} />
  </tr>
);

/** Placeholder rows of the final size. */
const Skeleton = ({ cells, actions }: { cells: number; actions: boolean }) =>
  Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr key={row} className="skeleton" aria-hidden="true">
      {Array.from({ length: cells }, (_, cell) => (
        <td key={cell}>
          <span style={{ width: `${45 + ((row * 7 + cell * 13) % 45)}%` }} />
        </td>
      ))}
      <td className="cell-fill" />
      {actions && <td />}
    </tr>
  ));
