// For an approver assigned by name who is no warehouse reviewer: opens the decision dialog of the to-do list.
import { workRoutes, type WorkItem } from '@kuwei/contract/bpm/work';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePageCall } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';

const LazyReviewDialog = lazyPart(async () => (await import('./ReviewDialog.tsx')).ReviewDialog);

export function DecideButton({ bizId, no, onDone }: { bizId: string; no: string; onDone: () => void }) {
  const t = useT();
  const call = usePageCall();
  const [busy, setBusy] = useState(false);
  const [items, setItems] = useState<readonly WorkItem[]>([]);
  const open = async (): Promise<void> => {
    setBusy(true);
    const { list } = await call(workRoutes.listTodo, { query: { q: no } }).finally(() => setBusy(false));
    setItems(list.filter((item) => item.bizId === bizId));
  };
  return (
    <>
      <BusyButton type="primary" busy={busy} onClick={() => void open()}>
        {t('bpm.decide')}
      </BusyButton>
      <Suspense>
        {items.length > 0 && (
          <LazyReviewDialog
            items={items}
            onClose={() => {
              setItems([]);
              onDone();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
