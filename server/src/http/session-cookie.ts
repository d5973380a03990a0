// The access token as a cookie, for what a browser asks for on its own: pictures and files of a page. It never writes.
// And a cookie by which a browser is known again at the sign-in, which opens nothing.
import { randomBytes } from 'node:crypto';
import type { TokenPair } from '@kuwei/contract/auth/token';
import type { Route } from '@kuwei/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback, type Config } from '../config.ts';

const NAME = 'kuwei_session';
/** Browsers take this name only with Secure, from this very host and for all of it. */
const SECURE_NAME = `__Host-${NAME}`;
const DEVICE_NAME = 'kuwei_device';
const SECURE_DEVICE_NAME = `__Host-${DEVICE_NAME}`;
/** A browser that nobody signed in with for so long is a stranger again. */
export const DEVICE_DAYS = 180;

/** The token in the cookie, where the route reads a file. */
export function cookieToken(route: Route, request: FastifyRequest): string | undefined {
  if (route.method !== 'GET' || route.reply !== 'file') return undefined;
  return request.cookies[SECURE_NAME] ?? request.cookies[NAME];
}

/** What the browser is known by: the cookie it shows, or a new one, which it is given with its first session. */
export function browserOf(request: FastifyRequest): { secret: string; isNew: boolean } {
  const shown = request.cookies[SECURE_DEVICE_NAME] ?? request.cookies[DEVICE_NAME];
  if (shown !== undefined && /^[\w-]{43}$/.test(shown)) return { secret: shown, isNew: false };
  return { secret: randomBytes(32).toString('base64url'), isNew: true };
}

/** Gives the browser the cookies of a new session, or takes that of its token back. Only this very machine is served without Secure. */
export function setSessionCookie(
  { cookieSameSite: sameSite }: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  pair: TokenPair | null,
  browser: string,
): void {
  const secure = request.protocol === 'https' || !isLoopback(request.hostname);
  const name = secure ? SECURE_NAME : NAME;
  const options = { httpOnly: true, secure, sameSite, path: '/' } as const;
  if (pair) {
    reply.setCookie(name, pair.token, { ...options, maxAge: pair.expries });
    const known = { ...options, sameSite: 'strict', maxAge: DEVICE_DAYS * 86_400 } as const;
    reply.setCookie(secure ? SECURE_DEVICE_NAME : DEVICE_NAME, browser, known);
  } else reply.clearCookie(name, options);
}
