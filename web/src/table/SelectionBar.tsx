import { useT } from '../phrase/phrases.ts';
import { grouped } from '../ui/format.ts';
import { useBatch, type Batch, type BatchOutcome } from './batch.ts';
import { countOf, NOTHING, SELECT_MAX, type Selection } from './selection.ts';
import './selection.css';

interface SelectionBarProps {
  batch: Batch;
  selection: Selection;
  texts: Readonly<Record<string, string>>;
  total: number;
  exact: boolean;
  changes: string;
  onSelect: (next: Selection) => void;
  onRefused: (outcome: BatchOutcome) => void;
}

/** How much is selected, the offer to select the rest, and what can be done with it. */
export function SelectionBar({ batch, selection, texts, total, exact, changes, onSelect, onRefused }: SelectionBarProps) {
  const t = useT();
  const [run, busy] = useBatch(batch, { selection, texts, total, changes, onSelect, onRefused });
  const count = countOf(selection, total);
  const tooMany = !exact || total > SELECT_MAX;
  return (
    <div className="selection-bar" role="region" aria-label={t('list.batch')}>
      <span className="selection-count" aria-live="polite">
        {t('list.selected', { count: grouped(String(count)) })}
      </span>
      {!selection.all && (tooMany || count < total) && (
        <button
          type="button"
          className="kw-plain kw-link"
          aria-disabled={tooMany}
          title={tooMany ? t('list.selectAllMax', { max: grouped(String(SELECT_MAX)) }) : undefined}
          onClick={() => !tooMany && onSelect({ ...NOTHING, all: true })}
        >
          {t('list.selectAll', { count: exact ? grouped(String(total)) : `${grouped(String(SELECT_MAX))}+` })}
        </button>
      )}
      <button type="button" className="kw-plain kw-link" onClick={() => onSelect(NOTHING)}>
        {t('list.selectNone')}
      </button>
      <span className="selection-actions">
        {batch.actions.map((action) => (
          <button
            key={action.action}
            type="button"
            className={action.danger ? 'kw-button danger' : 'kw-button'}
            disabled={busy}
            onClick={() => void run(action)}
          >
            {t(action.label)}
          </button>
        ))}
      </span>
    </div>
  );
}
