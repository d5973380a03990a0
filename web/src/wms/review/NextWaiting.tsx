import type { PlainKey } from '@kuwei/contract/phrase';
import type { QueryOf } from '@kuwei/contract/route';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { TransactionRow } from '@kuwei/contract/wms/transaction-reply';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { history } from '../../browser/history.ts';
import { useKeyGroup, type KeyGroup } from '../../page/keys.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { countText } from '../../ui/format.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { queueOrder } from './queue-order.ts';
import { useShortcuts } from './use-shortcuts.ts';
import './audit.css';

type Sort = NonNullable<QueryOf<(typeof transactionRoutes)['listTransactions']>['sort']>;

const NEXT_KEYS: KeyGroup = { title: 'keys.after', keys: [{ keys: ['n'], label: 'keys.next' }] };

interface NextWaitingProps {
  /** What waits for this user: a review, or a keeper's task. */
  query: { type: RequestType } & ({ waiting: true } | { task: 'execute' });
  addressOf: (next: TransactionRow) => string;
  /** Shown when nothing waits. */
  none: PlainKey;
}

/** After a step, links to the next document waiting for this user, in the order of their list. */
export function NextWaiting({ query, addressOf, none }: NextWaitingProps) {
  const t = useT();
  const sort = queueOrder(`${query.type} ${'task' in query ? 'execute' : 'review'}`) as Sort;
  const asked = { ...query, sort, page: 1, size: 1 };
  const { data } = usePageQuery(transactionRoutes.listTransactions, { query: asked }, { staleTime: 0 });
  const next = data?.list[0];
  const to = next && addressOf(next);
  useShortcuts({ n: to === undefined ? null : () => history.push(to) });
  useKeyGroup(to === undefined ? null : NEXT_KEYS);
  if (!data) return null;
  if (!next || to === undefined) return <span className="audit-why">{t(none)}</span>;
  return (
    <PageLink className="kw-button" to={to} aria-keyshortcuts="N" title={t('work.withKey', { label: next.no, key: 'N' })}>
      {t(`work.${'task' in query ? 'next' : 'nextReview'}.${query.type}`, { count: countText(data) })}
    </PageLink>
  );
}
