import type { tokenRoutes } from '@kuwei/contract/auth/token';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import type { WriteContext } from '../context.ts';
import type { Handlers } from '../http/register.ts';
import { notify } from '../sys/notify.ts';
import { passwordMatches } from './password.ts';
import { countFailure, forgetFailures, inTurn, refuseWhileDelayed } from './sign-in-delay.ts';

export const tokenHandlers: Handlers<typeof tokenRoutes> = {
  login: {
    own: ({ body }, { db, origin, services, write }) => {
      const trier = { username: body.username, ip: origin.ip };
      return inTurn(trier, async () => {
        await refuseWhileDelayed(db, trier);
        const user = await db
          .selectFrom('sys_user')
          .where(sql`lower(username)`, '=', body.username.toLowerCase())
          .where('deleted_at', 'is', null)
          .select(['id', 'password_hash', 'state'])
          .executeTakeFirst();
        const right = await passwordMatches(body.password, user?.password_hash ?? null);
        if (!user || !right || user.state !== 'ACTIVE') {
          await write(async (context) => {
            await countFailure(context.trx, trier);
            context.logChange({ entity: 'sign-in', id: body.username.toLowerCase(), change: { result: 'FAIL' } });
          });
          throw new AppError('SIGN_FAIL');
        }
        return write(async (context) => {
          await forgetFailures(context.trx, trier);
          await context.trx
            .updateTable('sys_user')
            .set({ last_sign_in_at: sql<string>`now()` })
            .where('id', '=', user.id)
            .execute();
          context.logChange({ entity: 'sign-in', id: body.username.toLowerCase(), change: { result: 'OK', userId: user.id } });
          return services.sessions.open(context.trx, { userId: user.id, ...origin });
        });
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

async function reportTheft(context: WriteContext<null>, userId: string): Promise<void> {
  context.emit({ to: [userId], ...EVENTS.rights, d: {} });
  context.logChange({ entity: 'session', id: userId, change: { result: 'REUSE' } });
  await notify(context, { to: [userId], kind: 'WARN', template: 'msg.sessionReused', params: { ip: context.origin.ip } });
}
