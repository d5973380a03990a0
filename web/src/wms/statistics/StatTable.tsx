// The table behind a figure. Where it has a bar, its cells are a chart as well: how long the bar is says how much of the largest.
import type { CSSProperties, ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import './stat.css';

interface StatColumn<R> {
  key: string;
  title: string;
  cell: (row: R) => ReactNode;
  /** Of the bar, not negative. */
  amount?: (row: R) => number;
  /** Of the longest bar there can be; else the longest is that of the largest amount. */
  most?: number;
}

interface StatTableProps<R> {
  label: string;
  /** What the rows are. */
  of: string;
  rows: readonly R[];
  keyOf: (row: R) => string;
  nameOf: (row: R) => ReactNode;
  columns: readonly StatColumn<R>[];
  /** Below: what the rows not said come to, and all of them. */
  foot?: readonly { name: string; row: R }[];
}

export function StatTable<R>({ label, of, rows, keyOf, nameOf, columns, foot = [] }: StatTableProps<R>) {
  const t = useT();
  const most = new Map(
    columns.map(({ key, amount, most: whole }) => [key, whole ?? (amount ? Math.max(0, ...rows.map(amount)) : 0)]),
  );
  if (rows.length === 0) return <p className="stat-none">{t('stat.none')}</p>;
  return (
    <div className="stat-scroll" tabIndex={0} role="group" aria-label={label}>
      <table className="stat-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{nameOf(row)}</th>
              {columns.map(({ key, cell, amount }) => (
                <td
                  key={key}
                  style={amount && ({ '--share': `${shareOf(amount(row), most.get(key)!)}%` } as CSSProperties)}
                  data-bar={amount ? '' : undefined}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot.length > 0 && (
          <tfoot>
            {foot.map(({ name, row }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {columns.map(({ key, cell }) => (
                  <td key={key}>{cell(row)}</td>
                ))}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
  );
}

const shareOf = (amount: number, most: number): number => (most === 0 ? 0 : (Math.max(0, amount) / most) * 100);
