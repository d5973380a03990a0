// What can be done with many boxes at once.
import { LOCK_REASONS_GIVEN } from '@kuwei/contract/wms/place';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { Modal, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import { history } from '../../navigation/history.ts';
import { say, useT } from '../../phrase/phrases.ts';
import type { Batch } from '../../table/batch.ts';
import { noticeRefused } from '../../ui/feedback.ts';
import { grouped } from '../../ui/format.ts';
import { labelsAddress } from '../place/addresses.ts';
import { useMayKeep } from '../place/rights.ts';
import { LABELS_BY_NAME_MAX } from './labels.ts';

interface Asking {
  count: number;
  answer: (more: { lockReason: string } | null) => void;
}

export function useBoxBatch(): { batch: Batch; dialog: ReactNode } {
  const t = useT();
  const mayKeep = useMayKeep();
  const [asking, setAsking] = useState<Asking | null>(null);
  const more = (count: number) => new Promise<{ lockReason: string } | null>((answer) => setAsking({ count, answer }));
  const print = (ids: readonly string[]): void => {
    if (ids.length === 0 || ids.length > LABELS_BY_NAME_MAX)
      return noticeRefused(t('label.byNameMax', { max: grouped(String(LABELS_BY_NAME_MAX)) }));
    return history.push(labelsAddress({ ids: ids.join(',') }));
  };
  const label = { action: 'label', label: 'box.labels', run: print } as const;
  const keeping = [
    { action: 'lock', label: 'box.lock', more },
    { action: 'unlock', label: 'box.unlock' },
    { action: 'retire', label: 'box.retire', danger: true },
  ] as const;
  return {
    batch: { route: boxRoutes.batchBoxes, actions: mayKeep ? [...keeping, label] : [label] },
    dialog: asking && (
      <ReasonDialog
        count={asking.count}
        onAnswer={(answer) => {
          asking.answer(answer);
          setAsking(null);
        }}
      />
    ),
  };
}

function ReasonDialog({ count, onAnswer }: { count: number; onAnswer: Asking['answer'] }) {
  const t = useT();
  const [lockReason, setLockReason] = useState<string>(LOCK_REASONS_GIVEN[0]);
  return (
    <Modal
      open
      title={t('box.lockAsk', { count: grouped(String(count)) })}
      okText={t('box.lock')}
      cancelText={t('common.cancel')}
      onOk={() => onAnswer({ lockReason })}
      onCancel={() => onAnswer(null)}
    >
      <p>{t('box.lockText')}</p>
      <Radio.Group
        aria-label={t('box.lockReason')}
        value={lockReason}
        onChange={({ target }) => setLockReason(target.value as string)}
        options={LOCK_REASONS_GIVEN.map((value) => ({ value, label: say(`box.lockReason.${value}`) }))}
      />
    </Modal>
  );
}
