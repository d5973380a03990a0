import { useT } from '../../phrase/phrases.ts';
import '../../form/form-notes.css';
import { hasUnit, inUnit, parseLine, type EditorLine } from './line.ts';
import type { Lines } from './lines-state.ts';

/** Lines in a unit that their product does not have. */
export const inWrongUnit = (lines: readonly EditorLine[]): EditorLine[] =>
  lines.filter((line) => line.product !== null && !hasUnit(line.product, parseLine(line).unit));

/** A paste may bring hundreds of wrong units: stated once above the lines, with a fix for all. */
export function UnitsNote({ lines, onChoose }: { lines: Lines; onChoose: (line: EditorLine) => void }) {
  const t = useT();
  const wrong = inWrongUnit(lines.lines);
  const [first] = wrong;
  if (!first || wrong.length === 1) return null;
  return (
    <div className="form-note draft lines-units" role="status">
      {t('tx.line.wrongUnits', { count: wrong.length })}
      <button
        type="button"
        className="kw-plain kw-link"
        onClick={() => {
          for (const line of wrong) lines.change(line.key, inUnit(line, line.product!.baseUnit));
        }}
      >
        {t('tx.line.useBaseUnits')}
      </button>
      <button type="button" className="kw-plain kw-link" onClick={() => onChoose(first)}>
        {t('tx.line.chooseUnit')}
      </button>
    </div>
  );
}
