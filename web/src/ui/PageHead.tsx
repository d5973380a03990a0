import type { ReactNode } from 'react';
import { usePageTitle } from '../page/page.ts';
import type { Title } from '../page/titles.ts';
import { langOf } from '../phrase/phrases.ts';
import './page-head.css';

interface PageHeadProps {
  title: ReactNode;
  /** Name for the tab and the window if it differs from the title: a document number, or the phrase of the title. */
  name?: Title | undefined;
  /** Record count, beside the title. */
  count?: ReactNode;
  /** Actions on the right; the one primary action last. */
  actions?: ReactNode;
}

/** The title row of every page. */
export function PageHead({ title, name, count, actions }: PageHeadProps) {
  usePageTitle(name ?? (typeof title === 'string' ? title : null));
  return (
    <header className="page-head">
      <h1 lang={langOf(title)}>{title}</h1>
      {count !== undefined && <span className="page-head-count">{count}</span>}
      <div className="page-head-actions">{actions}</div>
    </header>
  );
}
