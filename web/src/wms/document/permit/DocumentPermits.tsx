import { permitRoutes } from '@kuwei/contract/wms/permit';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { PermitNeeds } from './PermitNeeds.tsx';
import '../document-panel.css';

/** The permits of a deposit of controlled goods and what is left of them, for applicant, reviewers and keepers. */
export default function DocumentPermits({ transaction: { id } }: { transaction: Transaction }) {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(permitRoutes.getDocumentPermits, { params: { id } });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data || data.length === 0) return null;
  return (
    <section className="document-panel" aria-label={t('permit.need.title')}>
      <h2>{t('permit.need.title')}</h2>
      <div className="document-permits">
        <PermitNeeds needs={data} />
      </div>
    </section>
  );
}
