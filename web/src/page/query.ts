// Server data for pages: asked for while the page is in front, kept while it is not, asked for again when it has changed.
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

/** A failure that says nothing about whether the write was done: a server that breaks off may have committed it. */
const isUncertain = (error: Error): boolean =>
  error instanceof ApiError && (error.kind === 'abnormal' || error.kind === 'server');

type Input<R extends Route> = object extends CallInput<R> ? CallInput<R> | undefined : CallInput<R>;
type ReadRoute = Route & ({ method: 'GET' } | { asks: true });
/** Data depends on who asks as what: both are part of its name. */
type QueryKey = readonly [path: string, input: unknown, as: { pageRole: string | null; org: string | null }];

export interface PageQueryOptions {
  enabled?: boolean;
  /** Shows the former answer while the next one comes: for pages of a list. */
  keepPrevious?: boolean;
  staleTime?: number;
  /** Live events leave the answer as it is while it is in front: who shows it hears them and asks when it suits, as lists do. */
  holdLive?: boolean;
}

/**
 * The answer of a route for this page. In the background it asks nothing: what has become out of date is asked for when
 * the page comes to the front. That alone draws nothing again, so changing tabs costs no more than showing what is there.
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
  // The first time it is asked before the page is drawn, which on a slow machine takes as long as the answer.
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

/** `call`, as this page: with its page role, and refused when another group was chosen meanwhile. */
export function usePageCall(): typeof call {
  const { pageRole } = usePage();
  const bound: CallAny = (route, input, options) => callAny(route, input, { pageRole: pageRole ?? false, ...options });
  return bound as unknown as typeof call;
}

export interface PageWriteOptions<R extends Route> {
  /** Paths whose answers have changed with this write, `/wms/product`; those below them, too. */
  changes?: readonly string[];
  onSuccess?: (reply: ReplyOf<R>, input: CallInput<R>) => void | Promise<void>;
}

/**
 * A write of this page. Sent again after it was lost on the way or the server failed, the same input carries the same key,
 * so that the server does it once.
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

/** Builds the page in front again and loads its data again; the browser page stays. */
export async function reloadPage(): Promise<void> {
  await queryClient.invalidateQueries({ type: 'active', refetchType: 'none' });
  rebuildPage();
}
