import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import { joinList } from '@kuwei/contract/phrase';
import { langOf, useLocale, useT } from '../../phrase/phrases.ts';
import '../../ui/field.css';
import { RowTable } from './RowTable.tsx';

interface ImportRightsProps {
  rights: NonNullable<ImportReply['rights']>;
  onTake: (taken: boolean) => void;
}

/** Rows that create administrators, storekeepers or reviewers, to be confirmed. */
export function ImportRights({ rights: { rows, taken, first }, onTake }: ImportRightsProps) {
  const t = useT();
  const locale = useLocale();
  const title = first.length < rows ? t('import.rightsFirst', { count: first.length }) : t('import.rights');
  return (
    <div className="import-errors">
      <div className="import-errors-head">
        <h3>{title}</h3>
      </div>
      <RowTable label={title} headings={[t('import.record'), t('import.gives')]} className="import-cells">
        {first.map(({ row, title: record, gives }) => (
          <tr key={row}>
            <td className="right">{row}</td>
            <td lang={langOf(record)}>{record}</td>
            <td>{joinList(locale, gives)}</td>
          </tr>
        ))}
      </RowTable>
      <label className="import-take">
        <input type="checkbox" className="kw-check" checked={taken} onChange={({ target }) => onTake(target.checked)} />
        {t('import.rightsTake', { count: rows })}
      </label>
    </div>
  );
}
