import type { tokenRoutes } from '@kuwei/contract/auth/token';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import type { WriteContext } from '../context.ts';
import type { Trx } from '../db/open.ts';
import type { Handlers } from '../http/register.ts';
import { notify } from '../sys/notify.ts';
import { passwordMatches } from './password.ts';
import { delaySeconds } from './sign-in-delay.ts';

export const tokenHandlers: Handlers<typeof tokenRoutes> = {
  login: {
    own: async ({ body }, { db, origin, services, write }) => {
      const username = body.username.toLowerCase();
      const failure = await db
        .selectFrom('sys_sign_in_failure')
        .where('username', '=', username)
        .where('ip', '=', origin.ip)
        .select(['failures', sql<number>`extract(epoch from now() - last_at)::float8`.as('age')])
        .executeTakeFirst();
      const wait = failure ? delaySeconds(failure.failures, failure.age) : 0;
      if (wait > 0) throw new AppError('TOO_MANY', { params: { seconds: wait } });

      const user = await db
        .selectFrom('sys_user')
        .where(sql`lower(username)`, '=', username)
        .where('deleted_at', 'is', null)
        .select(['id', 'password_hash', 'state'])
        .executeTakeFirst();
      const right = await passwordMatches(body.password, user?.password_hash ?? null);
      if (!user || !right || user.state !== 'ACTIVE') {
        await write(async (context) => {
          await countFailure(context.trx, username, origin.ip);
          context.logChange({ entity: 'sign-in', id: username, change: { result: 'FAIL' } });
        });
        throw new AppError('SIGN_FAIL');
      }
      return write(async (context) => {
        await context.trx
          .deleteFrom('sys_sign_in_failure')
          .where('username', '=', username)
          .where('ip', '=', origin.ip)
          .execute();
        await context.trx
          .updateTable('sys_user')
          .set({ last_sign_in_at: sql<string>`now()` })
          .where('id', '=', user.id)
          .execute();
        context.logChange({ entity: 'sign-in', id: username, change: { result: 'OK', userId: user.id } });
        return services.sessions.open(context.trx, { userId: user.id, ...origin });
      });
    },
  },

  refresh: {
    own: async ({ body }, { origin, services, write }) => {
      const result = await write(async (context) => {
        const refreshed = await services.sessions.refresh(context.trx, body.rtoken, origin.deviceId);
        if ('stolenFrom' in refreshed) await reportTheft(context, refreshed.stolenFrom);
        return refreshed;
      });
      if ('stolenFrom' in result) throw new AppError('SIGN_FAIL');
      return result.pair;
    },
  },

  revoke: async ({ body }, context) => {
    const { sessions } = context.services;
    const owner = await sessions.ownerOf(context.trx, body);
    if (!owner) return null;
    await sessions.end(context.trx, owner.sessionId, 'LOGOUT');
    context.emit({ to: [owner.userId], ...EVENTS.rights, d: {} });
    context.logChange({ entity: 'sign-out', id: owner.userId });
    return null;
  },
};

async function countFailure(trx: Trx, username: string, ip: string): Promise<void> {
  await trx
    .insertInto('sys_sign_in_failure')
    .values({ username, ip, failures: 1 })
    .onConflict((conflict) =>
      conflict.columns(['username', 'ip']).doUpdateSet({
        failures: sql<number>`case when sys_sign_in_failure.last_at < now() - interval '1 hour' then 1 else sys_sign_in_failure.failures + 1 end`,
        last_at: sql<string>`now()`,
      }),
    )
    .execute();
}

async function reportTheft(context: WriteContext<null>, userId: string): Promise<void> {
  context.emit({ to: [userId], ...EVENTS.rights, d: {} });
  context.logChange({ entity: 'session', id: userId, change: { result: 'REUSE' } });
  await notify(context, { to: [userId], kind: 'WARN', template: 'msg.sessionReused', params: { ip: context.origin.ip } });
}
