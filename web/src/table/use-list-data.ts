// The rows of a list. What happens elsewhere never moves them under the pointer: rows that changed where they stand are
// shown as they are now, everything else waits until it is asked for; but what somebody may see no more is gone at once.
import { EVENTS } from '@kuwei/contract/event';
import type { CallInput, ReplyOf } from '@kuwei/contract/route';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { concerns, isEvent, onLiveConnect, onLiveEvent } from '../api/live.ts';
import { usePage } from '../page/page.ts';
import { isInFront } from '../page/pages.ts';
import { usePageCall, usePageQuery } from '../page/query.ts';
import type { ListRoute, RowOf } from './list-types.ts';

interface ListPage<Row> {
  list: Row[];
  total: number;
  exact: boolean;
  page: number;
  size: number;
}

export interface ListData<Row> {
  page: ListPage<Row> | undefined;
  error: Error | null;
  /** Rows for another question are on their way; those on screen answer the former one. */
  isFetching: boolean;
  /** How many rows have changed elsewhere, waiting to be shown; null when none. */
  waiting: number | null;
  /** Shows what is waiting. */
  showWaiting: () => void;
  refresh: () => Promise<unknown>;
}

/** Changes often come several at once. */
const GATHER_MS = 400;

export function useListData<R extends ListRoute>(
  route: R,
  query: Readonly<Record<string, unknown>>,
  keyOf: (row: RowOf<R>) => string,
  enabled: boolean,
): ListData<RowOf<R>> {
  type Rows = ListPage<RowOf<R>>;
  const input = { query } as unknown as CallInput<R>;
  const result = usePageQuery(route, input, { keepPrevious: true, holdLive: true, enabled });
  const call = usePageCall() as unknown as (route: R, input: CallInput<R>) => Promise<ReplyOf<R>>;
  const { key } = usePage();
  // What came aside belongs to the answer it was compared with, and is forgotten with it.
  const [aside, setAside] = useState<{ at: number; rows: Rows; shown: boolean } | null>(null);
  const current = aside?.at === result.dataUpdatedAt && !result.isPlaceholderData ? aside : null;
  const answer = current?.shown ? current.rows : (result.data as Rows | undefined);
  // A question that fails leaves on screen what answers it in another order; rows of another one would be taken for its answer.
  const [last, setLast] = useState<{ rows: Rows; asked: string }>();
  const asked = JSON.stringify({ ...query, sort: null });
  if (answer && !result.isPlaceholderData && answer !== last?.rows) setLast({ rows: answer, asked });
  const page = answer ?? (result.error && last?.asked === asked ? last.rows : undefined);

  const look = useEffectEvent(async (atOnce: boolean) => {
    if (!page) return;
    const at = result.dataUpdatedAt;
    const rows = (await call(route, input).catch(() => null)) as Rows | null;
    if (rows) setAside({ at, rows, shown: atOnce || standStill(page.list, rows.list, keyOf) });
  });
  useLiveChanges(route.path, key, result.isFetching, look);

  return {
    page,
    error: result.error,
    isFetching: result.isFetching,
    waiting: current && !current.shown && page ? changedRows(page.list, current.rows.list, keyOf) : null,
    showWaiting: () => current && setAside({ ...current, shown: true }),
    refresh: () => result.refetch(),
  };
}

/** The same rows in the same places. */
const standStill = <Row>(now: readonly Row[], next: readonly Row[], keyOf: (row: Row) => string): boolean =>
  now.length === next.length && now.every((row, at) => keyOf(row) === keyOf(next[at]!));

/** Rows that are new, or stand elsewhere, or are gone. */
export function changedRows<Row>(now: readonly Row[], next: readonly Row[], keyOf: (row: Row) => string): number {
  const before = new Set(now.map(keyOf));
  const arrived = next.filter((row) => !before.has(keyOf(row))).length;
  return Math.max(arrived, now.length - next.length, 1);
}

/**
 * Looks, while the page is in front, when live events say that what is below this path has changed, or what somebody may see.
 * One look at a time, and none while rows are on their way: what it or they bring may be older than the event, so that
 * another one follows.
 */
function useLiveChanges(path: string, pageKey: string, isFetching: boolean, look: (atOnce: boolean) => Promise<void>): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLooking = useRef(false);
  const atOnce = useRef(false);
  const due = useEffectEvent(async () => {
    if (!isInFront(pageKey)) return;
    if (isFetching || isLooking.current) return soon();
    isLooking.current = true;
    const isAtOnce = atOnce.current;
    atOnce.current = false;
    await look(isAtOnce);
    isLooking.current = false;
  });
  const soon = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void due(), GATHER_MS);
  });
  useEffect(() => {
    const changed = (): void => (isInFront(pageKey) ? soon() : undefined);
    const heard = onLiveEvent((event) => {
      const isRights = isEvent(event, EVENTS.rights);
      atOnce.current ||= isRights;
      if (isRights || concerns(event, path)) changed();
    });
    const stops = [heard, onLiveConnect(changed)];
    return () => {
      clearTimeout(timer.current);
      stops.forEach((stop) => stop());
    };
  }, [path, pageKey]);
}
