// The table behind a figure. With a bar, cells double as a chart: bar lengths are relative to the largest value.
import type { CSSProperties, ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import './stat.css';

interface StatColumn<R> {
  key: string;
  title: string;
  cell: (row: R) => ReactNode;
  /** Bar value, not negative. */
  amount?: (row: R) => number;
  /** Hidden on a phone. */
  wide?: true;
  /** Value of a full bar; by default the largest amount. */
  most?: number;
}

interface StatTableProps<R> {
  label: string;
  /** Heading of the rows. */
  of: string;
  rows: readonly R[];
  keyOf: (row: R) => string;
  nameOf: (row: R) => ReactNode;
  columns: readonly StatColumn<R>[];
  /** Footer: the sum of the omitted rows, and the total. */
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
            {columns.map(({ key, title, wide }) => (
              <th key={key} scope="col" className={wide && 'stat-wide'}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{nameOf(row)}</th>
              {columns.map(({ key, cell, amount, wide }) => (
                <td
                  key={key}
                  className={wide && 'stat-wide'}
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
                {columns.map(({ key, cell, wide }) => (
                  <td key={key} className={wide && 'stat-wide'}>
                    {cell(row)}
                  </td>
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
