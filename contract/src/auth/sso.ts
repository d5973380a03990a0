// A trial of the rules by which people are taken in at the university's sign-in.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { routes, TEXT_MAX_BYTES } from '../kit/route.ts';

/** Values of attributes; one of several values stands there several times. */
const CLAIMS_MAX = 100;
const claim = z.strictObject({
  name: f.name(200),
  value: f.name(500),
});
export type Claim = z.infer<typeof claim>;

/**
 * `TAKEN`: an account would be made. `KNOWN`: there is an account of this username, which no rule changes. `NONE`: no rule fits.
 * The others: a rule fits and cannot be carried out, for what its attributes, roles or organisations are, or for the account itself.
 */
const TRIAL_OUTCOMES = ['TAKEN', 'KNOWN', 'NONE', 'CLAIM', 'ROLE', 'ORG', 'ACCOUNT'] as const;

const trial = z.object({
  outcome: z.enum(TRIAL_OUTCOMES),
  /** The rule that fits: the number of its line, from 1. */
  line: f.maybe(z.int()),
  /** Why these rules cannot be saved, in the reader's language. */
  refusal: f.maybe(z.string()),
  /** What would be made, in the reader's language. */
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
    summary: 'What rules for new people of the university’s sign-in would do with somebody; nothing is written',
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

/** Attributes as somebody writes them, one `name=value` a line. @returns the first line that is none, from 1; null where all are */
export function readClaims(text: string): { claims: Claim[]; unread: number | null } {
  const claims: Claim[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    // Names may have colons in them.
    const [, name, value] =
      /^\s*([^=＝\s]+)\s*[=＝]\s*(\S.*)$/.exec(line) ?? /^\s*([^:：\s]+)\s*[:：]\s*(\S.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined || claims.length === CLAIMS_MAX) return { claims, unread: at + 1 };
    claims.push({ name, value: value.trim() });
  }
  return { claims, unread: null };
}
