import type { ImportReply, RowChange } from '@kuwei/contract/workbook/workbook';
import { langOf, useT } from '../../phrase/phrases.ts';
import { RowTable } from './RowTable.tsx';

interface ImportChangesProps {
  reply: Pick<ImportReply, 'changes' | 'created' | 'updated'>;
  /** Set if the changes shown are not what will be written. */
  title?: string;
}

/** Field changes per row, planned or done; only the first rows of many. */
export function ImportChanges({ reply: { changes, created, updated }, title }: ImportChangesProps) {
  const t = useT();
  const changed = changes.filter(({ isNew }) => !isNew);
  const all = created + updated;
  if (changes.length === 0) return null;
  const first = all > changes.length ? t('import.changesFirst', { count: changes.length }) : t('import.changes');
  const heading = title ?? first;
  return (
    <details className="import-changes" open={changed.length > 0}>
      <summary>{heading}</summary>
      <RowTable label={heading} headings={[t('import.record'), t('import.what')]}>
        {changes.map(({ row, title, isNew, fields }) => (
          <tr key={row}>
            <td className="right">{row}</td>
            <td lang={langOf(title)}>{title}</td>
            <td>{isNew ? <NewFields fields={fields} /> : <FieldChanges fields={fields} />}</td>
          </tr>
        ))}
      </RowTable>
    </details>
  );
}

/** Fields of a new record. */
function NewFields({ fields }: Pick<RowChange, 'fields'>) {
  const t = useT();
  return (
    <>
      <span className="import-new">{t('import.new')}</span>
      <ul className="import-fields">
        {fields.map(({ column, after }) => (
          <li key={column}>
            {t('import.fieldChanged', { column })}
            {after}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Old and new value of each changed field. */
export function FieldChanges({ fields }: Pick<RowChange, 'fields'>) {
  const t = useT();
  return (
    <ul className="import-fields">
      {fields.map(({ column, before, after }) => (
        <li key={column}>
          {t('import.fieldChanged', { column })}
          <del>{before || t('import.emptyCell')}</del> → <ins>{after || t('import.emptyCell')}</ins>
        </li>
      ))}
    </ul>
  );
}
