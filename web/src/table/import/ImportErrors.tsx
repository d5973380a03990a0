import type { ImportReply } from '@kuwei/contract/workbook';
import { useT } from '../../phrase/phrases.ts';
import '../small-table.css';

interface ImportErrorsProps {
  reply: Pick<ImportReply, 'errors' | 'workbook'>;
  /** Fetches the workbook in which every error is marked. */
  onMarked?: (id: string) => void;
}

/** The first errors, cell by cell; all of them are in the workbook. */
export function ImportErrors({ reply: { errors, workbook }, onMarked }: ImportErrorsProps) {
  const t = useT();
  if (errors.length === 0) return null;
  return (
    <div className="import-errors">
      <div className="import-errors-head">
        <h3>{t('import.errorsFirst', { count: errors.length })}</h3>
        {workbook !== null && (
          <button type="button" className="kw-plain kw-link" onClick={() => onMarked?.(workbook)}>
            {t('import.workbook')}
          </button>
        )}
      </div>
      <div className="small-table-scroll" tabIndex={0} role="region" aria-label={t('import.errorsTitle')}>
        <table className="small-table">
          <thead>
            <tr>
              <th scope="col" className="right">
                {t('import.row')}
              </th>
              <th scope="col">{t('import.column')}</th>
              <th scope="col">{t('import.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, column, message }) => (
              <tr key={`${row} ${column} ${message}`}>
                <td className="right">{row}</td>
                <td>{column}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
