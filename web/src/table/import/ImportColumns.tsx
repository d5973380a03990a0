import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import { useId } from 'react';
import { useT } from '../../phrase/phrases.ts';

interface ImportColumnsProps {
  reply: ImportReply;
  /** Assigns a column to a field key; empty skips it. */
  onAnswer: (at: number, key: string) => void;
}

/** Unrecognized columns: the import starts only after all are assigned. */
export function ImportColumns({ reply: { columns, choices }, onAnswer }: ImportColumnsProps) {
  const t = useT();
  const id = useId();
  if (columns.length === 0) return null;
  const isOpen = columns.some(({ key }) => key === null);
  return (
    <section className="import-columns" aria-labelledby={id}>
      <h3 id={id}>{t(isOpen ? 'import.columnsTitle' : 'import.columnsAnswered')}</h3>
      {isOpen && <p>{t('import.columnsText')}</p>}
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
    </section>
  );
}
