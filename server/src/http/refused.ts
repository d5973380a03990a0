// What the log is told of a call that was refused or failed.
import { PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import type { ErrorBody, ErrorCode } from '@kuwei/contract/error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { causeOf } from '../error.ts';
import type { CallLog } from './call-log.ts';
import { addressKey } from './address.ts';
import { originOf, sessionOf } from './caller.ts';

/** Of nobody who is known, as every console meets them whose token has ended; and those that are rows as sign-ins. */
const TOLD_ELSEWHERE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'UNAUTHORIZED',
  'TOKEN_FAIL',
  'SIGN_FAIL',
  'SECOND_FACTOR',
  'SECOND_FACTOR_CODE',
  'SSO_FAIL',
]);
const FIELDS_MAX = 10;
/** Names of fields of ours: keys of what was sent may stand there as well. */
const PATH = /^[\w.]{1,60}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Answered {
  status: number;
  body: ErrorBody;
  thrown: unknown;
}

/** Calls of routes that there are, by the route: what stands in an address may be a secret. */
export function noteRefused(
  calls: CallLog,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, thrown }: Answered,
): void {
  const url = request.routeOptions.url;
  if (request.is404 || url?.startsWith('/api/') !== true || TOLD_ELSEWHERE.has(body.code)) return;
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
    ip: origin.ip,
    requestId: origin.requestId,
    recordId: typeof id === 'string' && UUID.test(id) ? id : null,
    status,
    ms: Math.round(reply.elapsedTime),
    answer: {
      code: body.code,
      ...(status >= 500 ? { cause: causeOf(thrown) } : {}),
      ...(fields && fields.length > 0 ? { fields } : {}),
    },
  });
}
