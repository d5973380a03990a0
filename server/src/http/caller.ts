// Authentication and authorization of a request.
import { isAllowed, effectiveRoles, POWERS } from '@kuwei/contract/access';
import { dicRoutes } from '@kuwei/contract/auth/dic';
import { passwordRoutes } from '@kuwei/contract/auth/password';
import { secondFactorRoutes } from '@kuwei/contract/auth/sign-in';
import { userRoutes } from '@kuwei/contract/auth/user';
import { DEVICE_HEADER, ORG_HEADER, PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import { AppError, type ErrorCode } from '@kuwei/contract/error';
import { concernsCredentials, needsOf, type Needs, type Route } from '@kuwei/contract/route';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { orgRoutes } from '@kuwei/contract/wms/org';
import type { FastifyRequest } from 'fastify';
import { isClosedWhileActing, assertNotActing } from '../session/acting.ts';
import type { Session } from '../session/sessions.ts';
import type { Caller, Origin, Services } from '../context.ts';
import { localeOf } from '../phrase.ts';
import { useTicket } from './file-ticket.ts';
import { browserOf, cookieToken } from './session-cookie.ts';

const sessions = new WeakMap<FastifyRequest, Session>();
/** The session of a request, even if it was refused; undefined without one. */
export const sessionOf = (request: FastifyRequest): Session | undefined => sessions.get(request);

/** The origin of a call, and its language. */
export function originOf(request: FastifyRequest): Origin {
  const device = request.headers[DEVICE_HEADER.toLowerCase()];
  return {
    locale: localeOf(request.headers['accept-language']),
    ip: request.ip,
    deviceId: typeof device === 'string' ? device.slice(0, 64) : '',
    browser: browserOf(request),
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  };
}

/**
 * How to find the session of a request. A ticket is used up.
 * @throws AppError UNAUTHORIZED without credentials, TOKEN_FAIL for a malformed token
 */
export async function readCredentials(
  services: Services,
  route: Route,
  request: FastifyRequest,
): Promise<() => Promise<Session | null>> {
  const { authorization } = request.headers;
  const bearer = /^Bearer ([\w-]{20,256})$/.exec(authorization ?? '')?.[1];
  const ticketed = bearer === undefined ? await useTicket(services, route, request) : undefined;
  if (ticketed !== undefined) return () => services.sessions.findById(ticketed);
  const token = bearer ?? cookieToken(route, request);
  if (token === undefined) throw new AppError(authorization === undefined ? 'UNAUTHORIZED' : 'TOKEN_FAIL');
  return () => services.sessions.find(token);
}

/**
 * Identifies the caller and checks that they may make this call.
 * @throws AppError TOKEN_FAIL, FORBIDDEN, PAGE_ROLE, ORG_CHANGED, or what they must do first
 */
export async function identify(route: Route, request: FastifyRequest, find: () => Promise<Session | null>): Promise<Caller> {
  const session = await find();
  if (!session) throw new AppError('TOKEN_FAIL');
  sessions.set(request, session);
  const call = `${route.method} ${route.path}`;
  if (session.mustChangePassword && !OPEN_BEFORE_CHANGE.has(call)) throw new AppError('PASSWORD_CHANGE_NEEDED');
  if (session.mustSetUpSecondFactor && !OPEN_BEFORE_SECOND_FACTOR.has(call)) throw new AppError('SECOND_FACTOR_NEEDED');

  const active = request.headers[PAGE_ROLE_HEADER.toLowerCase()];
  const pageRole = active === undefined || active === '' ? null : String(active);
  if (pageRole !== null && !session.roles.some((role) => role.code === pageRole)) throw new AppError('PAGE_ROLE');
  const effective = effectiveRoles(session.roles, pageRole);
  const { action } = request.params as { action?: unknown };
  const needs = needsOf(route, action);
  const refusal = refusalOf(needs, session, pageRole, effective);
  if (refusal !== null && (!route.reviewers || session.apiToken !== null)) throw new AppError(refusal);
  if (isClosedWhileActing(route)) assertNotActing(session);
  if (session.apiToken !== null && isClosedToTokens(route, action)) throw new AppError('API_TOKEN');

  const shownOrg = request.headers[ORG_HEADER.toLowerCase()];
  if (route.method !== 'GET' && shownOrg !== undefined && shownOrg !== session.orgId) throw new AppError('ORG_CHANGED');
  return {
    userId: session.userId,
    name: session.name,
    username: session.username,
    proxyUserId: session.proxyUserId,
    sessionId: session.id,
    orgId: session.orgId,
    orgs: session.orgs,
    rules: session.rules,
    roles: session.roles,
    pageRole,
    effective,
    apiToken: session.apiToken,
    ...(refusal !== null && { refusal }),
  };
}

/**
 * Whether a call is closed to API tokens: what gives a way to sign in, changes rights or workflows, or is a person's signature, and
 * what every person may call without a role, such as their inbox and approvals, but for a few.
 */
const isClosedToTokens = (route: Route, action: unknown): boolean =>
  route.attests === true ||
  concernsCredentials(route, action) ||
  (route.needs === 'signed-in' && !OPEN_TO_TOKENS.has(`${route.method} ${route.path}`)) ||
  (route.method !== 'GET' &&
    !route.asks &&
    typeof route.needs === 'object' &&
    route.needs.some((code) => GIVES_RIGHTS.has(code)));

/** Managing roles, data rules and workflows: a token would exceed its own roles by them. */
const GIVES_RIGHTS: ReadonlySet<string> = new Set([POWERS.role, POWERS.power, POWERS.rule, POWERS.flow, POWERS.flowPublish]);

/** Why the roles of a caller don't allow a call; null if they do. */
function refusalOf(needs: Needs, { roles }: Session, pageRole: string | null, effective: Caller['effective']): ErrorCode | null {
  if (typeof needs === 'string' || isAllowed(needs, effective)) return null;
  return pageRole === null && isAllowed(needs, roles) ? 'PAGE_ROLE' : 'FORBIDDEN';
}

const callsOf = (routes: readonly Route[]): ReadonlySet<string> => new Set(routes.map(({ method, path }) => `${method} ${path}`));
/** Calls without a role that API tokens may make: who they are, organisations, dictionaries, files. */
const OPEN_TO_TOKENS = callsOf([
  userRoutes.getMe,
  userRoutes.getPower,
  orgRoutes.listMyOrgs,
  orgRoutes.getSelf,
  orgRoutes.switchOrg,
  dicRoutes.listDics,
  dicRoutes.getDic,
  fileRoutes.upload,
  fileRoutes.makeTicket,
  fileRoutes.download,
]);
/** Open to callers who must do something first: their own data … */
const WHO = [userRoutes.getMe, userRoutes.getPower, userRoutes.listSettings, userRoutes.saveSetting];
/** … and changing the password, */
const OPEN_BEFORE_CHANGE = callsOf([...WHO, passwordRoutes.changePassword]);
const { getSecondFactor, beginSecondFactor, confirmSecondFactor } = secondFactorRoutes;
/** … or setting up the second factor. */
const OPEN_BEFORE_SECOND_FACTOR = callsOf([
  ...WHO,
  passwordRoutes.changePassword,
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
]);
