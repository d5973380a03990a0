// Logs refused and failed calls.
import { PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import { builtInMenu } from '@kuwei/contract/menu-data';
import { SETTINGS } from '@kuwei/contract/setting';
import { AppError, type ErrorBody, type ErrorCode } from '@kuwei/contract/error';
import type { PhraseParams, PhraseValue } from '@kuwei/contract/phrase-params';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { causeOf } from '../error.ts';
import type { CallLog } from '../services/call-log.ts';
import { addressKey } from './address.ts';
import { originOf, sessionOf } from './caller.ts';

/**
 * Routine refusals of unknown callers, as from every console whose token has expired; and refusals that have rows of their own as
 * sign-ins.
 */
const LOGGED_ELSEWHERE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'UNAUTHORIZED',
  'TOKEN_FAIL',
  'SIGN_FAIL',
  'ACCOUNT_DISABLED',
  'ACCOUNT_ENDED',
  'SECOND_FACTOR',
  'SECOND_FACTOR_CODE',
  'SSO_FAIL',
]);
const FIELDS_MAX = 10;
/** Names of our fields; keys from the request may occur there as well. */
const PATH = /^[\w.]{1,60}$/;
/** Product records with readable ids: settings and menu entries. */
const OURS: ReadonlySet<string> = new Set([...Object.keys(SETTINGS), ...builtInMenu.map(({ id }) => id)]);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Answered {
  status: number;
  body: ErrorBody;
  thrown: unknown;
}

/** Logs calls of known routes, without parameters: URLs may hold secrets. */
export function logRefusedCall(
  calls: CallLog,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, thrown }: Answered,
): void {
  const url = request.routeOptions.url;
  if (request.is404 || url?.startsWith('/api/') !== true || LOGGED_ELSEWHERE.has(body.code)) return;
  const session = sessionOf(request);
  const origin = originOf(request);
  const pageRole = request.headers[PAGE_ROLE_HEADER.toLowerCase()];
  const { id } = (request.params ?? {}) as { id?: unknown };
  const fields = body.data?.fields
    ?.slice(0, FIELDS_MAX)
    .map(({ path }) => path)
    .filter((path) => PATH.test(path));
  calls.note({
    key: session ? (session.proxyUserId ?? session.userId) : addressKey(request.ip),
    action: `${request.method} ${url.slice('/api'.length).replaceAll(/:(\w+)/g, '{$1}')}`,
    userId: session?.userId ?? null,
    proxyUserId: session?.proxyUserId ?? null,
    pageRole: session?.roles.some(({ code }) => code === pageRole) ? String(pageRole) : null,
    orgId: session?.orgId ?? null,
    deviceId: origin.deviceId,
    apiToken: session?.apiToken ?? null,
    ip: origin.ip,
    requestId: origin.requestId,
    recordId: typeof id === 'string' && (UUID.test(id) || OURS.has(id)) ? id : null,
    status,
    ms: Math.round(reply.elapsedTime),
    answer: {
      code: body.code,
      ...(status >= 500 ? { cause: causeOf(thrown) } : {}),
      ...(fields && fields.length > 0 ? { fields } : {}),
      ...particularsOf(thrown),
    },
  });
}

/** Parameters are cut to the length of a name. */
const PARTICULAR_MAX = 120;
const PARTICULARS_MAX = 10;

/** Parameters of a refusal's message: which box, how many. Not for WORKBOOK, whose parameters may hold whole rows. */
function particularsOf(thrown: unknown): { particulars?: PhraseParams } {
  if (!(thrown instanceof AppError) || thrown.status >= 500 || thrown.code === 'WORKBOOK') return {};
  const brief = (value: string): string => (value.length > PARTICULAR_MAX ? `${value.slice(0, PARTICULAR_MAX)}…` : value);
  const params = Object.entries(thrown.params)
    .slice(0, PARTICULARS_MAX)
    .map(([name, value]): [string, PhraseValue] => [
      name,
      typeof value === 'string' ? brief(value) : typeof value === 'number' ? value : value.slice(0, PARTICULARS_MAX).map(brief),
    ]);
  return params.length > 0 ? { particulars: Object.fromEntries(params) } : {};
}
