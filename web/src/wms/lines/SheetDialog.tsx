// Asks which sheet of a workbook holds the lines: no sheet is dropped silently.
import { Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useT } from '../../phrase/phrases.ts';
import type { SheetQuestion } from './use-line-sources.ts';
import './columns-dialog.css';

interface SheetDialogProps {
  asked: SheetQuestion;
  /** null cancels. */
  onAnswer: (sheet: number | null) => void;
}

export function SheetDialog({ asked: { sheets, sheet }, onAnswer }: SheetDialogProps) {
  const t = useT();
  const id = useId();
  const [chosen, setChosen] = useState(sheet);
  return (
    <Modal
      open
      title={t('tx.sheet.title', { count: sheets.length })}
      okText={t('tx.columns.yes')}
      cancelText={t('common.cancel')}
      onOk={() => onAnswer(chosen)}
      onCancel={() => onAnswer(null)}
      mask={{ closable: false }}
    >
      <label htmlFor={id} className="sheet-asked">
        {t('tx.sheet.text')}
      </label>
      <Select
        id={id}
        style={{ width: '100%' }}
        value={chosen}
        options={sheets.map(({ at, name, rows }) => ({
          value: at,
          label: t('tx.sheet.rows', { name, count: rows }),
        }))}
        onChange={setChosen}
      />
    </Modal>
  );
}
