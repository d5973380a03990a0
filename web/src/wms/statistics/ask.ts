// What the figures of this page are asked for: all of it stands in the address.
import { EVENTS } from '@kuwei/contract/event';
import { useQueryClient } from '@tanstack/react-query';
import { isEvent, onLiveConnect, onLiveEvent } from '../../api/live.ts';
import { invalidate } from '../../api/query-client.ts';
import { useActiveEffect, usePage } from '../../page/page.ts';

/** Parts of the address that narrow every figure. */
export const PERIOD = ['from', 'to'] as const;
export const GOODS = ['warehouseId', 'ownerOrgId', 'categoryId', 'productId', 'control'] as const;

/** Those of them that are set. @param names that a figure takes */
export function useQueryParams(names: readonly string[]): Record<string, string> {
  const { query } = usePage();
  return Object.fromEntries(names.flatMap((name) => (query.get(name) === null ? [] : [[name, query.get(name)!]])));
}

/** One of a few words in the address; the first where it names none. */
export function useQueryChoice<const V extends readonly string[]>(
  name: string,
  values: V,
): [V[number], (value: V[number]) => void] {
  const { query, setQuery } = usePage();
  const given = query.get(name);
  const chosen = values.find((value) => value === given) ?? values[0]!;
  return [chosen, (value) => setQuery({ [name]: value === values[0] ? null : value })];
}

/** Documents are carried out one after the other: figures come after some of them, not after each. */
const GATHER_MS = 10_000;
/** What no event tells: the clock, and what other people may see. */
const POLL_MS = 60_000;

/** Asks for the figures again, while the page is in front, after what has happened and once a minute. */
export function useLiveFigures(): void {
  const client = useQueryClient();
  useActiveEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const ask = (): void => {
      clearTimeout(waiting);
      waiting = undefined;
      void invalidate('/wms/statistics', client);
    };
    const soon = (): void => {
      waiting ??= setTimeout(ask, GATHER_MS);
    };
    const ends = [onLiveEvent((event) => isEvent(event, EVENTS.transaction) && soon()), onLiveConnect(soon)];
    const clock = setInterval(ask, POLL_MS);
    return () => {
      clearTimeout(waiting);
      clearInterval(clock);
      for (const end of ends) end();
    };
  }, [client]);
}
