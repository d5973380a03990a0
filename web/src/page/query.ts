// Server data for pages: fetched while the page is in front, kept in the background, refetched when stale.
import type { CallInput, ReplyOf, Route } from '@kuwei/contract/route';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type FetchQueryOptions,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call, type CallOptions } from '../api/call.ts';
import { ApiError } from '../api/error.ts';
import { useOrg } from '../api/org.ts';
import { FRESH_MS, invalidate, queryClient } from '../api/query-client.ts';
import { uuid } from '../browser/uuid.ts';
import { usePage } from './page.ts';
import { isInFront, onFrontChange, rebuildPage } from './pages.ts';

/** An uncertain outcome: a server that breaks off may have committed the write. */
const isUncertain = (error: Error): boolean =>
  error instanceof ApiError && (error.kind === 'abnormal' || error.kind === 'server');

type Input<R extends Route> = object extends CallInput<R> ? CallInput<R> | undefined : CallInput<R>;
type ReadRoute = Route & ({ method: 'GET' } | { asks: true });
/** Responses depend on the page role and organisation, so both are part of the key. */
type QueryKey = readonly [path: string, input: unknown, as: { pageRole: string | null; org: string | null }];

export interface PageQueryOptions {
  enabled?: boolean;
  /** Shows the previous data while the next is loading: for pages of a list. */
  keepPrevious?: boolean;
  staleTime?: number;
  /** Live events do not refetch it while it is in front: the component handles them itself, as lists do. */
  holdLive?: boolean;
}

/**
 * Queries a route for this page. Disabled in the background; stale data is refetched when the page comes to the front. Switching pages
 * does not rerender by itself, so changing tabs stays cheap.
 */
export function usePageQuery<R extends ReadRoute>(
  route: R,
  input: Input<R>,
  { enabled = true, keepPrevious = false, staleTime = FRESH_MS, holdLive = false }: PageQueryOptions = {},
): UseQueryResult<ReplyOf<R>, Error> {
  const { key, pageRole } = usePage();
  const client = useQueryClient();
  const org = useOrg((state) => state.org?.id ?? null);
  const queryKey: QueryKey = [route.path, input ?? {}, { pageRole, org }];
  const question: FetchQueryOptions<ReplyOf<R>, Error> = {
    queryKey,
    queryFn: ({ signal }) => callAny(route, input, { pageRole: pageRole ?? false, signal }) as Promise<ReplyOf<R>>,
    staleTime,
    meta: { holdLive },
  };
  const isAsking = (): boolean => enabled && isInFront(key);
  // Prefetch before the first render, which on a slow machine takes as long as the response.
  if (isAsking() && client.getQueryState(queryKey) === undefined) void client.prefetchQuery(question);
  const result = useQuery<ReplyOf<R>, Error>({
    ...question,
    enabled: isAsking,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  });
  const freshen = useEffectEvent(() => {
    const isStale = client.getQueryCache().find({ queryKey })?.isStaleByTime(staleTime) ?? true;
    if (enabled && isStale) void result.refetch({ cancelRefetch: false });
  });
  useEffect(() => onFrontChange(key, (inFront) => inFront && freshen()), [key]);
  return result;
}

type CallAny = (route: Route, input: unknown, options: CallOptions) => Promise<unknown>;
const callAny = call as unknown as CallAny;

/** `call` with this page's role; rejected if another group was chosen meanwhile. */
export function usePageCall(): typeof call {
  const { pageRole } = usePage();
  const bound: CallAny = (route, input, options) => callAny(route, input, { pageRole: pageRole ?? false, ...options });
  return bound as unknown as typeof call;
}

export interface PageWriteOptions<R extends Route> {
  /** Paths that this write makes stale, such as `/wms/product`, including those below them. */
  changes?: readonly string[];
  onSuccess?: (reply: ReplyOf<R>, input: CallInput<R>) => void | Promise<void>;
}

/**
 * A write of this page. A retry with the same input after a lost request or a server error sends the same idempotency key, so that the
 * write is executed once.
 */
export function usePageWrite<R extends Route>(
  route: R,
  { changes = [], onSuccess }: PageWriteOptions<R> = {},
): UseMutationResult<ReplyOf<R>, Error, CallInput<R>> {
  const { pageRole } = usePage();
  const client = useQueryClient();
  const intent = useRef({ text: '', key: '' });
  return useMutation<ReplyOf<R>, Error, CallInput<R>>({
    mutationFn: async (input) => {
      const text = JSON.stringify(input);
      if (intent.current.text !== text) intent.current = { text, key: uuid() };
      const options = { pageRole: pageRole ?? false, idempotencyKey: intent.current.key };
      return (await callAny(route, input, options)) as ReplyOf<R>;
    },
    onSuccess: async (reply, input) => {
      intent.current = { text: '', key: '' };
      await Promise.all(changes.map((path) => invalidate(path, client)));
      await onSuccess?.(reply, input);
    },
    onError: (error) => {
      if (!isUncertain(error)) intent.current = { text: '', key: '' };
    },
  });
}

/** Rebuilds the page in front and refetches its data, without a browser reload. */
export async function reloadPage(): Promise<void> {
  await queryClient.invalidateQueries({ type: 'active', refetchType: 'none' });
  rebuildPage();
}
