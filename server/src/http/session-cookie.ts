// The access token as a cookie, for what a browser asks for on its own: pictures and files of a page. It never writes.
import type { TokenPair } from '@kuwei/contract/auth/token';
import type { Route } from '@kuwei/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback, type Config } from '../config.ts';

const NAME = 'kuwei_session';
/** Browsers take this name only with Secure, from this very host and for all of it. */
const SECURE_NAME = `__Host-${NAME}`;

/** The token in the cookie, where the route reads a file. */
export function cookieToken(route: Route, request: FastifyRequest): string | undefined {
  if (route.method !== 'GET' || route.reply !== 'file') return undefined;
  return request.cookies[SECURE_NAME] ?? request.cookies[NAME];
}

/** Gives the browser the cookie of a new token, or takes it back. Only this very machine is served without Secure. */
export function setSessionCookie(
  { cookieSameSite: sameSite }: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  pair: TokenPair | null,
): void {
  const secure = request.protocol === 'https' || !isLoopback(request.hostname);
  const name = secure ? SECURE_NAME : NAME;
  const options = { httpOnly: true, secure, sameSite, path: '/' } as const;
  if (pair) reply.setCookie(name, pair.token, { ...options, maxAge: pair.expries });
  else reply.clearCookie(name, options);
}
