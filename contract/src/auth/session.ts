import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { routesOn } from '../kit/route.ts';

/** An active session on one device. */
const sessionInfo = z.object({
  id: z.string(),
  /** `Chrome 141`, `Edge 140` …; null if unknown. */
  browser: f.maybe(z.string()),
  /** `Windows`, `Android 14` … */
  system: f.maybe(z.string()),
  ip: f.maybe(z.string()),
  createdAt: z.string(),
  /** Last token refresh: about every 20 minutes while the console is open. */
  lastSeenAt: z.string(),
  /** The session of this request. */
  current: z.boolean(),
  /** Name of the administrator who impersonates the user in it. */
  actedBy: f.maybe(z.string()),
  /** Name of an API token, issued to another system. */
  apiToken: f.maybe(z.string()),
});
export type SessionInfo = z.infer<typeof sessionInfo>;

const one = z.strictObject({ id: f.id });

export const sessionRoutes = routesOn('SYS_ACCOUNT', {
  listMySessions: {
    method: 'GET',
    path: '/auth/biz/session/by-me',
    summary: 'Where the own account is signed in, last seen first',
    needs: 'signed-in',
    reply: z.array(sessionInfo),
  },
  endMySession: {
    method: 'DELETE',
    path: '/auth/biz/session/by-me/{id}',
    summary: 'End one of the own sessions',
    needs: 'signed-in',
    params: one,
    reply: z.null(),
  },
  endMyOtherSessions: {
    method: 'POST',
    path: '/auth/biz/session/by-me/end-others',
    summary: 'End all own sessions but this one',
    needs: 'signed-in',
    reply: z.object({ ended: z.int() }),
  },
  listUserSessions: {
    method: 'GET',
    path: '/auth/biz/session',
    summary: 'Where an account is signed in',
    needs: ['ROLE_ADMIN'],
    query: z.strictObject({ userId: f.id }),
    reply: z.array(sessionInfo),
  },
  endUserSessions: {
    method: 'POST',
    power: 'CREDENTIALS',
    path: '/auth/biz/session/end',
    summary: 'End all sessions of an account; of the own one all but this',
    needs: ['ROLE_ADMIN'],
    body: z.strictObject({ userId: f.id }),
    reply: z.object({ ended: z.int() }),
    errors: ['ACCOUNT_BEYOND_RIGHTS'],
  },
  endSession: {
    method: 'DELETE',
    power: 'CREDENTIALS',
    path: '/auth/biz/session/{id}',
    summary: 'End a session of anyone',
    needs: ['ROLE_ADMIN'],
    params: one,
    reply: z.null(),
    errors: ['ACCOUNT_BEYOND_RIGHTS'],
  },
});
