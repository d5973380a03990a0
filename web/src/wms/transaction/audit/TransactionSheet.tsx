// A document in a window in which somebody decides: whose it is, its lines, why so many decide, and what it carries.
import { needsReason } from '@kuwei/contract/wms/transaction-reason';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { Skeleton } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import type { SheetProps } from '../../../base/bpm/sheet.ts';
import { usePageQuery } from '../../../page/query.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { ChainPanel } from '../chain/ChainPanel.tsx';
import { DocumentFacts } from '../DocumentHead.tsx';
import { DocumentLines } from '../DocumentLines.tsx';
import { DocumentMore } from '../DocumentMore.tsx';
import { hasExpired } from './approval.ts';

export function TransactionSheet({ bizId, isLast, onSeen }: SheetProps) {
  const { data, error, refetch, isFetching } = usePageQuery(transactionRoutes.getTransaction, { params: { id: bizId } });
  const seen = useEffectEvent(onSeen);
  const mustSay = data !== undefined && needsReason({ type: data.type, isLast, isExpired: hasExpired(data) });
  const rev = data?.rev;
  useEffect(() => {
    if (rev !== undefined) seen({ rev, mustSay });
  }, [rev, mustSay]);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <div className="look-sheet">
      <DocumentFacts transaction={data} />
      <DocumentLines transaction={data} />
      <DocumentMore transaction={data} />
      <ChainPanel transaction={data} />
    </div>
  );
}
