// The answers that this window keeps, and which of them are out of date.
import { QueryClient, type Query } from '@tanstack/react-query';
import { ApiError } from './error.ts';

/** Data younger than this is not asked for again when a page comes to the front. */
export const FRESH_MS = 30_000;

/** Only what never reached the server is worth trying again by itself. */
const isLost = (error: Error): boolean => error instanceof ApiError && error.kind === 'abnormal';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // A campus network without the internet is a network.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isLost(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** At once, or when every write of this window that is under way has been answered. */
export function runAfterMutations(run: () => void, client: QueryClient = queryClient): void {
  if (client.isMutating() === 0) return run();
  const stop = client.getMutationCache().subscribe(() => {
    if (client.isMutating() > 0) return;
    stop();
    run();
  });
}

/** Answers of this path, and of those below it, are out of date: pages in front ask again, the others when they are. */
export function invalidate(path: string, client: QueryClient = queryClient): Promise<void> {
  return invalidateMatching(({ queryKey }) => isBelow(queryKey[0], path), client);
}

/** The same for all answers: what the server says depends on the language. */
export const invalidateAll = (client: QueryClient = queryClient): Promise<void> => invalidateMatching(() => true, client);

/** The same because of a live event, or for everything when some may have been missed; answers that hold still in front stay. */
export function invalidateLive(path?: string, client: QueryClient = queryClient): Promise<void> {
  return invalidateMatching((query) => (path === undefined || isBelow(query.queryKey[0], path)) && !isHeldLive(query), client);
}

const isHeldLive = (query: Query): boolean => query.meta?.['holdLive'] === true && query.isActive();

/** Marks held answers stale without fetching: a component that mounts later, such as another kind of list, fetches them. */
export const markHeldStale = (client: QueryClient = queryClient): Promise<void> =>
  client.invalidateQueries({ predicate: isHeldLive, refetchType: 'none' });

const pendingRefetches = new WeakMap<Query, Promise<void>>();

/** An answer that is under way may be older than the change: when it has come, it is asked for once more. */
async function invalidateMatching(concerns: (query: Query) => boolean, client: QueryClient): Promise<void> {
  const concerned = client.getQueryCache().findAll({ predicate: concerns });
  const underWay = concerned.filter(({ state }) => state.fetchStatus !== 'idle');
  const settled = new Set(concerned.filter(({ state }) => state.fetchStatus === 'idle'));
  await Promise.all([
    client.invalidateQueries({ predicate: (query) => settled.has(query) }),
    ...underWay.map((query) => refetchOnce(query, client)),
  ]);
}

/** However often it is asked for, one question follows the one under way: many changes never keep an answer from coming. */
function refetchOnce(query: Query, client: QueryClient): Promise<void> {
  const asked = pendingRefetches.get(query);
  if (asked) return asked;
  const ask = async (): Promise<void> => {
    // One that fails or is taken back is followed by the next one all the same.
    await query.fetch(undefined, { cancelRefetch: false }).catch(() => undefined);
    pendingRefetches.delete(query);
    await client.invalidateQueries({ predicate: (each) => each === query });
  };
  const asking = ask();
  pendingRefetches.set(query, asking);
  return asking;
}

const isBelow = (key: unknown, path: string): boolean => typeof key === 'string' && (key === path || key.startsWith(`${path}/`));
