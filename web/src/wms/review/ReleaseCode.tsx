import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { Button } from 'antd';
import { useState } from 'react';
import { useMayCall } from '../../page/may-call.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { clockOf } from './pickup-lock.ts';
import { AskReason } from './AskReason.tsx';

const ROUTE = transactionRoutes.releasePickupCode;

/** Unlocks a pickup code after too many wrong attempts, for users with the right. */
export function ReleaseCode({ transaction, onDone }: { transaction: Transaction; onDone: () => void }) {
  const t = useT();
  const mayCall = useMayCall();
  const [isAsking, setIsAsking] = useState(false);
  const { id, no, pickupLockedUntil, timeZone } = transaction;
  const release = usePageWrite(ROUTE, {
    changes: ['/wms/transaction'],
    onSuccess: () => {
      setIsAsking(false);
      noticeDone(t('work.pickup.released'));
      onDone();
    },
  });
  if (pickupLockedUntil === null || !mayCall(ROUTE)) return null;
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t('work.pickup.release')}</Button>
      <AskReason
        asked={
          isAsking
            ? {
                title: t('work.pickup.releaseAsk', { no }),
                text: t('work.pickup.locked', { until: clockOf(pickupLockedUntil, timeZone) }),
                confirmLabel: t('work.pickup.release'),
                usual: { dic: 'WMS_SAY_RELEASE' },
              }
            : null
        }
        busy={release.isPending}
        error={release.error}
        onGiven={(comment) => release.mutate({ params: { id }, body: { comment } })}
        onClose={() => setIsAsking(false)}
        onReload={onDone}
      />
    </>
  );
}
