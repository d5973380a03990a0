import { COMMAS, type Comma } from '@kuwei/contract/workbook/read-comma';
import { ENCODINGS, type Encoding, type ImportReply, type SheetsRead } from '@kuwei/contract/workbook/workbook';
import { useT } from '../../phrase/phrases.ts';

interface ImportSheetProps {
  reply: SheetsRead;
  /** Selects another sheet of the workbook. */
  onSheet: (at: number) => void;
}

/** Which sheet was read, which were not, and hidden rows. */
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

interface ImportReadAsProps {
  reply: Pick<ImportReply, 'encoding' | 'commas'>;
  onEncoding: (encoding: Encoding) => void;
  onComma: (comma: Comma) => void;
}

/** Guesses about an ambiguous file: shown, and corrected here if wrong. */
export function ImportReadAs({ reply: { encoding, commas }, onEncoding, onComma }: ImportReadAsProps) {
  const t = useT();
  if (!encoding && !commas) return null;
  const nameOf = (each: Encoding): string => t(`import.encoding.${each}`);
  return (
    <div className="import-sheet">
      {encoding && (
        <label>
          <span>{t('import.encodingText', { encoding: nameOf(encoding.taken), samples: encoding.samples })}</span>
          <select
            className="kw-field"
            aria-label={t('import.encoding')}
            value={encoding.taken}
            onChange={({ target }) => onEncoding(target.value as Encoding)}
          >
            {ENCODINGS.map((each) => (
              <option key={each} value={each}>
                {nameOf(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      {commas && (
        <label>
          <span>{t('import.commaText', { samples: commas.samples })}</span>
          <select
            className="kw-field"
            aria-label={t('import.comma')}
            aria-invalid={commas.taken === null}
            value={commas.taken ?? '?'}
            onChange={({ target }) => onComma(target.value as Comma)}
          >
            {commas.taken === null && <option value="?">{t('import.choose')}</option>}
            {COMMAS.map((each) => (
              <option key={each} value={each}>
                {t(`import.comma.${each}`)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
