// The query cache of this window and its invalidation.
import { QueryClient, type Query } from '@tanstack/react-query';
import { ApiError } from './error.ts';

/** Data younger than this is not refetched when a page comes to the front. */
export const FRESH_MS = 30_000;

/** Only retry requests that never reached the server. */
const isLost = (error: Error): boolean => error instanceof ApiError && error.kind === 'abnormal';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // A campus network without internet access is still a network.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isLost(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Runs immediately, or once all mutations in flight in this window have settled. */
export function runAfterMutations(run: () => void, client: QueryClient = queryClient): void {
  if (client.isMutating() === 0) return run();
  const stop = client.getMutationCache().subscribe(() => {
    if (client.isMutating() > 0) return;
    stop();
    run();
  });
}

/** Marks data at this path and below as stale: pages in front refetch now, others when they come to the front. */
export function invalidate(path: string, client: QueryClient = queryClient): Promise<void> {
  return invalidateMatching(({ queryKey }) => isBelow(queryKey[0], path), client);
}

/** The same for all data: responses depend on the language. */
export const invalidateAll = (client: QueryClient = queryClient): Promise<void> => invalidateMatching(() => true, client);

/** The same for a live event, or for everything if events may have been missed; skips held queries that are in front. */
export function invalidateLive(path?: string, client: QueryClient = queryClient): Promise<void> {
  return invalidateMatching((query) => (path === undefined || isBelow(query.queryKey[0], path)) && !isHeldLive(query), client);
}

const isHeldLive = (query: Query): boolean => query.meta?.['holdLive'] === true && query.isActive();

/** Marks held queries stale without fetching, so that a component mounted later, such as another list type, refetches. */
export const markHeldStale = (client: QueryClient = queryClient): Promise<void> =>
  client.invalidateQueries({ predicate: isHeldLive, refetchType: 'none' });

const pendingRefetches = new WeakMap<Query, Promise<void>>();

/** A response in flight may predate the change, so it is refetched once it has arrived. */
async function invalidateMatching(concerns: (query: Query) => boolean, client: QueryClient): Promise<void> {
  const concerned = client.getQueryCache().findAll({ predicate: concerns });
  const inFlight = concerned.filter(({ state }) => state.fetchStatus !== 'idle');
  const settled = new Set(concerned.filter(({ state }) => state.fetchStatus === 'idle'));
  await Promise.all([
    client.invalidateQueries({ predicate: (query) => settled.has(query) }),
    ...inFlight.map((query) => refetchOnce(query, client)),
  ]);
}

/** Coalesces refetches: at most one follows the request in flight, so that frequent changes cannot starve the response. */
function refetchOnce(query: Query, client: QueryClient): Promise<void> {
  const asked = pendingRefetches.get(query);
  if (asked) return asked;
  const ask = async (): Promise<void> => {
    // Refetch even if this one fails or is cancelled.
    await query.fetch(undefined, { cancelRefetch: false }).catch(() => undefined);
    pendingRefetches.delete(query);
    await client.invalidateQueries({ predicate: (each) => each === query });
  };
  const asking = ask();
  pendingRefetches.set(query, asking);
  return asking;
}

const isBelow = (key: unknown, path: string): boolean => typeof key === 'string' && (key === path || key.startsWith(`${path}/`));
