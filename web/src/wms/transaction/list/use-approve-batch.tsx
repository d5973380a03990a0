// Approving many documents as they stand in the list, after one question.
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { TransactionRow } from '@kuwei/contract/wms/transaction-reply';
import { useMemo, useState, type ReactNode } from 'react';
import { invalidate, usePageCall } from '../../../api/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import type { Batch, BatchOutcome } from '../../../table/batch.ts';
import { LazyRefusedDialog } from '../../../table/lazy-dialogs.ts';
import { ask, noticeDone, noticeRefused } from '../../../ui/feedback.ts';

/** Documents that one call takes. */
const MAX = 100;

/** @returns the action for a list, and what was refused of it, to be drawn beside the list */
export function useApproveBatch(): [batch: Batch<TransactionRow>, refusals: ReactNode] {
  const t = useT();
  const call = usePageCall();
  const [refused, setRefused] = useState<BatchOutcome | null>(null);
  const run = async (ids: readonly string[], rows: readonly TransactionRow[]): Promise<readonly string[] | undefined> => {
    if (ids.length > MAX) {
      noticeRefused(t('tx.batch.max', { max: MAX }));
      return undefined;
    }
    const yes = await ask({
      title: t('tx.batch.ask', { count: ids.length }),
      text: t('tx.batch.text'),
      yes: t('work.approve'),
      no: t('common.cancel'),
    });
    if (!yes) return undefined;
    const reply = await call(transactionRoutes.approveBatch, {
      body: { documents: rows.map(({ id, rev }) => ({ id, rev })), comment: null },
    });
    await invalidate('/wms/transaction');
    if (reply.refused.length > 0) setRefused({ ...reply, label: t('work.approve') });
    else noticeDone(t('list.batchDone', { action: t('work.approve'), count: reply.done }));
    return reply.refused.map(({ id }) => id);
  };
  const batch = useMemo<Batch<TransactionRow>>(() => ({ actions: [{ action: 'approve', label: 'work.approve', run }] }), [t]);
  return [batch, <LazyRefusedDialog key="refused" outcome={refused} onClose={() => setRefused(null)} />];
}
