import { transactionRoutes, type TransactionRow } from '@kuwei/contract/wms/transaction';
import type { TransactionType } from '@kuwei/contract/wms/transaction-state';
import { usePageQuery } from '../../../api/query.ts';
import { history } from '../../../navigation/history.ts';
import { useT } from '../../../phrase/phrases.ts';
import { countText } from '../../../ui/format.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { useShortcuts } from './use-shortcuts.ts';

interface NextWaitingProps {
  type: TransactionType;
  addressOf: (next: TransactionRow) => string;
}

/** After a decision: the document that has waited longest for this person. */
export function NextWaiting({ type, addressOf }: NextWaitingProps) {
  const t = useT();
  const query = { type, waiting: true, sort: 'submittedAt', page: 1, size: 1 } as const;
  const { data } = usePageQuery(transactionRoutes.listTransactions, { query }, { staleTime: 0 });
  const next = data?.list[0];
  const to = next && addressOf(next);
  useShortcuts({ n: to === undefined ? null : () => history.push(to) });
  if (!data) return null;
  if (!next || !to) return <span className="audit-why">{t('work.next.none')}</span>;
  return (
    <PageLink className="kw-button" to={to} aria-keyshortcuts="N" title={`${next.no}（N）`}>
      {t('work.next', { count: countText(data) })}
    </PageLink>
  );
}
