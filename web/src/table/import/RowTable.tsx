import type { ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import '../small-table.css';

interface RowTableProps {
  label: string;
  /** Headings after the row number. */
  headings: readonly [string, string];
  className?: string;
  /** Table rows. */
  children: ReactNode;
}

/** A table of remarks by row number of a file. */
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
