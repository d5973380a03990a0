import { useT } from '../phrase/phrases.ts';
import type { PrimaryAction } from './list-types.ts';
import { PrimaryButton } from './PrimaryButton.tsx';

interface ListEmptyProps {
  isFiltered: boolean;
  onReset: () => void;
  primary: PrimaryAction | undefined;
  /** Hint shown if no filter is set. */
  text: string | undefined;
  /** What it means that these filters match nothing, if worth explaining. */
  filtered: string | undefined;
}

/** Empty state: no match for the filters, or no records yet. Offers the next step either way. */
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
