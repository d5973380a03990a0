import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined';
import { memo, type PointerEvent, type ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { noticeRefused } from '../../ui/feedback.ts';
import { flagText, type GridColumn, type GridSpec } from './grid-types.ts';
import { usePendingText } from './use-pending-text.ts';
import '../../ui/field.css';

export type RowFaults = Readonly<Record<string, string>>;

export interface RowHandlers<R> {
  change: (at: number, row: R) => void;
  remove: (at: number) => void;
  handle: (at: number) => Record<string, (event: PointerEvent<HTMLElement>) => void>;
}

interface GridRowProps<R> {
  row: R;
  at: number;
  spec: GridSpec<R>;
  faults: RowFaults;
  handlers: RowHandlers<R>;
  /** False while rows cannot be moved, null if they never can. */
  sortable: boolean | null;
  drop: 'before' | 'after' | 'self' | null;
  /** Incremented when texts change. */
  texts: number;
}

/** One row. Rerenders only when it or its errors have changed. */
export const GridRow = memo(function GridRow<R>({ row, at, spec, faults, handlers, sortable, drop }: GridRowProps<R>) {
  const t = useT();
  const no = at + 1;
  const kept = spec.kept(row);
  return (
    <tr role="row" data-at={at} data-drop={drop ?? undefined} aria-label={t('grid.row', { row: no })}>
      <td role="cell" className="grid-no">
        {sortable !== null && (
          <button
            type="button"
            className="kw-plain grid-handle"
            aria-label={t('grid.moveRow', { row: no })}
            title={t(sortable ? 'grid.move' : 'grid.noDrag')}
            disabled={!sortable}
            data-handle
            {...(sortable && handlers.handle(at))}
          >
            <HolderOutlined aria-hidden="true" />
          </button>
        )}
        <span>{no}</span>
      </td>
      {spec.columns.map((column) => (
        <Cell
          key={column.key}
          column={column}
          row={row}
          no={no}
          fault={faults[column.key]}
          onChange={(text) => handlers.change(at, column.write(row, text))}
        />
      ))}
      <td role="cell" className="grid-aside" data-title={spec.aside.title}>
        {spec.aside.of(row)}
      </td>
      <td role="cell" className="grid-actions">
        {spec.actions(row, (next) => handlers.change(at, next))}
        <button
          type="button"
          className="kw-plain grid-button"
          aria-label={t('grid.remove', { row: no })}
          aria-description={kept ?? undefined}
          title={kept ?? t('grid.remove', { row: no })}
          aria-disabled={kept !== null}
          onClick={() => (kept === null ? handlers.remove(at) : noticeRefused(kept))}
        >
          <DeleteOutlined aria-hidden="true" />
        </button>
      </td>
    </tr>
  );
}) as <R>(props: GridRowProps<R>) => ReactNode;

interface CellProps<R> {
  column: GridColumn<R>;
  row: R;
  no: number;
  fault: string | undefined;
  onChange: (text: string) => void;
}

function Cell<R>({ column, row, no, fault, onChange }: CellProps<R>) {
  const t = useT();
  const { key, kind, title, read, fixed, was } = column;
  const value = read(row);
  const { text, type, leaving } = usePendingText(value, onChange);
  const reason = fixed?.(row) ?? null;
  const before = was?.(row);
  const differs = before !== undefined && before !== value;
  const hint = differs ? (before === '' ? t('dic.shippedEmpty') : t('dic.shippedAs', { text: before })) : (reason ?? undefined);
  const common = {
    'aria-label': t('grid.cell', { title, row: no }),
    'aria-invalid': fault === undefined ? undefined : true,
    'data-col': key,
    title: fault ?? hint,
  };
  return (
    <td role="cell" className={`grid-cell ${kind} ${differs ? 'differs' : ''}`} data-title={title}>
      {kind === 'flag' ? (
        <label className="grid-flag">
          <input
            type="checkbox"
            className="kw-check"
            checked={value === 'true'}
            disabled={reason !== null}
            onChange={({ target }) => onChange(flagText(target.checked))}
            {...common}
          />
        </label>
      ) : (
        <input
          type="text"
          className={`grid-field ${kind === 'code' ? 'kw-code' : ''}`}
          value={text}
          readOnly={reason !== null}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => type(kind === 'code' ? target.value.toUpperCase() : target.value)}
          {...leaving}
          {...common}
        />
      )}
      {fault !== undefined && <span className="grid-fault">{fault}</span>}
      {differs && hint !== undefined && <span className="grid-was">{hint}</span>}
    </td>
  );
}
