import { IMPORT_SHOWN, type ImportReply } from '@kuwei/contract/workbook/workbook';
import { useT } from '../../phrase/phrases.ts';
import { RowTable } from './RowTable.tsx';

interface ImportErrorsProps {
  reply: Pick<ImportReply, 'errors' | 'workbook'>;
  /** Downloads the workbook with every error marked. */
  onMarked?: (id: string) => void;
}

/** The first errors, by cell; the workbook has all of them. */
export function ImportErrors({ reply: { errors, workbook }, onMarked }: ImportErrorsProps) {
  const t = useT();
  if (errors.length === 0) return null;
  return (
    <div className="import-errors">
      <div className="import-errors-head">
        <h3>{errors.length < IMPORT_SHOWN ? t('import.errorsTitle') : t('import.errorsFirst', { count: errors.length })}</h3>
        {workbook !== null && (
          <button type="button" className="kw-plain kw-link" onClick={() => onMarked?.(workbook)}>
            {t('import.workbook')}
          </button>
        )}
      </div>
      <Cells cells={errors} label={t('import.errorsTitle')} />
    </div>
  );
}

interface ImportNotesProps {
  reply: Pick<ImportReply, 'notes' | 'noted' | 'errors' | 'workbook'>;
  /** Downloads the workbook with ignored cells marked. */
  onMarked?: (id: string) => void;
}

/** Cells that were adjusted or look wrong; no row is rejected because of them. */
export function ImportNotes({ reply: { notes, noted, errors, workbook }, onMarked }: ImportNotesProps) {
  const t = useT();
  if (notes.length === 0) return null;
  return (
    <div className="import-errors">
      <div className="import-errors-head">
        <h3>{noted > notes.length ? t('import.notesFirst', { count: notes.length }) : t('import.notes')}</h3>
        {workbook !== null && errors.length === 0 && (
          <button type="button" className="kw-plain kw-link" onClick={() => onMarked?.(workbook)}>
            {t('import.workbookNotes')}
          </button>
        )}
      </div>
      <Cells cells={notes} label={t('import.notes')} />
    </div>
  );
}

/** Notes by cell. */
function Cells({ cells, label }: { cells: ImportReply['errors']; label: string }) {
  const t = useT();
  return (
    <RowTable label={label} headings={[t('import.column'), t('import.reason')]} className="import-cells">
      {cells.map(({ row, column, message }) => (
        <tr key={`${row} ${column} ${message}`}>
          <td className="right">{row}</td>
          <td>{column}</td>
          <td>{message}</td>
        </tr>
      ))}
    </RowTable>
  );
}
