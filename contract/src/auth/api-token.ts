// API tokens: an integration signs in to its account with one, until a day, with some of the account's roles.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { routesOn } from '../kit/route.ts';
import { must, required } from '../kit/rule.ts';

/** Days for which a token can be issued. */
export const API_TOKEN_DAYS_MAX = 366;
/** Valid tokens of an account. */
export const API_TOKENS_MAX = 20;

const apiToken = z.object({
  /** Of its session. */
  id: z.string(),
  name: z.string(),
  roles: z.array(z.object({ code: z.string(), name: z.string() })),
  untilDay: z.string(),
  issuedBy: f.maybe(z.string()),
  createdAt: z.string(),
  /** Null if it has not been used. */
  lastUsedAt: f.maybe(z.string()),
});
export type ApiToken = z.infer<typeof apiToken>;

const apiTokenForm = z.strictObject({
  name: f.name(60),
  /** Codes; at least one. */
  roles: f.list(f.requiredText(64), 50).check(must(required())),
  /** Last day on which it works. */
  untilDay: f.day,
});

const needs = ['ROLE_ADMIN'] as const;
const path = '/auth/biz/user/account/{id}/api-token' as const;
const params = z.strictObject({ id: f.id });

export const apiTokenRoutes = routesOn('SYS_ACCOUNT', {
  listApiTokens: {
    method: 'GET',
    path,
    summary: 'API tokens of an account that are valid',
    needs,
    params,
    reply: z.array(apiToken),
  },
  issueApiToken: {
    method: 'POST',
    // A token gains what its roles gain later, which may then be beyond a helpdesk's.
    power: null,
    path,
    summary: 'Issue an API token, which is answered once. It is sent as a bearer token, with some of the roles of the account',
    repeat: 'refused',
    needs,
    params,
    body: apiTokenForm,
    reply: z.object({ token: z.string() }),
    errors: ['INVALID', 'OWN_RIGHTS', 'BEYOND_DAYS', 'ACCOUNT_BEYOND_RIGHTS', 'API_TOKENS_MAX', 'API_TOKEN_ADMIN'],
  },
  revokeApiToken: {
    method: 'DELETE',
    power: 'CREDENTIALS',
    path: `${path}/{token}`,
    summary: 'Revoke an API token; it stops working at once',
    needs,
    params: z.strictObject({ id: f.id, token: f.id }),
    reply: z.null(),
    errors: ['ACCOUNT_BEYOND_RIGHTS'],
  },
});
