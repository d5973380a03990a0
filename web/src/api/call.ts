// The typed client: calls routes as the contract declares them.
import {
  API_BASE,
  DEVICE_HEADER,
  IDEMPOTENCY_HEADER,
  ORG_HEADER,
  PAGE_ROLE_HEADER,
  RETRY_DEPTH_401,
} from '@kuwei/contract/constants';
import { pathOf, type CallInput, type ReplyOf, type Route } from '@kuwei/contract/route';
import { deviceId } from '../browser/device.ts';
import { history } from '../browser/history.ts';
import { uuid } from '../browser/uuid.ts';
import { locale, t } from '../phrase/phrases.ts';
import { ApiError } from './error.ts';
import { chosenOrg } from './org.ts';
import { pageRole } from './page-role.ts';
import { accessToken, refresh } from './refresh.ts';
import { send, type Answer, type Outgoing } from './send.ts';

export interface CallOptions {
  /** Sends the access token; on by default where the route asks for one. */
  token?: boolean;
  /** Sends X-Page-Role: the active role, or the one given. Off by default; `usePageCall` turns it on. */
  pageRole?: boolean | string;
  /** Sends X-Org-Id with a write: the organisation shown, or the one given. The server refuses if the session uses another one. */
  org?: boolean | string;
  /** Identical calls in flight share one request and one result. */
  marginRequest?: boolean;
  /** Sends the body as a multipart upload; on by default where the route takes a file. */
  file?: boolean;
  /** Resolves to status, headers and data instead of the data alone. */
  responseAll?: boolean;
  /** Fraction of the upload sent so far, 0 to 1. */
  onUploadProgress?: (part: number) => void;
  /** Bytes downloaded so far. */
  onDownloadProgress?: (bytes: number) => void;
  /** Idempotency key: writes with the same key are executed once. Defaults to a new key per call. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

type FileReply<R extends Route> = R['reply'] extends 'file' | 'sheet' ? Blob : ReplyOf<R>;
type Result<R extends Route, O> = O extends { responseAll: true } ? Answer<FileReply<R>> : FileReply<R>;
type Args<R extends Route, O> =
  object extends CallInput<R> ? [input?: CallInput<R>, options?: O] : [input: CallInput<R>, options?: O];

interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: Blob;
}

/**
 * Calls a route.
 * @throws ApiError on any failure
 */
export async function call<R extends Route, const O extends CallOptions = CallOptions>(
  route: R,
  ...[input, options]: Args<R, O>
): Promise<Result<R, O>> {
  const given: AnyInput = input ?? {};
  const chosen: CallOptions = options ?? {};
  const file = chosen.file ?? route.body === 'file';
  if (file && chosen.marginRequest) throw new Error(t('api.fileAndMargin'));
  const request = requestOf(route, given, chosen, file);
  const withToken = chosen.token ?? route.needs !== 'open';
  const start = (): Promise<Answer<unknown>> => (withToken ? sendAuthorized(request) : send(request));
  const answer = await (chosen.marginRequest ? shareInFlight(request, withToken, start) : start());
  return (chosen.responseAll ? answer : answer.data) as Result<R, O>;
}

function requestOf(route: Route, input: AnyInput, options: CallOptions, file: boolean): Outgoing {
  const headers: Record<string, string> = { 'Accept-Language': locale(), [DEVICE_HEADER]: deviceId() };
  const role = options.pageRole === true ? pageRole() : options.pageRole || null;
  if (role !== null) headers[PAGE_ROLE_HEADER] = role;
  if (route.method !== 'GET' && route.needs !== 'open') {
    headers[IDEMPOTENCY_HEADER] = options.idempotencyKey ?? uuid();
    const org = typeof options.org === 'string' ? options.org : chosenOrg()?.id;
    if (options.org !== false && org !== undefined) headers[ORG_HEADER] = org;
  }
  if (!file && input.body !== undefined) headers['Content-Type'] = 'application/json';
  return {
    method: route.method,
    address: API_BASE + pathOf(route, input.params) + queryText(input.query),
    headers,
    ...(file ? { body: formOf(input.file!) } : input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(options.signal && { signal: options.signal }),
    ...(typeof route.reply === 'string' && { asFile: true }),
    ...(options.onUploadProgress && { onUploadProgress: options.onUploadProgress }),
    ...(options.onDownloadProgress && { onDownloadProgress: options.onDownloadProgress }),
  };
}

/** Lists become repeated parameters; empty values are omitted. */
function queryText(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== '') search.append(name, String(each));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append('file', file, file instanceof File ? file.name : 'file');
  return form;
}

/** Sends with the access token. If the token is rejected, refreshes it and repeats the request once. */
async function sendAuthorized(request: Outgoing): Promise<Answer<unknown>> {
  for (let depth = 0; ; depth++) {
    const token = await accessToken().catch((error: unknown) => goHome(error, isRefusal(error)));
    try {
      return await send({ ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } });
    } catch (error) {
      if (depth >= RETRY_DEPTH_401 || !isTokenRefusal(error)) throw error;
      await refresh(token).catch((refreshError: unknown) => goHome(refreshError, true));
    }
  }
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.kind === 'unauthorized';
const isTokenRefusal = (error: unknown): boolean =>
  error instanceof ApiError && isRefusal(error) && (error.code === 'UNAUTHORIZED' || error.code === 'TOKEN_FAIL');

/**
 * Without a token nothing on this page works: go to the start page, which leads to the sign-in. Skipped if the sign-out has already led
 * there.
 */
function goHome(error: unknown, leave: boolean): never {
  const wasSignedOut = error instanceof ApiError && error.code === 'UNAUTHORIZED';
  if (leave && !wasSignedOut) history.replace('/');
  throw error;
}

const inFlight = new Map<string, Promise<Answer<unknown>>>();

function shareInFlight(request: Outgoing, withToken: boolean, start: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  const { method, address, body, headers } = request;
  const key = JSON.stringify([method, address, body, withToken, headers[PAGE_ROLE_HEADER], headers['Accept-Language']]);
  const running = inFlight.get(key);
  if (running) return running;
  const started = start().finally(() => inFlight.delete(key));
  inFlight.set(key, started);
  return started;
}
