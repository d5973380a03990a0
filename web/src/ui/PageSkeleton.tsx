import { useT } from '../phrase/phrases.ts';
import './page-skeleton.css';

/** The outline of a page while its code loads: title row, filter bar, rows. */
export function PageSkeleton() {
  const t = useT();
  return (
    <div className="page-skeleton" role="status" aria-label={t('app.loading')}>
      <span className="title" />
      <span className="bar" />
      {Array.from({ length: 8 }, (_, row) => (
        <span key={row} className="row" />
      ))}
    </div>
  );
}
