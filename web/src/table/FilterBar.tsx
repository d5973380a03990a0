import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { useT } from '../phrase/phrases.ts';
import { useIsPhone } from '../ui/use-media.ts';
import type { SortChoice } from './FilterSheet.tsx';
import { LazyFilterSheet } from './lazy-dialogs.ts';
import type { Filter } from './list-types.ts';
import { SearchField } from './SearchField.tsx';
import './filter.css';
import './filter-phone.css';
import './tool.css';

/** Number of filters always shown. */
const FIRST = 3;

export interface FilterBarProps {
  search: string | null;
  searchMin?: number | undefined;
  filters: readonly Filter[];
  texts: Readonly<Record<string, string>>;
  isFiltered: boolean;
  unfolded: boolean;
  onUnfold: (unfolded: boolean) => void;
  onChange: (patch: Readonly<Record<string, unknown>>) => void;
  onReset: () => void;
  sorting: SortChoice;
  /** At the right end. */
  tools?: ReactNode;
}

/** Search and filters: side by side on a wide screen, behind a button on a phone. */
export function FilterBar(props: FilterBarProps) {
  const { search, searchMin, filters, texts, onChange, tools } = props;
  const phone = useIsPhone();
  const isSet = (filter: Filter): boolean => filter.names.some((name) => texts[name] !== undefined);
  const draw = (shown: readonly Filter[]): ReactNode => <Controls {...props} filters={shown} />;
  return (
    <div className="filter-bar" role="search">
      <div className="filter-fields">
        {search !== null && (
          <SearchField hint={search} min={searchMin} value={texts['q'] ?? ''} onSearch={(q) => onChange({ q })} />
        )}
        {phone ? (
          <Folded {...props} active={filters.filter(isSet).length}>
            {draw(filters)}
          </Folded>
        ) : (
          <SideBySide {...props}>{draw(filters.filter((each, at) => at < FIRST || props.unfolded || isSet(each)))}</SideBySide>
        )}
      </div>
      {tools && <div className="filter-tools">{tools}</div>}
    </div>
  );
}

const Controls = ({ filters, texts, onChange }: FilterBarProps) => {
  const t = useT();
  return filters.map(({ names, label, Control }) => (
    <Control key={names[0]} label={t(label)} values={texts} onChange={onChange} />
  ));
};

/** The first filters, the ones that are set, and the others on demand. */
function SideBySide({ filters, unfolded, onUnfold, isFiltered, onReset, children }: FilterBarProps & { children: ReactNode }) {
  const t = useT();
  return (
    <>
      {children}
      {filters.length > FIRST && (
        <button type="button" className="kw-plain filter-more" aria-expanded={unfolded} onClick={() => onUnfold(!unfolded)}>
          {t(unfolded ? 'list.less' : 'list.more')}
        </button>
      )}
      {isFiltered && (
        <button
          type="button"
          className="kw-plain filter-more"
          onClick={({ currentTarget }) => {
            // The button disappears, and would take the focus with it.
            currentTarget.closest('.filter-bar')!.querySelector<HTMLElement>('input, button')!.focus();
            onReset();
          }}
        >
          {t('list.reset')}
        </button>
      )}
    </>
  );
}

/** @param active number of set filters */
function Folded({ active, isFiltered, onReset, sorting, children }: FilterBarProps & { active: number; children: ReactNode }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <span className="filter-folded">
        <button type="button" ref={opener} className="kw-button filter-open" onClick={() => setOpen(true)}>
          <FilterOutlined aria-hidden="true" />
          {active > 0 ? t('list.filtersActive', { count: active }) : t('list.filters')}
        </button>
        {active > 0 && (
          <button
            type="button"
            className="kw-button filter-open"
            aria-label={t('list.reset')}
            onClick={() => {
              opener.current!.focus();
              onReset();
            }}
          >
            <CloseOutlined aria-hidden="true" />
          </button>
        )}
      </span>
      {open && (
        <Suspense>
          <LazyFilterSheet sorting={sorting} isFiltered={isFiltered} onReset={onReset} onClose={() => setOpen(false)}>
            {children}
          </LazyFilterSheet>
        </Suspense>
      )}
    </>
  );
}
