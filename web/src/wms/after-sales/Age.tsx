import type { AfterSalesCase } from '@kuwei/contract/wms/after-sales';
import { useT } from '../../phrase/phrases.ts';
import { None } from '../../ui/None.tsx';
import { When } from '../../ui/When.tsx';
import './after-sales.css';

const DAY = 86_400_000;
const daysBetween = (from: string, to: number): number => Math.max(0, Math.floor((to - Date.parse(from)) / DAY));

/** How long a case has been open, or how long a closed one took. */
export function Age({ of: { submittedAt, endedAt } }: { of: AfterSalesCase }) {
  const t = useT();
  if (submittedAt === null) return <None />;
  const days = daysBetween(submittedAt, endedAt === null ? Date.now() : Date.parse(endedAt));
  return <>{days === 0 ? t('afs.age.today') : t('afs.age.days', { days })}</>;
}

/** The due day; an overdue case is also marked in words. */
export function Due({ of: { state, dueAt, late } }: { of: AfterSalesCase }) {
  const t = useT();
  if (state !== 'SUBMITTED' || dueAt === null) return <None />;
  return (
    <span className={late ? 'afs-late' : ''}>
      <When at={dueAt} />
      {late && <strong> {t('afs.late')}</strong>}
    </span>
  );
}
