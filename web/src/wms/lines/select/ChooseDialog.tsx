import { Modal } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '../../../phrase/phrases.ts';
import { noticeRefused } from '../../../ui/feedback.ts';
import type { ChooserOf } from './ChooseTable.tsx';

interface ChooseDialogProps<Row> {
  open: boolean;
  title: string;
  onPick: (rows: Row[]) => void;
  onClose: () => void;
  /** The window has closed and the focus is back. */
  onClosed: () => void;
  children: (choosing: ChooserOf<Row>) => ReactNode;
}

/** A chooser window; Ctrl+Enter confirms. */
export function ChooseDialog<Row>({ open, title, onPick, onClose, onClosed, children }: ChooseDialogProps<Row>) {
  const t = useT();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const confirm = (rows: ReadonlyMap<string, Row>): void => {
    if (rows.size === 0) return noticeRefused(t('common.noneSelected'));
    onPick([...rows.values()]);
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    confirm(chosen);
  };
  return (
    <Modal
      open={open}
      width={960}
      title={title}
      okText={chosen.size > 0 ? t('tx.choose.take', { count: chosen.size }) : t('tx.choose.takeNone')}
      okButtonProps={{ title: 'Ctrl+Enter' }}
      cancelText={t('common.cancel')}
      onOk={() => confirm(chosen)}
      onCancel={onClose}
      afterClose={() => {
        setChosen(new Map());
        onClosed();
      }}
      destroyOnHidden
    >
      <div onKeyDown={handleKeyDown}>{children({ chosen, onChange: setChosen, onDone: confirm })}</div>
    </Modal>
  );
}
