// The counting screen: box by box, one-handed or with a scanner. Works offline and never shows book quantities.
import { EVENTS } from '@kuwei/contract/event';
import { countRoutes } from '@kuwei/contract/wms/inventory';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/error.ts';
import { isEvent, onLiveConnect, onLiveEvent } from '../../api/live.ts';
import { usePage, useActiveEffect } from '../../page/page.ts';
import { usePageCall } from '../../page/query.ts';
import { onLocale, useT } from '../../phrase/phrases.ts';
import { getCounterId } from '../../session/device-counts.ts';
import { displayName, useUser } from '../../session/user.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { countAddress } from './addresses.ts';
import { ClosedCount, closedText } from './ClosedCount.tsx';
import { closedBy, isUndelivered } from './counting/count-store.ts';
import { Counting } from './counting/counting.ts';
import { useWorker } from './counting/worker.ts';
import { Workplace } from './Workplace.tsx';

export default function CountingPage() {
  const t = useT();
  const id = usePage().query.get('id');
  return id === null ? <PageHead title={t('count.noCount')} /> : <CountingAt key={id} id={id} />;
}

function CountingAt({ id }: { id: string }) {
  const t = useT();
  const call = usePageCall();
  const user = useUser((state) => state.user!);
  const [counting] = useState(
    () =>
      new Counting(
        id,
        { id: getCounterId(user), name: displayName(user) },
        {
          pack: () => call(countRoutes.packCount, { params: { id } }),
          send: (countId, body) => call(countRoutes.countLines, { params: { id: countId }, body }),
        },
      ),
  );
  useEffect(() => counting.start(), [counting]);
  useActiveEffect(() => {
    const stops = [
      onLiveEvent((event) => {
        if (isEvent(event, EVENTS.count) && (event.d as { id?: string }).id === id) counting.refreshSoon();
      }),
      onLiveConnect(() => counting.refreshSoon()),
      onLocale(() => void counting.refresh()),
    ];
    return () => stops.forEach((stop) => stop());
  }, [counting, id]);
  const worker = useWorker();
  const { phase, error, kept } = counting.use();
  if (phase === 'loading') return <PageSkeleton />;
  if (!kept) {
    if (error instanceof ApiError && isRefusal(error)) return <CountNotFound id={id} counting={counting} error={error} />;
    return <LoadFailed error={error ?? new Error(t('count.notCounter'))} onRetry={() => void counting.sync()} busy={false} />;
  }
  return <Workplace counting={counting} kept={kept} worker={worker} actions={<ToCount id={id} />} />;
}

const isRefusal = (error: ApiError): boolean => error.kind === 'forbidden' || error.kind === 'general';

function CountNotFound({ id, counting, error }: { id: string; counting: Counting; error: ApiError }) {
  const t = useT();
  const isLeft = counting.use((state) => state.values).some(isUndelivered);
  const closed = closedBy(error);
  return (
    <>
      <PageHead title={t('wms.count')} actions={<ToCount id={id} />} />
      {isLeft ? (
        <ClosedCount counting={counting} kept={closed} />
      ) : (
        <>
          <p>{t('count.notCounter')}</p>
          <p className="count-second">{closedText(closed)}</p>
        </>
      )}
    </>
  );
}

const ToCount = ({ id }: { id: string }) => {
  const t = useT();
  return (
    <PageLink className="kw-button" to={countAddress(id)}>
      {t('count.toCount')}
    </PageLink>
  );
};
