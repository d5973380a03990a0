import type { ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import '../small-table.css';

interface RowTableProps {
  label: string;
  /** Headings after the number of the row. */
  headings: readonly [string, string];
  className?: string;
  /** Rows of the table. */
  children: ReactNode;
}

/** What is said of rows of a file, below the number of each. */
export function RowTable({ label, headings, className = '', children }: RowTableProps) {
  const t = useT();
  return (
    <div className="small-table-scroll" tabIndex={0} role="region" aria-label={label}>
      <table className={`small-table ${className}`}>
        <thead>
          <tr>
            <th scope="col" className="right">
              {t('import.row')}
            </th>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
