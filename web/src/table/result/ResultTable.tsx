// A report result as a table: thousands of rows, of which only the visible ones are rendered.
import type { ReportResult } from '@kuwei/contract/sys/report';
import { useEffect, useMemo, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { None } from '../../ui/None.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { useRowsInSight } from '../../ui/use-rows-in-sight.ts';
import { cellText, listDrawnColumns, linesOf, sorted, totalOf, type Drawn, type Line, type Row } from './result.ts';
import './result.css';

const ROW_HEIGHT = 36;
const HEAD_HEIGHT = 40;

interface ResultTableProps {
  result: Pick<ReportResult, 'columns' | 'rows' | 'more'>;
  label: string;
  /** Address of a cell's record; null if there is none or the user may not open it. */
  linkOf?: (cell: Drawn, row: Row) => string | null;
}

type Order = { name: string; down: boolean } | null;

export function ResultTable({ result, label, linkOf = () => null }: ResultTableProps) {
  const t = useT();
  const locale = useLocale();
  const [order, setOrder] = useState<Order>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useMemo(() => listDrawnColumns(result.columns), [result.columns]);
  const rows = useMemo(() => {
    const by = columns.find(({ column }) => column.name === order?.name);
    return sorted(result.rows, by && order ? { at: by.at, down: order.down, number: by.isNumber } : null, locale);
  }, [result.rows, columns, order, locale]);
  const lines = useMemo(() => linesOf(columns, rows), [columns, rows]);
  const sight = useRowsInSight(scroller, lines.length, ROW_HEIGHT, HEAD_HEIGHT);
  const { from, to } = useOnPaper(scroller) ? { from: 0, to: lines.length } : sight;
  const totals = columns.map((each) => totalOf(each, result.rows));
  const hasTotals = totals.some((total) => total !== null);
  const turn = (name: string): void =>
    setOrder((before) => (before?.name !== name ? { name, down: false } : before.down ? null : { name, down: true }));
  return (
    <div className="result-scroller" ref={scroller} tabIndex={0} role="region" aria-label={label}>
      <table className="result-table" aria-rowcount={lines.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ column, isNumber }) => (
              <th
                key={column.name}
                scope="col"
                className={isNumber ? 'result-number' : undefined}
                style={{ '--width': `${column.width ?? 0}ch` } as CSSProperties}
                aria-sort={order?.name === column.name ? (order.down ? 'descending' : 'ascending') : 'none'}
              >
                <button type="button" className="kw-plain result-sort" onClick={() => turn(column.name)}>
                  {column.label}
                  <span aria-hidden="true">{order?.name === column.name ? (order.down ? ' ↓' : ' ↑') : ''}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={from} columns={columns.length} />
          {lines.slice(from, to).map((line, at) => (
            <ResultLine key={from + at} line={line} columns={columns} index={from + at + 2} linkOf={linkOf} />
          ))}
          <Spacer rows={lines.length - to} columns={columns.length} />
        </tbody>
        {hasTotals && (
          <tfoot>
            <tr>
              {columns.map(({ column, isNumber }, at) => (
                <td key={column.name} className={isNumber ? 'result-number' : undefined}>
                  {totals[at] ?? (at === 0 ? t(result.more ? 'result.totalShown' : 'result.total') : '')}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** True while printing, when all rows must be rendered. */
function useOnPaper(scroller: RefObject<HTMLElement | null>): boolean {
  const [onPaper, setOnPaper] = useState(false);
  useEffect(() => {
    const turn = (on: boolean) => (): void => {
      // Background pages are not printed.
      if (scroller.current?.clientHeight !== 0) flushSync(() => setOnPaper(on));
    };
    const [begin, end] = [turn(true), turn(false)];
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, [scroller]);
  return onPaper;
}

/** Space for rows not rendered. */
const Spacer = ({ rows, columns }: { rows: number; columns: number }) =>
  rows > 0 ? (
    <tr aria-hidden="true" className="result-spacer">
      <td colSpan={columns} style={{ height: rows * ROW_HEIGHT }} />
    </tr>
  ) : null;

interface LineProps extends Required<Pick<ResultTableProps, 'linkOf'>> {
  line: Line;
  columns: readonly Drawn[];
  index: number;
}

function ResultLine({ line, columns, index, linkOf }: LineProps) {
  const t = useT();
  if (line.kind === 'group') {
    return (
      <tr className="result-group" aria-rowindex={index}>
        {columns.map((each, at) => (
          <td key={each.column.name} className={each.isNumber ? 'result-number' : undefined}>
            {at === 0 ? (
              <span title={line.text}>
                {line.text} <span className="result-count">{t('result.rows', { count: line.rows.length })}</span>
              </span>
            ) : (
              totalOf(each, line.rows)
            )}
          </td>
        ))}
      </tr>
    );
  }
  return (
    <tr aria-rowindex={index}>
      {columns.map((each) => {
        const value = line.row[each.at]!;
        const text = cellText(each, line.row, value);
        const to = linkOf(each, line.row);
        const { kind, format } = each.column;
        const isCode =
          format === 'CODE' || (format === 'AUTO' && kind === 'code' && each.column.dic === null && each.column.words === null);
        return (
          <td key={each.column.name} className={each.isNumber ? 'result-number' : isCode ? 'kw-code' : undefined} title={text}>
            {each.column.group ? null : text === '' ? <None /> : to === null ? text : <PageLink to={to}>{text}</PageLink>}
          </td>
        );
      })}
    </tr>
  );
}
