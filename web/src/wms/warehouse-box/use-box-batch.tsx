// Batch actions on boxes.
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { Suspense, useState, type ReactNode } from 'react';
import { history } from '../../browser/history.ts';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePageCall } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Batch, BatchSelection } from '../../table/batch.ts';
import { noticeRefused } from '../../ui/feedback.ts';
import { grouped } from '../../ui/format.ts';
import { openDocumentsOf } from '../goods/open-documents.tsx';
import { LABELS_BY_NAME_MAX, labelsAddress } from '../addresses.ts';

const BoxReasonDialog = lazyPart(async () => (await import('./BoxReasonDialog.tsx')).BoxReasonDialog);

interface Asking {
  count: number;
  answer: (more: { lockReason: string } | null) => void;
}

export function useBoxBatch(): { batch: Batch; dialog: ReactNode } {
  const t = useT();
  const call = usePageCall();
  const mayKeep = useMayCall()(boxRoutes.batchBoxes);
  const [asking, setAsking] = useState<Asking | null>(null);
  const more = (count: number) => new Promise<{ lockReason: string } | null>((answer) => setAsking({ count, answer }));
  const print = (ids: readonly string[]): void => {
    if (ids.length === 0 || ids.length > LABELS_BY_NAME_MAX)
      return noticeRefused(t('label.byNameMax', { max: grouped(String(LABELS_BY_NAME_MAX)) }));
    return history.push(labelsAddress({ ids: ids.join(',') }));
  };
  const warn = async (selected: BatchSelection): Promise<ReactNode> => [
    <p key="text">{t('box.retireText')}</p>,
    await openDocumentsOf(call, 'box', selected),
  ];
  const label = { action: 'label', label: 'box.labels', run: print } as const;
  const keeperActions = [
    { action: 'lock', label: 'box.lock', more },
    { action: 'unlock', label: 'box.unlock' },
    { action: 'retire', label: 'box.retire', danger: true, warn },
  ] as const;
  return {
    batch: { route: boxRoutes.batchBoxes, actions: mayKeep ? [...keeperActions, label] : [label] },
    dialog: asking && (
      <Suspense>
        <BoxReasonDialog
          count={asking.count}
          onAnswer={(lockReason) => {
            asking.answer(lockReason === null ? null : { lockReason });
            setAsking(null);
          }}
        />
      </Suspense>
    ),
  };
}
