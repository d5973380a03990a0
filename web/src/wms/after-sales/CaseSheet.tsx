// A case inside a decision dialog. Approving it there accepts the requested solution; its page offers others.
import { afterSalesRoutes } from '@kuwei/contract/wms/after-sales';
import { Skeleton } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import type { SheetProps } from '../../base/bpm/sheet.ts';
import { usePageQuery } from '../../page/query.ts';
import { langOf, say } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { CaseFacts } from './CaseFacts.tsx';
import { CaseMessages } from './CaseMessages.tsx';
import '../../ui/look-sheet.css';

export function CaseSheet({ bizId, onSeen }: SheetProps) {
  const { data, error, refetch, isFetching } = usePageQuery(afterSalesRoutes.getCase, { params: { id: bizId } });
  const seen = useEffectEvent(onSeen);
  const rev = data?.rev;
  useEffect(() => {
    if (rev !== undefined) seen({ rev, mustSay: false, cut: [], wrong: false });
  }, [rev]);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <div className="look-sheet">
      <h3 lang={langOf(data.productName)}>
        {say(`wms.afs.kind.${data.kind}`)} · {data.productName}
      </h3>
      <CaseFacts of={data} linked={false} />
      <CaseMessages of={data} heading="h3" isReadOnly />
    </div>
  );
}
