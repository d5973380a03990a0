// The rows of a list. Changes made elsewhere never move rows under the pointer: rows that keep their position are updated in place,
// others wait until the user asks for them; but rows the user may no longer see disappear at once.
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
  /** Rows for another query are loading; those shown belong to the previous one. */
  isFetching: boolean;
  /** Number of changed rows waiting to be shown; null if none. */
  waiting: number | null;
  /** Shows the waiting changes. */
  showWaiting: () => void;
  refresh: () => Promise<unknown>;
}

/** Groups changes, which often come in bursts. */
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
  // Rows fetched aside are valid only with the response they were compared with.
  const [aside, setAside] = useState<{ at: number; rows: Rows; shown: boolean } | null>(null);
  const current = aside?.at === result.dataUpdatedAt && !result.isPlaceholderData ? aside : null;
  const answer = current?.shown ? current.rows : (result.data as Rows | undefined);
  // After a failed query, rows of the same filters in another order stay; rows of other filters would be mistaken for its result.
  const [last, setLast] = useState<{ rows: Rows; asked: string }>();
  const asked = JSON.stringify({ ...query, sort: null });
  if (answer && !result.isPlaceholderData && answer !== last?.rows) setLast({ rows: answer, asked });
  const page = answer ?? (result.error && last?.asked === asked ? last.rows : undefined);

  const look = useEffectEvent(async (atOnce: boolean) => {
    if (!page) return;
    const at = result.dataUpdatedAt;
    const rows = (await call(route, input).catch(() => null)) as Rows | null;
    if (rows) setAside({ at, rows, shown: atOnce || isSameOrder(page.list, rows.list, keyOf) });
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

/** The same rows at the same positions. */
const isSameOrder = <Row>(now: readonly Row[], next: readonly Row[], keyOf: (row: Row) => string): boolean =>
  now.length === next.length && now.every((row, at) => keyOf(row) === keyOf(next[at]!));

/** Number of rows that are new, moved or gone. */
export function changedRows<Row>(now: readonly Row[], next: readonly Row[], keyOf: (row: Row) => string): number {
  const before = new Set(now.map(keyOf));
  const arrived = next.filter((row) => !before.has(keyOf(row))).length;
  return Math.max(arrived, now.length - next.length, 1);
}

/**
 * Refetches in the background while the page is in front, when live events report changes below this path or to the user's rights. One
 * fetch at a time, and none while rows are loading: their response may predate the event, so another fetch follows.
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
    const stopEvents = onLiveEvent((event) => {
      const isRights = isEvent(event, EVENTS.rights);
      atOnce.current ||= isRights;
      if (isRights || concerns(event, path)) changed();
    });
    const stops = [stopEvents, onLiveConnect(changed)];
    return () => {
      clearTimeout(timer.current);
      stops.forEach((stop) => stop());
    };
  }, [path, pageKey]);
}
