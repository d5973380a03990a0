import * as z from 'zod/mini';
import { id, maybe } from '../kit/field.ts';
import { routes, TEXT_MAX_BYTES } from '../kit/route.ts';

const roleHeld = z.object({ code: z.string(), powers: z.array(z.object({ code: z.string() })) });

/** The signed-in user, without secrets. During impersonation, `authProxyUser` is the real user. */
const userInfo = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  email: maybe(z.string()),
  phone: maybe(z.string()),
  avatar: maybe(z.string()),
  state: z.enum(['ACTIVE', 'DISABLED']),
  createdAt: z.string(),
  lastSignInAt: maybe(z.string()),
  /** The password must be changed first. */
  mustRenew: z.boolean(),
  /** A role requires a second factor, which must be set up first. */
  mustSetUpSecondFactor: z.boolean(),
  roles: z.array(roleHeld),
  authProxyUser: maybe(z.string()),
  /** `endsAt`: when impersonation expires. */
  authProxyUserInfo: maybe(z.object({ name: z.string(), endsAt: z.string() })),
});
export type UserInfo = z.infer<typeof userInfo>;

const powerList = z.object({
  roles: z.array(roleHeld),
  /** Menu entries opened by data rules, by id; `trees` with their descendants. */
  menu: z.object({ all: z.boolean(), entries: z.array(z.string()), trees: z.array(z.string()) }),
  /** Data rules open goods or places of others: lists then show the owner of each row. */
  seesOthers: z.boolean(),
});

/** Key of a user setting, such as the columns of one list. */
const settingKey = z.string().check(z.regex(/^(?!__proto__$)[\w.:/-]{1,100}$/));

export const userRoutes = routes({
  getMe: { method: 'GET', path: '/auth/biz/user/by-me', summary: 'The signed-in user', needs: 'signed-in', reply: userInfo },
  getUser: {
    method: 'GET',
    path: '/auth/biz/user/{id}',
    summary: 'A user; others than oneself for ROLE_ADMIN',
    needs: 'signed-in',
    params: z.strictObject({ id }),
    reply: userInfo,
  },
  getPower: {
    method: 'GET',
    path: '/auth/user/power',
    summary: 'Roles and powers held, and entries of the menu opened by rules',
    needs: 'signed-in',
    reply: powerList,
  },
  listSettings: {
    method: 'GET',
    path: '/auth/biz/user/by-me/setting',
    summary: 'All own settings',
    needs: 'signed-in',
    reply: z.record(z.string(), z.json()),
  },
  saveSetting: {
    method: 'PUT',
    path: '/auth/biz/user/by-me/setting/{key}',
    summary: 'Keep one setting',
    needs: 'signed-in',
    params: z.strictObject({ key: settingKey }),
    bodyMax: TEXT_MAX_BYTES,
    body: z.strictObject({ value: z.json() }),
    reply: z.null(),
  },
});
