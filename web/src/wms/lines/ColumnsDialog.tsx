// Asks for the meaning of unrecognized columns: no column of a paste or workbook is dropped silently.
import { joinList } from '@kuwei/contract/phrase';
import { fieldsFor } from '@kuwei/contract/wms/line-columns';
import { type LineColumn } from '@kuwei/contract/wms/line-fields';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { locale, useT } from '../../phrase/phrases.ts';
import { titleOf, type ColumnsQuestion } from './use-line-sources.ts';
import './columns-dialog.css';

interface ColumnsDialogProps {
  type: RequestType;
  asked: ColumnsQuestion;
  /** null cancels. */
  onAnswer: (chosen: ReadonlyMap<number, LineColumn> | null) => void;
}

export function ColumnsDialog({ type, asked: { unread, known }, onAnswer }: ColumnsDialogProps) {
  const t = useT();
  const id = useId();
  const isNamed = known.some((column) => column === 'code' || column === 'cas' || column === 'name');
  const [chosen, setChosen] = useState<ReadonlyMap<number, LineColumn>>(
    () => new Map(unread.map(({ at }, place) => [at, !isNamed && place === 0 ? 'code' : 'none'])),
  );
  const taken = (column: LineColumn, at: number): boolean =>
    known.includes(column) || [...chosen].some(([other, each]) => other !== at && each === column);
  const optionsFor = (at: number) => [
    { value: 'none' as LineColumn, label: t('tx.columns.none') },
    ...fieldsFor(type).map((field) => ({ value: field as LineColumn, label: t(titleOf(field)), disabled: taken(field, at) })),
  ];
  return (
    <Modal
      open
      title={t('tx.columns.title', { count: unread.length })}
      okText={t('tx.columns.yes')}
      cancelText={t('common.cancel')}
      onOk={() => onAnswer(chosen)}
      onCancel={() => onAnswer(null)}
      mask={{ closable: false }}
    >
      <p>{t('tx.columns.text')}</p>
      <ul className="columns-asked">
        {unread.map(({ at, heading, samples }) => (
          <li key={at}>
            <label htmlFor={`${id}-${at}`}>
              <strong>{heading === '' ? t('tx.columns.at', { at: at + 1 }) : heading}</strong>
              <span className="columns-samples">{joinList(locale(), samples)}</span>
            </label>
            <Select
              id={`${id}-${at}`}
              aria-label={t('tx.columns.is', { heading: heading === '' ? t('tx.columns.at', { at: at + 1 }) : heading })}
              value={chosen.get(at) ?? 'none'}
              options={optionsFor(at)}
              onChange={(column) => setChosen(new Map(chosen).set(at, column))}
            />
          </li>
        ))}
      </ul>
    </Modal>
  );
}
