// Query parameters of the figures, all from the address.
import { EVENTS } from '@kuwei/contract/event';
import { useQueryClient } from '@tanstack/react-query';
import { isEvent, onLiveConnect, onLiveEvent } from '../../api/live.ts';
import { invalidate } from '../../api/query-client.ts';
import { useActiveEffect, usePage } from '../../page/page.ts';

/** Parameters that filter every figure. */
export const PERIOD = ['from', 'to'] as const;
export const GOODS = ['warehouseId', 'ownerOrgId', 'categoryId', 'productId', 'control'] as const;

/** Those that are set. @param names the figure's parameters */
export function useQueryParams(names: readonly string[]): Record<string, string> {
  const { query } = usePage();
  return Object.fromEntries(names.flatMap((name) => (query.get(name) === null ? [] : [[name, query.get(name)!]])));
}

/** A query parameter limited to a few values; the first by default. */
export function useQueryChoice<const V extends readonly string[]>(
  name: string,
  values: V,
): [V[number], (value: V[number]) => void] {
  const { query, setQuery } = usePage();
  const given = query.get(name);
  const chosen = values.find((value) => value === given) ?? values[0]!;
  return [chosen, (value) => setQuery({ [name]: value === values[0] ? null : value })];
}

/** Throttle: documents are carried out in series, so figures refresh after a group of them. */
const GATHER_MS = 10_000;
/** For changes without an event: the clock, and other users' rights. */
const POLL_MS = 60_000;

/** Refetches the figures after events and once a minute, while the page is in front. */
export function useLiveFigures(): void {
  const client = useQueryClient();
  useActiveEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      clearTimeout(waiting);
      waiting = undefined;
      void invalidate('/wms/statistics', client);
    };
    const refreshSoon = (): void => {
      waiting ??= setTimeout(refresh, GATHER_MS);
    };
    const stops = [onLiveEvent((event) => isEvent(event, EVENTS.transaction) && refreshSoon()), onLiveConnect(refreshSoon)];
    const clock = setInterval(refresh, POLL_MS);
    return () => {
      clearTimeout(waiting);
      clearInterval(clock);
      for (const stop of stops) stop();
    };
  }, [client]);
}
