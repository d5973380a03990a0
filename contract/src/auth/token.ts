import * as z from 'zod/mini';
import { must, required } from '../kit/rule.ts';
import { CREDENTIALS_MAX_BYTES, routes } from '../kit/route.ts';
import { currentPassword } from './password.ts';

/** `expries` and `rexpries` are lifetimes in seconds; the spelling is part of the protocol. */
export const tokenPair = z.object({
  token: z.string(),
  expries: z.int(),
  rtoken: z.string(),
  rexpries: z.int(),
});
export type TokenPair = z.infer<typeof tokenPair>;

const signInForm = z.strictObject({
  username: z.string().check(z.trim(), z.maxLength(100), must(required('rule.username'))),
  password: currentPassword,
});

const secret = z.string().check(z.maxLength(256));

export const tokenRoutes = routes({
  login: {
    method: 'POST',
    path: '/auth/auth/token/login',
    summary: 'Sign in',
    needs: 'open',
    bodyMax: CREDENTIALS_MAX_BYTES,
    body: signInForm,
    reply: tokenPair,
    session: 'starts',
    errors: ['SIGN_FAIL', 'ACCOUNT_DISABLED', 'ACCOUNT_ENDED', 'TOO_MANY', 'SECOND_FACTOR'],
  },
  refresh: {
    method: 'POST',
    path: '/auth/auth/token/refresh',
    summary: 'Exchange a refresh token for the next pair',
    needs: 'open',
    bodyMax: CREDENTIALS_MAX_BYTES,
    body: z.strictObject({ rtoken: secret }),
    reply: tokenPair,
    session: 'starts',
    errors: ['SIGN_FAIL', 'ACCOUNT_DISABLED', 'ACCOUNT_ENDED'],
  },
  revoke: {
    method: 'POST',
    path: '/auth/auth/token/revoke',
    summary: 'Sign out: end the session of these tokens',
    needs: 'open',
    bodyMax: CREDENTIALS_MAX_BYTES,
    body: z.strictObject({ token: z._default(z.nullable(secret), null), rtoken: z._default(z.nullable(secret), null) }),
    reply: z.null(),
    session: 'ends',
  },
});
