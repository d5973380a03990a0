// Impersonation: for administrators, with a reason, for one hour at most.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { routes } from '../kit/route.ts';
import { length, must } from '../kit/rule.ts';
import { tokenPair } from './token.ts';

const ACTING_REASON = { min: 5, max: 200 } as const;
/** Minimum length of a search for people. */
export const PERSON_SEARCH_MIN = 2;

/** Why a user cannot be impersonated, at all or by this administrator. */
const ACTING_REFUSALS = ['PROXY_SELF', 'PROXY_DISABLED', 'PROXY_TARGET'] as const;

const named = z.object({ code: z.string(), name: z.string() });

const authUser = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  state: z.enum(['ACTIVE', 'DISABLED']),
  roles: z.array(named),
  orgs: z.array(z.object({ id: z.string(), name: z.string() })),
  lastActedAt: f.maybe(z.string()),
  lastActedBy: f.maybe(z.string()),
  /** Why the caller cannot impersonate this user; null when they can. */
  refusal: f.maybe(z.enum(ACTING_REFUSALS)),
});
export type AuthUser = z.infer<typeof authUser>;

const authRole = z.object({ code: z.string(), name: z.string(), reserved: z.boolean(), users: z.int() });

const acting = z.object({
  id: z.string(),
  actorId: z.string(),
  actorName: z.string(),
  subjectId: z.string(),
  subjectName: z.string(),
  subjectUsername: z.string(),
  reason: z.string(),
  startedAt: z.string(),
  /** null while active */
  endedAt: f.maybe(z.string()),
});
export type Acting = z.infer<typeof acting>;

const search = z.optional(z.string().check(z.trim(), must(length(PERSON_SEARCH_MIN, 100))));
const ADMIN = ['ROLE_ADMIN'] as const;

export const proxyRoutes = routes({
  listAuthUsers: {
    method: 'GET',
    path: '/auth/auth/auth/user',
    summary: 'People, with their roles and groups',
    needs: ADMIN,
    query: z.extend(listQuery(['name', 'username'], { role: z.optional(z.string().check(z.maxLength(64))) }), { q: search }),
    reply: pageOf(authUser),
  },
  listAuthRoles: {
    method: 'GET',
    path: '/auth/auth/auth/role',
    summary: 'Roles, with how many people hold each',
    needs: ADMIN,
    reply: z.array(authRole),
  },
  getAuthUser: {
    method: 'POST',
    path: '/auth/auth/auth/get-user-by-auth-user',
    summary: 'One person, by id or username',
    needs: ADMIN,
    body: z.union([z.strictObject({ id: f.id }), z.strictObject({ username: f.requiredText(100) })]),
    reply: authUser,
  },
  switchToUser: {
    method: 'POST',
    path: '/auth/auth/auth/proxy/switch2user',
    summary: 'Act as another person; answers the tokens of doing so',
    repeat: 'runs',
    needs: ADMIN,
    body: z.strictObject({ id: f.id, reason: f.requiredText(ACTING_REASON.max, ACTING_REASON.min) }),
    reply: tokenPair,
    session: 'starts',
    errors: ['PROXY_SELF', 'PROXY_DISABLED', 'PROXY_TARGET', 'WHILE_ACTING'],
  },
  back: {
    method: 'POST',
    path: '/auth/auth/auth/proxy/back',
    summary: 'Stop acting as another person; answers new tokens of the own session',
    repeat: 'runs',
    needs: 'signed-in',
    reply: tokenPair,
    session: 'starts',
    errors: ['NOT_ACTING'],
  },
  listActing: {
    method: 'GET',
    path: '/auth/auth/auth/proxy',
    summary: 'Who acted as whom, when and why',
    needs: ADMIN,
    query: z.extend(listQuery(['startedAt'], { userId: z.optional(f.id), mine: z.optional(f.flag) }), { q: search }),
    reply: pageOf(acting),
  },
});
