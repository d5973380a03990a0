import { useT } from '../phrase/phrases.ts';
import { countText, grouped } from '../ui/format.ts';
import { useBatch, type Batch, type BatchOutcome } from './batch.ts';
import { countOf, NOTHING, SELECT_MAX, type Selection } from './selection.ts';
import { ListTotal } from './ListTotal.tsx';
import './selection.css';

interface SelectionBarProps<Row> {
  /** Undefined if the list has no selection: only the number of records is shown. */
  batch: Batch<Row> | undefined;
  selection: Selection;
  rowOf: (id: string) => Row;
  nameOf: (row: Row) => string;
  texts: Readonly<Record<string, string>>;
  total: number;
  exact: boolean;
  changes: string;
  onSelect: (next: Selection) => void;
  onRefused: (outcome: BatchOutcome) => void;
}

const NO_BATCH: Batch = { actions: [] };

/** Number of selected rows, the option to select all, and the batch actions. */
export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { batch = NO_BATCH, selection, rowOf, nameOf, texts, total, exact, changes, onSelect, onRefused } = props;
  const t = useT();
  const [run, busy] = useBatch(batch, { selection, rowOf, nameOf, texts, total, changes, onSelect, onRefused });
  const count = countOf(selection, total);
  return (
    <div className={count > 0 ? 'selection-bar some' : 'selection-bar'} role="group" aria-label={t('list.batch')}>
      {batch.actions.length > 0 && (
        <span className="selection-actions">
          {batch.actions.map((action) => (
            <button
              key={action.action}
              type="button"
              className={action.danger ? 'kw-button small danger' : 'kw-button small'}
              disabled={busy}
              aria-disabled={count === 0}
              onClick={() => void run(action)}
            >
              {t(action.label)}
            </button>
          ))}
        </span>
      )}
      <span className="selection-count" aria-live="polite">
        {count > 0 ? t('list.selected', { count: grouped(String(count)) }) : <ListTotal total={total} exact={exact} />}
      </span>
      {count > 0 && (
        <>
          <SelectAll {...{ selection, total, exact, count, onSelect }} />
          <button type="button" className="kw-plain kw-link" onClick={() => onSelect(NOTHING)}>
            {t('list.selectNone')}
          </button>
        </>
      )}
    </div>
  );
}

interface SelectAllProps extends Pick<SelectionBarProps<never>, 'selection' | 'total' | 'exact' | 'onSelect'> {
  count: number;
}

/** Selects everything that matches the filters, up to the limit of one call. */
function SelectAll({ selection, total, exact, count, onSelect }: SelectAllProps) {
  const t = useT();
  const tooMany = !exact || total > SELECT_MAX;
  if (selection.all || (!tooMany && count >= total)) return null;
  return (
    <button
      type="button"
      className="kw-plain kw-link"
      aria-disabled={tooMany}
      title={tooMany ? t('list.selectAllMax', { max: grouped(String(SELECT_MAX)) }) : undefined}
      onClick={() => !tooMany && onSelect({ ...NOTHING, all: true })}
    >
      {t('list.selectAll', { count: countText({ total, exact }) })}
    </button>
  );
}
