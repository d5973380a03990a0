import { LOCK_REASONS_GIVEN } from '@kuwei/contract/wms/place';
import { Modal, Radio } from 'antd';
import { useState } from 'react';
import { say, useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';

interface BoxReasonDialogProps {
  /** Number of boxes. */
  count: number;
  /** @param reason null cancels */
  onAnswer: (reason: string | null) => void;
}

/** Asks why boxes are locked. */
export function BoxReasonDialog({ count, onAnswer }: BoxReasonDialogProps) {
  const t = useT();
  const [lockReason, setLockReason] = useState<string>(LOCK_REASONS_GIVEN[0]);
  return (
    <Modal
      open
      title={t('box.lockAsk', { count: grouped(String(count)) })}
      okText={t('box.lock')}
      cancelText={t('common.cancel')}
      onOk={() => onAnswer(lockReason)}
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
