import type { ReactNode } from 'react';
import { usePageTitle } from '../page/page.ts';
import type { Title } from '../page/titles.ts';
import { langOf } from '../phrase/phrases.ts';
import './page-head.css';

interface PageHeadProps {
  title: ReactNode;
  /** What the tab and the window call the page where that is not its title: the number of a document, or the phrase that the title is. */
  name?: Title | undefined;
  /** How many there are, beside the title. */
  count?: ReactNode;
  /** What can be done, at the right; the one primary action last. */
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
