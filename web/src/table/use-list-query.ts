// What the list asks for stands in the address of its page: reload, back and a copied link show the same rows.
import { useEffect, useMemo, useState } from 'react';
import { usePage } from '../page/page.ts';
import type * as z from 'zod/mini';
import type { View } from './arrangement.ts';
import type { ListRoute, ListSpec } from './list-types.ts';
import { addressPatch, filterTexts, nextSort, readQuery, resetPatch, viewText, type ListQuery } from './query-state.ts';

export interface ListAddress {
  query: ListQuery;
  /** Filters and free text as the address writes them. */
  texts: Readonly<Record<string, string>>;
  isFiltered: boolean;
  /** False for a moment, while the list gives way to the person's default view. */
  settled: boolean;
  /** Order of the rows, also where the address names none. */
  sort: string;
  change: (change: Readonly<Record<string, unknown>>) => void;
  sortBy: (name: string, descFirst: boolean) => void;
  reset: () => void;
  showView: (view: View | null) => void;
}

/** @param size rows of a page where the address does not say */
export function useListAddress<R extends ListRoute>(
  spec: ListSpec<R>,
  size: number | undefined,
  views: readonly View[],
): ListAddress {
  const page = usePage();
  const schema = spec.route.query;
  const query = useMemo(() => readQuery(schema, page.query, size), [schema, page.query, size]);
  const texts = useMemo(() => filterTexts(query), [query]);
  const change = (patch: Readonly<Record<string, unknown>>): void => page.setQuery(addressPatch(patch, query.size));
  const showView = (view: View | null): void => {
    const wanted = readQuery(schema, new URLSearchParams(view?.query));
    const { page: _page, size: _size, ...rest } = wanted;
    change({ ...resetPatch(schema), ...rest });
  };

  // A list that is opened without a word about what to show begins with the default view; emptied later, it stays empty.
  const isBare = viewText(query) === '' && query.page === 1;
  const [firstView] = useState(() => (isBare ? defaultView(schema, views) : null));
  const [settled, setSettled] = useState(firstView === null);
  useEffect(() => {
    if (firstView) showView(firstView);
  }, []);
  if (!settled && !isBare) setSettled(true);

  return {
    query,
    texts,
    isFiltered: Object.keys(texts).length > 0,
    settled: settled || !isBare,
    sort: query.sort ?? spec.sort,
    change,
    sortBy: (name, descFirst) => {
      const next = nextSort(query.sort ?? spec.sort, name, descFirst);
      change({ sort: next === spec.sort ? undefined : next });
    },
    reset: () => change(resetPatch(schema)),
    showView,
  };
}

/** The default view, provided it still asks for something. */
function defaultView(schema: z.ZodMiniObject, views: readonly View[]): View | null {
  const view = views.find((each) => each.isDefault);
  return view && viewText(readQuery(schema, new URLSearchParams(view.query))) !== '' ? view : null;
}
