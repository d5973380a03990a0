import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import { useId } from 'react';
import { useT } from '../../phrase/phrases.ts';

interface ImportColumnsProps {
  reply: ImportReply;
  /** Assigns a column to a field key; empty skips it. */
  onAnswer: (at: number, key: string) => void;
}

/** Columns to be assigned before the import starts, and recognised ones, which may be changed. */
export function ImportColumns({ reply, onAnswer }: ImportColumnsProps) {
  const t = useT();
  const id = useId();
  const { columns, recognized } = reply;
  const isOpen = columns.some(({ key }) => key === null);
  return (
    <section className="import-columns" aria-labelledby={columns.length > 0 ? id : undefined}>
      {columns.length > 0 && <h3 id={id}>{t(isOpen ? 'import.columnsTitle' : 'import.columnsAnswered')}</h3>}
      {isOpen && <p>{t('import.columnsText')}</p>}
      <ColumnList columns={columns} choices={reply.choices} onAnswer={onAnswer} />
      {recognized.length > 0 && (
        <details>
          <summary>{t('import.recognized', { count: recognized.length })}</summary>
          <ColumnList columns={recognized} choices={reply.choices} onAnswer={onAnswer} />
        </details>
      )}
    </section>
  );
}

function ColumnList({
  columns,
  choices,
  onAnswer,
}: Pick<ImportReply, 'columns' | 'choices'> & Pick<ImportColumnsProps, 'onAnswer'>) {
  const t = useT();
  return (
    <ul>
      {columns.map(({ at, heading, sample, key }) => (
        <li key={at}>
          <label>
            <span>
              <b>{heading || t('import.noHeading', { number: at + 1 })}</b>
              <small>{t('import.sample', { text: sample })}</small>
            </span>
            <select
              className="kw-field"
              value={key ?? '?'}
              aria-invalid={key === null}
              onChange={({ target }) => onAnswer(at, target.value)}
            >
              {key === null && <option value="?">{t('import.choose')}</option>}
              <option value="">{t('import.leaveOut')}</option>
              {choices.map((choice) => (
                <option key={choice.key} value={choice.key}>
                  {choice.label}
                </option>
              ))}
            </select>
          </label>
        </li>
      ))}
    </ul>
  );
}
