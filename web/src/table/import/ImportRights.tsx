import type { ImportReply } from '@kuwei/contract/workbook';
import { langOf, useT } from '../../phrase/phrases.ts';
import '../../ui/field.css';
import '../small-table.css';

interface ImportRightsProps {
  rights: NonNullable<ImportReply['rights']>;
  onTake: (taken: boolean) => void;
}

/** Rows that make administrators, storekeepers or reviewers: nobody does so without having looked. */
export function ImportRights({ rights: { rows, taken, first }, onTake }: ImportRightsProps) {
  const t = useT();
  const title = first.length < rows ? t('import.rightsFirst', { count: first.length }) : t('import.rights');
  return (
    <div className="import-errors">
      <div className="import-errors-head">
        <h3>{title}</h3>
      </div>
      <div className="small-table-scroll" tabIndex={0} role="region" aria-label={title}>
        <table className="small-table import-cells">
          <thead>
            <tr>
              <th scope="col" className="right">
                {t('import.row')}
              </th>
              <th scope="col">{t('import.record')}</th>
              <th scope="col">{t('import.gives')}</th>
            </tr>
          </thead>
          <tbody>
            {first.map(({ row, title: record, gives }) => (
              <tr key={row}>
                <td className="right">{row}</td>
                <td lang={langOf(record)}>{record}</td>
                <td>{t('import.givesNames', { names: gives })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <label className="import-take">
        <input type="checkbox" className="kw-check" checked={taken} onChange={({ target }) => onTake(target.checked)} />
        {t('import.rightsTake', { count: rows })}
      </label>
    </div>
  );
}
