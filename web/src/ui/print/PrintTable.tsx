import type { ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import type { Page } from './cut.ts';
import type { PrintColumn, Printed, PrintSums } from './printed.ts';

interface PrintTableProps<R> {
  printed: Printed<R>;
  page: Page<R>;
  /** A single sheet: its subtotal is the total. */
  single: boolean;
}

/** Rows of a sheet with a subtotal, and on the last sheet the total. */
export function PrintTable<R>({ printed, page, single }: PrintTableProps<R>) {
  const t = useT();
  const { columns, rows, keyOf, sums, below } = printed;
  return (
    <table className="print-table">
      <thead>
        <tr>
          {columns.map(({ key, title, look }) => (
            <th key={key} scope="col" className={look === 'end' || look === 'name' ? look : ''}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {page.rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ key, cell, look }) => (
              <td key={key} className={look ?? ''}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {sums && (
        <tfoot>
          {!single && <SumRow label={t('print.pageSum')} columns={columns} sums={sums(page.rows)} />}
          {page.isLast && <SumRow label={t('print.sum')} columns={columns} sums={sums(rows)} />}
          {page.isLast && below !== undefined && (
            <tr>
              <td colSpan={columns.length}>{below}</td>
            </tr>
          )}
        </tfoot>
      )}
    </table>
  );
}

interface SumRowProps<R> {
  label: string;
  columns: readonly PrintColumn<R>[];
  sums: PrintSums;
}

/** The label spans the columns before the first sum; a sum is wider than its addends, so it also takes an empty cell before it. */
function SumRow<R>({ label, columns, sums: { text, cells = {} } }: SumRowProps<R>) {
  const parts: { key: string; span: number; content: ReactNode }[] = [];
  for (const { key } of columns) {
    const before = parts.at(-1);
    if (!(key in cells)) {
      if (before?.key === '') before.span += 1;
      else parts.push({ key: '', span: 1, content: null });
      continue;
    }
    // Leave the label's cell at least one column.
    const takes = before?.key === '' && before.span > 1 ? 1 : 0;
    if (before && takes > 0) before.span -= 1;
    parts.push({ key, span: 1 + takes, content: cells[key] });
  }
  return (
    <tr className="sum">
      {parts.map(({ key, span, content }, at) => (
        <td key={key === '' ? at : key} className="end" colSpan={span}>
          {at === 0 ? (
            <>
              {label} {text !== undefined && <span className="print-sums">{text}</span>}
            </>
          ) : (
            content
          )}
        </td>
      ))}
    </tr>
  );
}
