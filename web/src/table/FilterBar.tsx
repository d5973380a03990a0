import { useT } from '../phrase/phrases.ts';
import type { ReactNode } from 'react';
import type { Filter } from './list-types.ts';
import { SearchField } from './SearchField.tsx';
import './filter.css';

/** Filters that are always in sight. */
const FIRST = 3;

export interface FilterBarProps {
  search: string | null;
  filters: readonly Filter[];
  texts: Readonly<Record<string, string>>;
  isFiltered: boolean;
  unfolded: boolean;
  onUnfold: (unfolded: boolean) => void;
  onChange: (patch: Readonly<Record<string, unknown>>) => void;
  onReset: () => void;
  /** At the right end. */
  tools?: ReactNode;
}

/** Free text, the first filters, those that are set, and the others on demand. */
export function FilterBar(props: FilterBarProps) {
  const { search, filters, texts, isFiltered, unfolded, onUnfold, onChange, onReset, tools } = props;
  const t = useT();
  const isSet = (filter: Filter): boolean => filter.names.some((name) => texts[name] !== undefined);
  const inSight = filters.filter((filter, at) => at < FIRST || unfolded || isSet(filter));
  return (
    <div className="filter-bar" role="search">
      {search !== null && <SearchField hint={search} value={texts['q'] ?? ''} onSearch={(q) => onChange({ q })} />}
      {inSight.map(({ names, label, Control }) => (
        <Control key={names[0]} label={t(label)} values={texts} onChange={onChange} />
      ))}
      {filters.length > FIRST && (
        <button type="button" className="kw-plain filter-more" aria-expanded={unfolded} onClick={() => onUnfold(!unfolded)}>
          {t(unfolded ? 'list.less' : 'list.more')}
        </button>
      )}
      {isFiltered && (
        <button type="button" className="kw-plain filter-more" onClick={onReset}>
          {t('list.reset')}
        </button>
      )}
      {tools && <div className="filter-tools">{tools}</div>}
    </div>
  );
}
