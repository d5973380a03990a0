// The approver's actions other than the decision, on the document or in the review.
import { Button, Dropdown } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useT } from '../../phrase/phrases.ts';
import type { HandoverKind } from './HandoverDialog.tsx';

export const LazyHandoverDialog = lazyPart(async () => (await import('./HandoverDialog.tsx')).HandoverDialog);

interface TaskMenuProps {
  taskId: string;
  no: string;
  /** Version of the document shown. */
  rev: number;
  disabled?: boolean;
  onDone: (kind: HandoverKind) => void;
}

export function TaskMenu({ taskId, no, rev, disabled = false, onDone }: TaskMenuProps) {
  const t = useT();
  const [kind, setKind] = useState<HandoverKind | null>(null);
  return (
    <>
      <Dropdown
        trigger={['click']}
        disabled={disabled}
        menu={{
          items: (['transfer', 'sign'] as const).map((key) => ({ key, label: t(`bpm.${key}`), onClick: () => setKind(key) })),
        }}
      >
        <Button>{t('bpm.more')}</Button>
      </Dropdown>
      <Suspense>
        {kind && (
          <LazyHandoverDialog
            way={kind}
            taskId={taskId}
            no={no}
            rev={rev}
            onDone={() => {
              setKind(null);
              onDone(kind);
            }}
            onClose={() => setKind(null)}
          />
        )}
      </Suspense>
    </>
  );
}
