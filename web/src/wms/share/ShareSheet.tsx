// A request inside the decision dialog of the owner's leader.
import { shareRoutes } from '@kuwei/contract/wms/share';
import { Skeleton } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import type { SheetProps } from '../../base/bpm/sheet.ts';
import { usePageQuery } from '../../page/query.ts';
import { langOf } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { ShareFacts } from './ShareFacts.tsx';
import '../../ui/look-sheet.css';

export function ShareSheet({ bizId, onSeen }: SheetProps) {
  const { data, error, refetch, isFetching } = usePageQuery(shareRoutes.getShare, { params: { id: bizId } });
  const seen = useEffectEvent(onSeen);
  const rev = data?.rev;
  useEffect(() => {
    if (rev !== undefined) seen({ rev, mustSay: false, cut: [], wrong: false });
  }, [rev]);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <div className="look-sheet">
      <h3 lang={langOf(data.productName)}>{data.productName}</h3>
      <ShareFacts share={data} />
    </div>
  );
}
