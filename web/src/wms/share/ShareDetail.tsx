import { shareRoutes, type Share } from '@kuwei/contract/wms/share';
import { Alert } from 'antd';
import { Suspense } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePageQuery } from '../../page/query.ts';
import { withTexts } from '../../navigation/lazy-page.ts';
import { langOf, useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { shareLook } from './looks.ts';
import { ShareFacts } from './ShareFacts.tsx';
import { ShareHistory } from './ShareHistory.tsx';

const DecideButton = lazyPart(
  withTexts(async () => (await import('../../base/bpm/DecideButton.tsx')).DecideButton, 'approval', 'documents'),
);

const StandingPicture = lazyPart(
  withTexts(async () => (await import('../../base/bpm/RequestProgressPicture.tsx')).RequestProgressPicture, 'approval'),
);

interface ShareDetailProps {
  id: string;
  row: Share | undefined;
  actionsOf: (share: Share) => readonly RowAction[];
}

/** A request in the side pane: parties, goods, outcome and history. */
export function ShareDetail({ id, row, actionsOf }: ShareDetailProps) {
  const t = useT();
  const { data = row, error, refetch, isFetching } = usePageQuery(shareRoutes.getShare, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  return (
    <>
      <DetailHead
        title={<span lang={langOf(data.productName)}>{data.productName}</span>}
        marks={
          <>
            <StateTag look={shareLook(data)} /> <span className="kw-code">{data.no}</span>
          </>
        }
        actions={
          <>
            {data.mayDecide && (
              <Suspense>
                <DecideButton bizId={id} no={data.no} onDone={() => void refetch()} />
              </Suspense>
            )}
            <ActionButtons name={data.no} actions={actionsOf(data)} />
          </>
        }
      />
      {data.nobody && (
        <Alert type="warning" showIcon className="share-note" title={t('share.nobody', { step: data.step ?? '' })} />
      )}
      {data.mayDecide && <p className="share-note">{t('share.decideText', { org: data.orgName })}</p>}
      <ShareFacts share={data} />
      <Suspense>
        <StandingPicture bizType="WMS_SHARE" id={id} />
      </Suspense>
      <ShareHistory id={id} />
    </>
  );
}
