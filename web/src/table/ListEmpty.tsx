import { useT } from '../phrase/phrases.ts';
import type { PrimaryAction } from './list-types.ts';
import { PrimaryButton } from './PrimaryButton.tsx';

interface ListEmptyProps {
  isFiltered: boolean;
  onReset: () => void;
  primary: PrimaryAction | undefined;
  /** Where nothing was filtered away: what to do about it. */
  text: string | undefined;
  /** What it means that these filters find nothing, where that is good to know. */
  filtered: string | undefined;
}

/** No rows: because of the filters, or because there is nothing yet. Either way the next step is at hand. */
export function ListEmpty({ isFiltered, onReset, primary, text, filtered }: ListEmptyProps) {
  const t = useT();
  return (
    <div className="list-empty">
      <p className="list-empty-title">{isFiltered ? (filtered ?? t('list.emptyFiltered')) : t('list.empty')}</p>
      {isFiltered ? filtered === undefined && <p>{t('list.emptyFilteredText')}</p> : text !== undefined && <p>{text}</p>}
      {isFiltered ? (
        <button type="button" className="kw-button" onClick={onReset}>
          {t(filtered === undefined ? 'list.clearFilters' : 'list.showAll')}
        </button>
      ) : (
        primary && <PrimaryButton action={primary} />
      )}
    </div>
  );
}
