// The common parts of chooser windows: search, filters, rows, paging and the selection.
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useT } from '../../../phrase/phrases.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import type { Filter } from '../../../table/list-types.ts';
import { Pager } from '../../../table/Pager.tsx';
import { SearchField } from '../../../table/SearchField.tsx';
import { ChooseTable, type ChooseColumn, type ChooserOf } from './ChooseTable.tsx';

import '../../../table/filter.css';
import '../../../ui/field.css';

/** Search, filters and page. */
export interface ChooserQuery {
  q: string;
  page: number;
  size: number;
  filters: Readonly<Record<string, string>>;
}

export const useChooserQuery = () => useState<ChooserQuery>({ q: '', page: 1, size: 20, filters: {} });

interface ChooserProps<Row> extends ChooserOf<Row> {
  label: string;
  search: string;
  filters: readonly Filter[];
  columns: readonly ChooseColumn<Row>[];
  wanted: ChooserQuery;
  onWanted: (wanted: ChooserQuery) => void;
  /** The result of that page, with its loading state. */
  found: {
    data: { list: readonly Row[]; total: number; exact: boolean } | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  nameOf: (row: Row) => string;
  blocked: (row: Row) => string | null;
  single?: boolean;
  /** Shown when there is nothing even without a filter. */
  nothing: ReactNode;
}

export function Chooser<Row extends { id: string }>(props: ChooserProps<Row>) {
  const { search, filters, wanted, onWanted, chosen, onChange, onDone, nameOf, blocked, nothing } = props;
  const { data, error, isFetching, refetch } = props.found;
  const t = useT();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector<HTMLElement>('[data-search]')?.focus(), []);
  // Enter in the search field selects the only hit, once it is known to be the only one.
  const [isEnterPending, setIsEnterPending] = useState(false);
  const pickOnlyHit = useEffectEvent(() => {
    setIsEnterPending(false);
    const [only, ...others] = data?.list ?? [];
    if (wanted.q !== '' && only && others.length === 0 && blocked(only) === null) onDone(new Map([...chosen, [only.id, only]]));
  });
  useEffect(() => {
    if (isEnterPending && !isFetching) pickOnlyHit();
  }, [isEnterPending, isFetching, wanted.q]);
  const isFiltered = wanted.q !== '' || Object.keys(wanted.filters).length > 0;
  const set = (patch: Readonly<Record<string, string | null>>): void => {
    const next = Object.entries({ ...wanted.filters, ...patch }).filter((entry): entry is [string, string] => entry[1] !== null);
    onWanted({ ...wanted, page: 1, filters: Object.fromEntries(next) });
  };
  return (
    <div className="chooser" ref={root}>
      <div className="chooser-bar">
        <SearchField
          hint={search}
          value={wanted.q}
          onSearch={(q) => onWanted({ ...wanted, q, page: 1 })}
          onEnter={() => setIsEnterPending(true)}
        />
        {filters.map(({ names, label, Control }) => (
          <Control key={names.join(' ')} label={t(label)} values={wanted.filters} onChange={set} />
        ))}
      </div>
      <div className="chooser-found">
        {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
        {data && data.list.length === 0 && (
          <div className="chooser-nothing">{isFiltered ? t('list.emptyFiltered') : nothing}</div>
        )}
        {data && data.list.length > 0 && (
          <ChooseTable {...props} rows={data.list} single={props.single ?? false} busy={isFetching} />
        )}
      </div>
      <div className="chooser-foot">
        <ul className="chooser-chosen" aria-label={t('list.selected', { count: chosen.size })}>
          {[...chosen].slice(0, CHIPS).map(([id, row]) => (
            <li key={id}>
              <button
                type="button"
                className="kw-plain chooser-chip"
                title={t('tx.choose.drop', { name: nameOf(row) })}
                aria-label={t('tx.choose.drop', { name: nameOf(row) })}
                onClick={() => onChange(new Map([...chosen].filter(([each]) => each !== id)))}
              >
                {nameOf(row)} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
          {chosen.size > CHIPS && <li>+{chosen.size - CHIPS}</li>}
        </ul>
        {data && data.total > 0 && (
          <Pager
            page={wanted.page}
            size={wanted.size}
            total={data.total}
            exact={data.exact}
            onPage={(page) => onWanted({ ...wanted, page })}
            onSize={(size) => onWanted({ ...wanted, size, page: 1 })}
          />
        )}
      </div>
    </div>
  );
}

/** Selected rows shown by name; the rest as a number. */
const CHIPS = 4;
