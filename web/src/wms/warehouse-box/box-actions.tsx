// Actions on a box, and why they may be disabled.
import { boxRefusal } from '@kuwei/contract/wms/state-moves';
import { boxRoutes, type Box } from '@kuwei/contract/wms/warehouse-box';
import { Suspense, useState, type ReactNode } from 'react';
import { invalidate } from '../../api/query-client.ts';
import { lazyPart } from '../../browser/lazy-part.ts';
import { confirmDelete } from '../../ui/confirm-delete.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePageCall, usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { RowAction } from '../../table/list-types.ts';
import { ask, noticeDone, noticeError } from '../../ui/feedback.ts';
import { boxEdit, labelsAddress } from '../addresses.ts';
import { openDocumentsOf } from '../goods/open-documents.tsx';
import { useHoldText } from '../goods/CountHold.tsx';

const LockDialog = lazyPart(async () => (await import('./LockDialog.tsx')).LockDialog);

export interface BoxActions {
  actionsOf: (box: Box) => RowAction[];
  /** Render beside the actions. */
  dialog: ReactNode;
}

const REASONS = {
  ILLEGAL_TRANSITION: 'box.retiredFor',
  BOX_NOT_EMPTY: 'box.occupiedNoRetire',
} as const;

/** @param onGone called after a box was deleted */
export function useBoxActions(onGone?: () => void): BoxActions {
  const t = useT();
  const holdText = useHoldText();
  const mayKeep = useMayCall()(boxRoutes.setBoxState);
  const [locking, setLocking] = useState<Box | null>(null);
  const { unlock, retire, remove } = useBoxWrites(onGone);
  const reason = (box: Box, to: Box['state']): string | undefined => {
    const refused = boxRefusal(box, to);
    if (refused === 'BOX_IN_COUNT') return t('box.inCount', { count: box.count === null ? '–' : holdText(box.count) });
    return refused ? t(REASONS[refused]) : undefined;
  };
  const lock = (box: Box): RowAction =>
    box.state === 'LOCKED'
      ? { key: 'unlock', label: t('box.unlock'), run: () => unlock(box), reason: reason(box, 'ACTIVE') }
      : { key: 'lock', label: t('box.lock'), run: () => setLocking(box), reason: reason(box, 'LOCKED') };
  return {
    actionsOf: (box) => [
      ...(mayKeep ? [{ key: 'edit', label: t('form.edit'), to: boxEdit(box.id) }, lock(box)] : []),
      { key: 'label', label: t('box.labels'), to: labelsAddress({ ids: box.id }) },
      ...(mayKeep
        ? [
            {
              key: 'retire',
              label: t('box.retire'),
              danger: true,
              run: () => retire(box),
              reason: reason(box, 'RETIRED'),
            },
            { key: 'delete', label: t('common.delete'), danger: true, run: () => remove(box) },
          ]
        : []),
    ],
    dialog: <Suspense>{locking && <LockDialog box={locking} onClose={() => setLocking(null)} />}</Suspense>,
  };
}

function useBoxWrites(onGone: (() => void) | undefined) {
  const t = useT();
  const call = usePageCall();
  const changes = ['/wms/warehouse-box', '/wms/container'];
  const stateWrite = usePageWrite(boxRoutes.setBoxState, { changes });
  const removal = usePageWrite(boxRoutes.deleteBox, {
    // Leave the deleted box before queries are refetched.
    onSuccess: async () => {
      onGone?.();
      await Promise.all(changes.map((path) => invalidate(path)));
    },
  });
  const attempt = async (failed: string, work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work();
      noticeDone(done);
    } catch (error) {
      noticeError(failed, error instanceof Error ? error.message : String(error));
    }
  };
  const setState = ({ id, rev }: Box, state: Box['state']) =>
    stateWrite.mutateAsync({ params: { id }, body: { state, lockReason: null, rev } });
  return {
    unlock: (box: Box) => attempt(t('common.modifyFailed'), () => setState(box, 'ACTIVE'), t('box.unlocked', { name: box.code })),
    retire: async (box: Box) => {
      const text = [<p key="text">{t('box.retireText')}</p>, await openDocumentsOf(call, 'box', { ids: [box.id] })];
      const question = { title: t('box.retireAsk', { name: box.code }), text, yes: t('box.retire') };
      if (!(await ask({ ...question, no: t('common.cancel'), danger: true }))) return;
      await attempt(t('common.modifyFailed'), () => setState(box, 'RETIRED'), t('box.retired', { name: box.code }));
    },
    remove: async (box: Box) => {
      if (!(await confirmDelete(box.code))) return;
      await attempt(t('common.deleteFailed'), () => removal.mutateAsync({ params: { id: box.id } }), t('common.deleted'));
    },
  };
}
