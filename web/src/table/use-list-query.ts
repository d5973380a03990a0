// What the list asks for stands in the address of its page: reload, back and a copied link show the same rows.
import { useEffect, useMemo, useState } from 'react';
import { usePage } from '../page/page.ts';
import type { View } from './arrangement.ts';
import type { FixedQuery, ListRoute, ListSpec } from './list-types.ts';
import { addressPatch, filterTexts, nextSort, readQuery, resetPatch, viewText, type ListQuery } from './query-state.ts';

export interface ListAddress {
  /** As the address says. */
  query: ListQuery;
  /** What is sent: the same, and what the page itself has fixed. */
  asked: ListQuery;
  /** Filters and free text as the address writes them. */
  texts: Readonly<Record<string, string>>;
  /** The same, and what the page itself has fixed: everything that decides which records there are. */
  allTexts: Readonly<Record<string, string>>;
  isFiltered: boolean;
  /** False for a moment, while the list gives way to the person's default view. */
  settled: boolean;
  /** Order of the rows, also where the address names none. */
  sort: string;
  change: (change: Readonly<Record<string, unknown>>) => void;
  sortBy: (name: string, descFirst: boolean) => void;
  reset: () => void;
  showView: (view: View | null) => void;
  /** Filters and order as a view keeps them. */
  view: string;
}

/**
 * @param fixed parts of the query that the page has chosen: sent, but not in the address
 * @param size rows of a page where the address does not say
 */
export function useListAddress<R extends ListRoute>(
  spec: ListSpec<R>,
  fixed: FixedQuery<R>,
  size: number | undefined,
  views: readonly View[],
): ListAddress {
  const page = usePage();
  const schema = spec.route.query;
  const after = spec.after?.name ?? null;
  const own = Object.keys(fixed).join(' ');
  const query = useMemo(() => {
    const read: Record<string, unknown> = { ...readQuery(schema, page.query, size) };
    for (const name of own.split(' ')) delete read[name];
    return read as ListQuery;
  }, [schema, page.query, size, own]);
  const texts = useMemo(() => filterTexts(query, after), [query, after]);
  const view = viewText(query, after);
  const change = (patch: Readonly<Record<string, unknown>>): void =>
    page.setQuery(addressPatch(after === null ? patch : { [after]: null, ...patch }, query.size));
  /** What the page has chosen may stand in its own address, and stays there. */
  const cleared = (): Record<string, null> =>
    Object.fromEntries(Object.entries(resetPatch(schema)).filter(([name]) => !(name in fixed)));
  const showView = (wanted: View | null): void => {
    const { page: _page, size: _size, ...rest } = readQuery(schema, new URLSearchParams(wanted?.query));
    change({ ...cleared(), ...rest });
  };

  // A list that is opened without a word about what to show begins with the default view; emptied later, it stays empty.
  const isBare = view === '' && query.page === 1;
  const [firstView] = useState(() => (isBare ? defaultView(spec, views) : null));
  const [settled, setSettled] = useState(firstView === null);
  useEffect(() => {
    if (firstView) showView(firstView);
  }, []);
  if (!settled && !isBare) setSettled(true);

  return {
    query,
    asked: { ...('sort' in schema.shape && { sort: spec.sort }), ...query, ...fixed },
    texts,
    allTexts: { ...texts, ...filterTexts({ page: 1, size: 1, ...fixed }) },
    isFiltered: Object.keys(texts).length > 0,
    settled: settled || !isBare,
    sort: query.sort ?? spec.sort,
    change,
    sortBy: (name, descFirst) => {
      const next = nextSort(query.sort ?? spec.sort, name, descFirst);
      change({ sort: next === spec.sort ? undefined : next });
    },
    reset: () => change(cleared()),
    showView,
    view,
  };
}

/** The default view, provided it still asks for something. */
function defaultView<R extends ListRoute>({ route, after }: ListSpec<R>, views: readonly View[]): View | null {
  const view = views.find((each) => each.isDefault);
  const asks = view && viewText(readQuery(route.query, new URLSearchParams(view.query)), after?.name ?? null) !== '';
  return asks ? view : null;
}
