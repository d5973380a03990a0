import type { SheetsRead } from '@kuwei/contract/workbook';
import { useT } from '../../phrase/phrases.ts';

interface ImportSheetProps {
  reply: SheetsRead;
  /** Takes another sheet of the workbook. */
  onSheet: (at: number) => void;
}

/** Which sheet was read, with those that were not, and what of it nobody sees. */
export function ImportSheet({ reply: { sheet, sheets, hiddenRows }, onSheet }: ImportSheetProps) {
  const t = useT();
  const others = sheets.filter(({ at }) => at !== sheet);
  const names = others.map((each) => t('import.sheetRows', { name: each.name, number: each.at + 1, count: each.rows }));
  if (others.length === 0 && hiddenRows === 0) return null;
  return (
    <div className="import-sheet">
      {others.length > 0 && (
        <label>
          <span>{t('import.sheetsLeft', { names })}</span>
          <select
            className="kw-field"
            aria-label={t('import.sheet')}
            value={sheet}
            onChange={({ target }) => onSheet(Number(target.value))}
          >
            {sheets.map(({ at, name }) => (
              <option key={at} value={at}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {hiddenRows > 0 && <p>{t('import.hiddenRows', { count: hiddenRows })}</p>}
    </div>
  );
}
