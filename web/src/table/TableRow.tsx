import { memo, type ReactNode } from 'react';
import { langOf, useT } from '../phrase/phrases.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import type { Column, RowAction } from './list-types.ts';
import { RowActions } from './RowActions.tsx';

/** A column without its width, so that resizing does not rerender rows. */
export interface RowColumn<Row> {
  column: Column<Row>;
  className: string;
}

interface TableRowProps<Row> {
  row: Row;
  id: string;
  name: string;
  columns: readonly RowColumn<Row>[];
  /** Target of the row's link; null if it has none. */
  href: string | null;
  selectable: boolean;
  selected: boolean;
  /** Has the roving tabindex: the only row whose controls Tab reaches. */
  current: boolean;
  /** Open beside the list. */
  open: boolean;
  actionsOf: ((row: Row) => readonly RowAction[]) | null;
  /** Incremented when texts change. */
  texts: number;
}

/** One row. Rerenders only when its own props change. The table handles clicks. */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, id, name, columns, href, selectable, selected, current, open, actionsOf } = props;
  const t = useT();
  const tabIndex = current ? 0 : -1;
  const [first, ...rest] = columns;
  const lead = first?.column.cell(row);
  return (
    <tr
      data-row={id}
      aria-selected={selectable ? selected : undefined}
      aria-current={open || undefined}
      {...(href === null && { tabIndex, 'data-focus': true })}
    >
      {selectable && (
        <td className="cell-select pinned">
          <input
            type="checkbox"
            className="kw-check"
            checked={selected}
            readOnly
            tabIndex={tabIndex}
            aria-label={t('list.selectRow', { name })}
          />
        </td>
      )}
      {first && (
        <td className={first.className} lang={langOf(lead)}>
          <Content column={first.column} row={row} tabIndex={tabIndex}>
            {href === null ? (
              lead
            ) : (
              <a className="row-link" href={href} tabIndex={tabIndex} data-focus>
                {lead}
              </a>
            )}
          </Content>
        </td>
      )}
      {rest.map(({ column, className }) => {
        const cell = column.cell(row);
        return (
          <td key={column.key} className={className} lang={langOf(cell)}>
            <Content column={column} row={row} tabIndex={tabIndex}>
              {cell}
            </Content>
          </td>
        );
      })}
      <td className="cell-fill" />
      {actionsOf && (
        <td className="cell-actions">
          <RowActions name={name} actions={actionsOf(row)} tabIndex={tabIndex} />
        </td>
      )}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

interface ContentProps<Row> {
  column: Column<Row>;
  row: Row;
  tabIndex: number;
  children: ReactNode;
}

function Content<Row>({ column, row, tabIndex, children }: ContentProps<Row>) {
  const text = column.copy?.(row) ?? null;
  if (text === null) return children;
  return (
    <span className="cell-copy">
      {children}
      <CopyButton text={text} tabIndex={tabIndex} />
    </span>
  );
}
