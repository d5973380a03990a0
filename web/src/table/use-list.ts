// State of a list: query, rows, selection, and the open record. All its components read this.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { history } from '../browser/history.ts';
import { newAddress } from '../page/pages.ts';
import { usePage } from '../page/page.ts';
import type { Arrangement, View } from './arrangement.ts';
import type { FixedQuery, ListRoute, ListSpec, PrimaryAction, RowOf } from './list-types.ts';
import { pageCount } from './query-state.ts';
import { NOTHING, toggled, type Selection } from './selection.ts';
import { useArrangement, useViews } from './use-arrangement.ts';
import { useListData, type ListData } from './use-list-data.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListAddress, type ListAddress } from './use-list-query.ts';
import { showAddresses, useShownRecord } from './use-shown-record.ts';

interface ListUse<R extends ListRoute> {
  spec: ListSpec<R>;
  fixed: FixedQuery<R> | undefined;
  to: ((row: RowOf<R>) => string) | undefined;
  hasDetail: boolean;
  selectable: boolean;
  primary: PrimaryAction | undefined;
}

export interface ListState<Row> {
  root: RefObject<HTMLDivElement | null>;
  scroller: RefObject<HTMLDivElement | null>;
  arrangement: Arrangement;
  arrange: (next: Arrangement) => void;
  views: readonly View[];
  keepViews: (next: readonly View[]) => void;
  address: ListAddress;
  data: ListData<Row>;
  rows: readonly Row[] | undefined;
  /** Ids of the rows. */
  ids: readonly string[];
  count: { total: number; exact: boolean };
  keyOf: (row: Row) => string;
  hrefOf: ((row: Row) => string) | null;
  selection: Selection;
  select: (next: Selection) => void;
  /** A selected record as last rendered, on whatever page it is. */
  rowOf: (id: string) => Row;
  /** Row of the keyboard cursor. */
  current: string | null;
  setCurrent: (id: string) => void;
  /** The record open beside the list. */
  shown: string | null;
  show: (id: string | null) => void;
  step: (by: 1 | -1) => void;
  /** Follows the link of a row. */
  open: (href: string) => void;
}

const NONE: readonly never[] = [];
const NOT_FIXED = {};
const idOf = (row: unknown): string => (row as { id: string }).id;

export function useList<R extends ListRoute>(use: ListUse<R>): ListState<RowOf<R>> {
  const { spec, to, hasDetail, selectable, primary } = use;
  const page = usePage();
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [arrangement, arrange] = useArrangement(spec.name);
  const [views, keepViews] = useViews(spec.name);
  const address = useListAddress(spec, use.fixed ?? (NOT_FIXED as FixedQuery<R>), arrangement.size, views);
  const keyOf = spec.keyOf ?? idOf;
  const data = useListData(spec.route, address.asked, keyOf, address.settled);
  const rows = data.page?.list;
  const ids: readonly string[] = rows?.map(keyOf) ?? NONE;
  const count = data.page ?? { total: 0, exact: true };
  const [selection, select] = useSelection(JSON.stringify(address.allTexts));
  const rowOf = useDrawn(rows, keyOf, selection);
  const [current, setCurrent] = useState<string | null>(null);
  const [shown, show] = useShownRecord(hasDetail);

  const { query } = address;
  const firstRow = `${address.view} ${query.page} ${String(query[spec.after?.name ?? ''])}`;
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [firstRow]);

  // If all rows of the last page are gone, go to the page before it.
  const isBeyond = rows?.length === 0 && query.page > 1 && !data.isFetching;
  useEffect(() => {
    if (isBeyond) address.change({ page: Math.min(query.page - 1, pageCount(count, query.size) ?? query.page) });
  }, [isBeyond]);

  const step = (by: 1 | -1): void => {
    const at = ids.indexOf(shown ?? current ?? '');
    const moves = shown !== null || document.activeElement?.closest('[data-row]') != null;
    const next = ids[at < 0 ? 0 : moves ? at + by : at];
    if (next === undefined) return;
    setCurrent(next);
    focusRow(root.current, next);
    if (shown !== null) show(next);
  };
  const open = (href: string): void => (shown === null ? history.push(href) : history.replace(href));
  useListKeys({
    root,
    onStep: step,
    onSelect: selectable ? () => current !== null && ids.includes(current) && select(toggled(selection, ids, current)) : null,
    onPage: (by) => {
      const next = query.page + by;
      if (!spec.after && next >= 1 && next <= (pageCount(count, query.size) ?? next)) address.change({ page: next });
    },
    onRefresh: () => void data.refresh(),
    onNew: primary ? () => (primary.to === undefined ? primary.run?.() : history.push(newAddress(primary.to))) : null,
    onEscape: () => {
      if (shown !== null) show(null);
      else if (selection.all || selection.ids.size > 0) select(NOTHING);
      else return false;
      return true;
    },
  });

  const shownAt = showAddresses(page.address);
  const hrefOf = to ?? (hasDetail ? (row: RowOf<R>) => shownAt(keyOf(row)) : null);
  return {
    root,
    scroller,
    arrangement,
    arrange,
    views,
    keepViews,
    address,
    data,
    rows,
    ids,
    count,
    keyOf,
    hrefOf,
    selection,
    select,
    rowOf,
    current,
    setCurrent,
    shown,
    show,
    step,
    open,
  };
}

/** The selection, cleared when the filters change. */
function useSelection(among: string): [Selection, (next: Selection) => void] {
  const [selected, setSelected] = useState({ among, selection: NOTHING });
  return [selected.among === among ? selected.selection : NOTHING, (selection) => setSelected({ among, selection })];
}

/** Remembers rendered rows, and selected ones of other pages. */
function useDrawn<Row>(rows: readonly Row[] | undefined, keyOf: (row: Row) => string, { ids }: Selection): (id: string) => Row {
  const drawn = useRef<ReadonlyMap<string, Row>>(new Map());
  useEffect(() => {
    const others = [...drawn.current].filter(([id]) => ids.has(id));
    drawn.current = new Map([...others, ...(rows ?? NONE).map((row) => [keyOf(row), row] as const)]);
  }, [rows]);
  return (id) => drawn.current.get(id)!;
}

function focusRow(root: HTMLElement | null, id: string): void {
  const row = root?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  const focus = row?.matches('[data-focus]') ? row : row?.querySelector<HTMLElement>('[data-focus]');
  focus?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}
