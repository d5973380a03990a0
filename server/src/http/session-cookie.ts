// The access token as a cookie, for requests that a browser makes by itself: pictures and files of a page, read-only. And a
// cookie by which sign-in recognizes a browser, which grants nothing.
import type { TokenPair } from '@kuwei/contract/auth/token';
import { isDownload, type Route } from '@kuwei/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../config.ts';
import type { Origin, Services } from '../context.ts';

const SESSION = 'kuwei_session';
const DEVICE = 'kuwei_device';

/** Only localhost is served without Secure. */
const isSecure = ({ protocol, hostname }: FastifyRequest): boolean => protocol === 'https' || !isLoopback(hostname);

/**
 * Browsers accept `__Host-` only with Secure, from this very host and for all paths. A page of a sibling host can set an
 * unprefixed cookie for us, so only one of the two names is read.
 */
const nameOf = (name: string, request: FastifyRequest): string => (isSecure(request) ? `__Host-${name}` : name);

/** The token in the cookie, on routes that read a file. */
export function cookieToken(route: Route, request: FastifyRequest): string | undefined {
  if (route.method !== 'GET' || !isDownload(route)) return undefined;
  return request.cookies[nameOf(SESSION, request)];
}

/** The browser's device cookie. */
export function browserOf(request: FastifyRequest): Origin['browser'] {
  // Cookies are not parsed if the head of the request was refused.
  const cookies = request.cookies as FastifyRequest['cookies'] | null;
  const shown = cookies?.[nameOf(DEVICE, request)];
  return { shown: shown !== undefined && /^[\w-]{43}$/.test(shown) ? shown : null, given: null };
}

/** Sets the cookies of a new session, or clears the token's. */
export function setSessionCookie(
  { config: { cookieSameSite: sameSite }, settings }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  pair: TokenPair | null,
  { shown, given }: Origin['browser'],
): void {
  const name = nameOf(SESSION, request);
  const options = { httpOnly: true, secure: isSecure(request), sameSite, path: '/' } as const;
  if (pair === null) return void reply.clearCookie(name, options);
  reply.setCookie(name, pair.token, { ...options, maxAge: pair.expries });
  const device = given ?? shown;
  const known = { ...options, sameSite: 'strict', maxAge: settings.get('SYS_KNOWN_BROWSER_DAYS') * 86_400 } as const;
  if (device !== null) reply.setCookie(nameOf(DEVICE, request), device, known);
}
