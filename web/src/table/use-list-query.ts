// The query of a list is in the address of its page: reload, back and a copied link show the same rows.
import { useEffect, useMemo, useState } from 'react';
import { usePage } from '../page/page.ts';
import type { View } from './arrangement.ts';
import type { FixedQuery, ListRoute, ListSpec } from './list-types.ts';
import { addressPatch, filterTexts, nextSort, readQuery, resetPatch, viewText, type ListQuery } from './query-state.ts';

export interface ListAddress {
  /** As in the address. */
  query: ListQuery;
  /** The query sent: with the page's fixed parameters. */
  asked: ListQuery;
  /** Filters and search as texts in the address. */
  texts: Readonly<Record<string, string>>;
  /** The same with the page's fixed parameters: everything that determines the records. */
  allTexts: Readonly<Record<string, string>>;
  isFiltered: boolean;
  /** False briefly, while the user's default view is applied. */
  settled: boolean;
  /** Effective sort order, including the default. */
  sort: string;
  change: (change: Readonly<Record<string, unknown>>) => void;
  sortBy: (name: string, descFirst: boolean) => void;
  reset: () => void;
  showView: (view: View | null) => void;
  /** Filters and sort order in the format of a view. */
  view: string;
}

/**
 * @param fixed parameters fixed by the page: sent, but not in the address
 * @param size default page size
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
  /** Parameters fixed by the page may be in its own address, and stay there. */
  const cleared = (): Record<string, null> =>
    Object.fromEntries(Object.entries(resetPatch(schema)).filter(([name]) => !(name in fixed)));
  const showView = (wanted: View | null): void => {
    const { page: _page, size: _size, ...rest } = readQuery(schema, new URLSearchParams(wanted?.query));
    change({ ...cleared(), ...rest });
  };

  // A list opened without filters starts with the default view; cleared later, it stays cleared.
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

/** The default view, if it still filters or sorts anything. */
function defaultView<R extends ListRoute>({ route, after }: ListSpec<R>, views: readonly View[]): View | null {
  const view = views.find((each) => each.isDefault);
  const asks = view && viewText(readQuery(route.query, new URLSearchParams(view.query)), after?.name ?? null) !== '';
  return asks ? view : null;
}
