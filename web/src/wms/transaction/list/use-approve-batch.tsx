// Approves many documents of the list after a look at each.
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { TransactionRow } from '@kuwei/contract/wms/transaction-reply';
import { useMemo, useState, type ReactNode } from 'react';
import { invalidate } from '../../../api/query-client.ts';
import { lazyPart } from '../../../browser/lazy-part.ts';
import { usePageCall } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import type { Batch, BatchOutcome } from '../../../table/batch.ts';
import { LazyRefusedDialog } from '../../../table/lazy-dialogs.ts';
import { noticeDone, noticeError, noticeRefused } from '../../../ui/feedback.ts';
import type { ManyApproved } from './ApproveManyDialog.tsx';

const LazyApproveMany = lazyPart(async () => (await import('./ApproveManyDialog.tsx')).ApproveManyDialog);

/** Most documents of one call. */
const MAX = 100;

interface Asked {
  ids: readonly string[];
  /** Numbers by id, as listed. */
  numbers: ReadonlyMap<string, string>;
  /** Ends the list's action. @param kept ids that stay selected; omitted: the selection is unchanged */
  settle: (kept?: readonly string[]) => void;
}

/** @returns the list action, and dialogs to render beside the list */
export function useApproveBatch(): [batch: Batch<TransactionRow>, dialogs: ReactNode] {
  const t = useT();
  const call = usePageCall();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<BatchOutcome | null>(null);

  const close = (kept?: readonly string[]): void => {
    setOpen(false);
    asked?.settle(kept);
  };
  const approve = async (body: ManyApproved): Promise<void> => {
    setBusy(true);
    try {
      const reply = await call(transactionRoutes.approveBatch, { body });
      await invalidate('/wms/transaction');
      // A deleted document is named by its last known number.
      const refused = reply.refused.map((each) => ({ ...each, label: each.label || (asked?.numbers.get(each.id) ?? '') }));
      if (refused.length > 0) setRefused({ ...reply, refused, label: t('work.approve') });
      else noticeDone(t('list.batchDone', { action: t('work.approve'), count: reply.done }));
      // Deselected documents stay in the list's selection, like refused ones.
      const gone = new Set(body.documents.map(({ id }) => id));
      for (const { id } of reply.refused) gone.delete(id);
      close(asked?.ids.filter((id) => !gone.has(id)));
    } catch (error) {
      noticeError(t('common.modifyFailed'), error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const batch = useMemo<Batch<TransactionRow>>(() => {
    const run = (ids: readonly string[], rows: readonly TransactionRow[]): Promise<readonly string[] | void> => {
      if (ids.length > MAX) {
        noticeRefused(t('tx.batch.max', { max: MAX }));
        return Promise.resolve();
      }
      setOpen(true);
      return new Promise((settle) => setAsked({ ids, numbers: new Map(rows.map(({ id, no }) => [id, no])), settle }));
    };
    return { actions: [{ action: 'approve', label: 'work.approve', run }] };
  }, [t]);
  return [
    batch,
    <>
      {asked && (
        <LazyApproveMany
          ids={asked.ids}
          numbers={asked.numbers}
          open={open}
          busy={busy}
          onApprove={(body) => void approve(body)}
          onClose={() => close()}
        />
      )}
      <LazyRefusedDialog outcome={refused} onClose={() => setRefused(null)} />
    </>,
  ];
}
