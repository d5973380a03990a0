import { isAllowed } from '@kuwei/contract/access';
import { accountRoutes } from '@kuwei/contract/auth/account';
import { isRowSubject } from '@kuwei/contract/auth/rule-words';
import type { userRoutes, UserInfo } from '@kuwei/contract/auth/user';
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller } from '../../context.ts';
import type { Handlers } from '../../http/register.ts';
import type { Db } from '../../db/open.ts';
import type { Settings } from '../../services/settings.ts';
import { mergeMenuRules } from '../../platform/menu/rules.ts';
import type { OwnRule } from '../../session/sessions.ts';
import { owesSecondFactor } from '../../session/owes-factor.ts';

/** Limit for all settings of a person together, as the console reads them at its start. */
const ALL_SETTINGS_MAX_CHARACTERS = 500_000;
const SETTINGS_MAX = 500;
const SETTING_MAX_CHARACTERS = 20_000;

export const userHandlers: Handlers<typeof userRoutes> = {
  getMe: async (_, { db, caller, services }) => {
    const info = await userInfo(db, services.settings, caller.userId);
    if (caller.proxyUserId === null) return info;
    const acting = await db
      .selectFrom('sys_session as s')
      .innerJoin('sys_user as u', 'u.id', 's.proxy_user_id')
      .where('s.id', '=', caller.sessionId)
      .select(['u.name', 's.ends_at as endsAt'])
      .executeTakeFirstOrThrow();
    return {
      ...info,
      mustRenew: false,
      mustSetUpSecondFactor: false,
      authProxyUser: caller.proxyUserId,
      authProxyUserInfo: acting,
    };
  },

  getUser: async ({ params }, { db, caller, services }) => {
    if (params.id !== caller.userId && !isAllowed(accountRoutes.getAccount.needs, caller.effective))
      throw new AppError('NOT_FOUND');
    return userInfo(db, services.settings, params.id);
  },

  getPower: async (_, { caller }) => ({
    roles: [...caller.roles].map((role) => ({ code: role.code, powers: [...role.powers] })),
    menu: menuOf(caller),
    seesOthers: rulesOfAnyRole(caller).some(({ subject }) => isRowSubject(subject)),
  }),

  listSettings: async (_, { db, caller }) => {
    const rows = await db.selectFrom('sys_user_setting').where('user_id', '=', caller.userId).select(['key', 'value']).execute();
    return Object.fromEntries(rows.map((row) => [row.key, row.value])) as Record<string, never>;
  },

  saveSetting: async ({ params, body }, { trx, caller }) => {
    const value = JSON.stringify(body.value);
    if (value.length > SETTING_MAX_CHARACTERS) throw new AppError('PAYLOAD_TOO_LARGE');
    const { count, characters } = await trx
      .selectFrom('sys_user_setting')
      .where('user_id', '=', caller.userId)
      .where('key', '<>', params.key)
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        sql<number>`coalesce(sum(length(value::text)), 0)::int`.as('characters'),
      ])
      .executeTakeFirstOrThrow();
    if (count >= SETTINGS_MAX || characters + value.length > ALL_SETTINGS_MAX_CHARACTERS) throw new AppError('CONFLICT');
    await trx
      .insertInto('sys_user_setting')
      .values({ user_id: caller.userId, key: params.key, value })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet({ value, updated_at: sql<string>`now()` }))
      .execute();
    return null;
  },
};

/** Rules that apply under some page role and for some organisation of theirs. */
const rulesOfAnyRole = ({ rules, orgs }: Caller): OwnRule[] =>
  rules.filter(({ owner, of }) => owner !== 'ORG' || orgs.some(({ id }) => id === of));

/** Like the roles that entries require, rules open entries under every page role and for every organisation. */
function menuOf(caller: Caller) {
  const { all, entries, trees } = mergeMenuRules(rulesOfAnyRole(caller).filter(({ subject }) => subject === 'MENU'));
  return { all, entries: [...entries], trees: [...trees] };
}

async function userInfo(db: Db, settings: Settings, id: string): Promise<UserInfo> {
  const { rows } = await sql<UserInfo>`
    select u.id, u.name, u.username, u.email, u.phone, u.avatar_file_id as avatar, u.state,
           u.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt", u.must_change_password as "mustRenew", ${owesSecondFactor(settings)} as "mustSetUpSecondFactor", null as "authProxyUser", null as "authProxyUserInfo",
           coalesce((
             select json_agg(json_build_object('code', r.code, 'powers', coalesce((
                 select json_agg(json_build_object('code', p.power_code) order by p.power_code)
                   from sys_role_power p where p.role_code = r.code), '[]'::json)) order by r.sort, r.code)
               from sys_user_role ur join sys_role r on r.code = ur.role_code
              where ur.user_id = u.id), '[]'::json) as roles
      from sys_user u where u.id = ${id} and u.deleted_at is null`.execute(db);
  if (!rows[0]) throw new AppError('NOT_FOUND');
  return rows[0];
}
