import type { ReactNode } from 'react';
import './page-head.css';

interface PageHeadProps {
  title: ReactNode;
  /** How many there are, beside the title. */
  count?: ReactNode;
  /** What can be done, at the right; the one primary action last. */
  actions?: ReactNode;
}

/** The title row of every page. */
export const PageHead = ({ title, count, actions }: PageHeadProps) => (
  <header className="page-head">
    <h1>{title}</h1>
    {count !== undefined && <span className="page-head-count">{count}</span>}
    <div className="page-head-actions">{actions}</div>
  </header>
);
