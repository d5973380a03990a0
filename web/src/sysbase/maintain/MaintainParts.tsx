// The maintenance pages, and the maintenance work in progress, shown on each of them.
import { maintainRoutes } from '@kuwei/contract/sys/maintain';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import './maintain.css';

/** The pages; `end` is appended to the first one's address. */
const PARTS = [
  { key: 'upgrade', end: '' },
  { key: 'bak', end: '/bak' },
  { key: 'load', end: '/load' },
  { key: 'utils', end: '/utils' },
] as const;

export function MaintainParts() {
  const t = useT();
  const { path } = usePage();
  const base = path.replace(/\/(?!upgrade$)\w+$/, '');
  return (
    <>
      <nav className="maintain-parts" aria-label={t('maintain.parts')}>
        {PARTS.map(({ key, end }) => (
          <PageLink key={key} className="maintain-part" to={base + end} aria-current={path === base + end ? 'page' : undefined}>
            {t(`maintain.part.${key}`)}
          </PageLink>
        ))}
      </nav>
      <Work />
    </>
  );
}

/** Maintenance work on the whole database in progress. */
export function useWork() {
  const { data } = usePageQuery(maintainRoutes.getMaintainWork, undefined, { staleTime: 0 });
  return data ?? null;
}

function Work() {
  const t = useT();
  const work = useWork();
  const cancel = usePageWrite(maintainRoutes.cancelRestore, {
    changes: ['/sys/maintain'],
    onSuccess: () => noticeDone(t('maintain.cancelled')),
  });
  if (!work) return null;
  const { kind, phase, done, total } = work;
  const part = total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : null;
  return (
    <div className="maintain-work" role="status">
      <span>
        <strong>{t(`maintain.work.${kind}`)}</strong> · {t(`maintain.phase.${phase}`)}
        {part !== null && ` ${part} %`}
      </span>
      <progress max={100} {...(part !== null && { value: part })} aria-label={t(`maintain.work.${kind}`)} />
      {kind === 'RESTORE' && phase !== 'SWITCHING' && (
        <button
          type="button"
          className="kw-button"
          aria-busy={cancel.isPending}
          onClick={() => !cancel.isPending && cancel.mutate({})}
        >
          {t('maintain.cancel')}
        </button>
      )}
    </div>
  );
}
