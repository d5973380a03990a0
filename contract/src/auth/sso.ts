// A trial of the just-in-time provisioning rules for single sign-on.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { routes, TEXT_MAX_BYTES } from '../kit/route.ts';

/** Attribute values; an attribute with several values is repeated. */
const CLAIMS_MAX = 100;
const claim = z.strictObject({
  name: f.name(200),
  value: f.name(500),
});
export type Claim = z.infer<typeof claim>;

/**
 * `TAKEN`: an account would be created. `KNOWN`: an account with this user name exists and is not changed by rules. `NONE`: no
 * rule matches. Others: a rule matches but cannot be applied, because of its attributes, roles, organisations, or the account.
 */
const TRIAL_OUTCOMES = ['TAKEN', 'KNOWN', 'NONE', 'CLAIM', 'ROLE', 'ORG', 'ACCOUNT'] as const;

const trial = z.object({
  outcome: z.enum(TRIAL_OUTCOMES),
  /** The matching rule, by line number from 1. */
  line: f.maybe(z.int()),
  /** Why these rules cannot be saved, in the user's language. */
  refusal: f.maybe(z.string()),
  /** The account that would be created, in the user's language. */
  account: z.nullable(
    z.object({
      username: z.string(),
      name: z.string(),
      identity: f.maybe(z.string()),
      roles: z.array(z.string()),
      orgs: z.array(z.string()),
    }),
  ),
});
export type Trial = z.infer<typeof trial>;

export const ssoRoutes = routes({
  trySsoRules: {
    method: 'POST',
    path: '/sys/config/sso-rules/try',
    summary: 'Try just-in-time provisioning rules on a set of claims; nothing is written',
    needs: ['ROLE_ADMIN'],
    asks: true,
    bodyMax: TEXT_MAX_BYTES,
    body: z.strictObject({
      rules: z.string().check(z.maxLength(4_000)),
      username: f.name(200),
      claims: f.list(claim, CLAIMS_MAX),
    }),
    reply: trial,
  },
});

/** Parses attributes, one `name=value` a line. @returns the first invalid line, from 1; null if there is none */
export function readClaims(text: string): { claims: Claim[]; unread: number | null } {
  const claims: Claim[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    // Names may contain colons.
    const [, name, value] =
      /^\s*([^=＝\s]+)\s*[=＝]\s*(\S.*)$/.exec(line) ?? /^\s*([^:：\s]+)\s*[:：]\s*(\S.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined || claims.length === CLAIMS_MAX) return { claims, unread: at + 1 };
    claims.push({ name, value: value.trim() });
  }
  return { claims, unread: null };
}
