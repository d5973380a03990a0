// A count inside a decision dialog: its scope and lines.
import { countRoutes } from '@kuwei/contract/wms/inventory';
import { Skeleton } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import type { SheetProps } from '../../base/bpm/sheet.ts';
import { usePageQuery } from '../../page/query.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { CountFacts } from './CountHead.tsx';
import { CountLines } from './CountLines.tsx';
import '../../ui/look-sheet.css';

export function CountSheet({ bizId, onSeen }: SheetProps) {
  const { data, error, refetch, isFetching } = usePageQuery(countRoutes.getCount, { params: { id: bizId } });
  const seen = useEffectEvent(onSeen);
  const rev = data?.rev;
  useEffect(() => {
    if (rev !== undefined) seen({ rev, mustSay: false, cut: [], wrong: false });
  }, [rev]);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <div className="look-sheet">
      <CountFacts count={data} />
      <CountLines count={data} />
    </div>
  );
}
