// Sign-in methods other than user name and password, and the second factor.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { must, required } from '../kit/rule.ts';
import { CREDENTIALS_MAX_BYTES, routes, routesOn } from '../kit/route.ts';
import { currentPassword } from './password.ts';
import { tokenPair } from './token.ts';

/** Sealed by the server for this browser, opaque to it. */
const ticket = z.string().check(z.maxLength(2_000), must(required()));
/** Six digits of the authenticator app, or a recovery code. */
const code = z.string().check(z.trim(), z.maxLength(40), must(required()));

const demoAccount = z.object({ username: z.string(), name: z.string(), about: z.string() });
export type DemoAccount = z.infer<typeof demoAccount>;

export const signInRoutes = routes({
  listWays: {
    method: 'GET',
    path: '/auth/auth/token/ways',
    summary: 'Available sign-in methods, and whether a forgotten password can be reset',
    needs: 'open',
    /** `sso`: name of the university's sign-in. `forgotten`: password reset by e-mail is available. */
    reply: z.object({ demo: z.boolean(), sso: f.maybe(z.string()), forgotten: z.boolean() }),
  },
  listDemo: {
    method: 'GET',
    path: '/auth/auth/token/demo',
    summary: 'The sample accounts; 404 unless this is a demo',
    needs: 'open',
    reply: z.array(demoAccount),
  },
  demo: {
    method: 'POST',
    path: '/auth/auth/token/demo',
    summary: 'Sign in as a sample account; 404 unless this is a demo',
    needs: 'open',
    bodyMax: CREDENTIALS_MAX_BYTES,
    body: z.strictObject({ username: f.requiredText(100) }),
    reply: tokenPair,
    session: 'starts',
    errors: ['SIGN_FAIL', 'ACCOUNT_DISABLED', 'ACCOUNT_ENDED', 'TOO_MANY', 'SECOND_FACTOR'],
  },
  beginSso: {
    method: 'POST',
    path: '/auth/auth/token/sso/begin',
    summary: "Where the university's sign-in begins; 404 unless one is configured",
    needs: 'open',
    /** `url`: where to redirect. `ticket`: kept in this window until the return. */
    reply: z.object({ url: z.string(), ticket: z.string() }),
    errors: ['UNAVAILABLE', 'TOO_MANY'],
  },
  sso: {
    method: 'POST',
    path: '/auth/auth/token/sso',
    summary: "Sign in with what the university's sign-in sent along",
    needs: 'open',
    /** `query`: of the callback URL. */
    body: z.strictObject({ ticket, query: z.string().check(z.maxLength(8_000)) }),
    reply: tokenPair,
    session: 'starts',
    errors: ['SSO_FAIL', 'SSO_UNKNOWN', 'ACCOUNT_DISABLED', 'ACCOUNT_ENDED', 'SECOND_FACTOR', 'TOO_MANY', 'UNAVAILABLE'],
  },
  second: {
    method: 'POST',
    path: '/auth/auth/token/second',
    summary: 'The second step of a sign-in: a code of the app, or a recovery code',
    needs: 'open',
    bodyMax: CREDENTIALS_MAX_BYTES,
    body: z.strictObject({ ticket, code }),
    reply: tokenPair,
    session: 'starts',
    errors: ['SIGN_FAIL', 'ACCOUNT_DISABLED', 'ACCOUNT_ENDED', 'SECOND_FACTOR_CODE', 'TOO_MANY'],
  },
});

export const secondFactorRoutes = routesOn('SYS_ACCOUNT', {
  getSecondFactor: {
    method: 'GET',
    path: '/auth/biz/user/by-me/second-factor',
    summary: 'Whether the own sign-in asks for a code',
    needs: 'signed-in',
    reply: z.object({ since: f.maybe(z.string()), recoveryLeft: z.int() }),
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/auth/biz/user/by-me/second-factor/begin',
    summary: 'A new secret for an authenticator app; not in force before its first code',
    repeat: 'runs',
    needs: 'signed-in',
    body: z.strictObject({ password: currentPassword }),
    /** `uri`: for the QR code. `secret`: for manual entry. */
    reply: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['CONFLICT', 'TOO_MANY', 'WHILE_ACTING'],
  },
  confirmSecondFactor: {
    method: 'PUT',
    path: '/auth/biz/user/by-me/second-factor',
    summary: 'Put the second factor in force with its first code; answers the recovery codes, this once',
    repeat: 'runs',
    needs: 'signed-in',
    body: z.strictObject({ code }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['TOO_MANY', 'WHILE_ACTING'],
  },
  dropSecondFactor: {
    method: 'POST',
    path: '/auth/biz/user/by-me/second-factor/off',
    summary: 'Sign in without a code again',
    repeat: 'runs',
    needs: 'signed-in',
    body: z.strictObject({ password: currentPassword, code }),
    reply: z.null(),
    errors: ['TOO_MANY', 'WHILE_ACTING'],
  },
  resetSecondFactor: {
    method: 'DELETE',
    power: 'CREDENTIALS',
    path: '/auth/biz/user/{id}/second-factor',
    summary: 'Disable the second factor of a user who has lost it',
    needs: ['ROLE_ADMIN'],
    params: z.strictObject({ id: f.id }),
    reply: z.null(),
    errors: ['ACCOUNT_BEYOND_RIGHTS'],
  },
});
