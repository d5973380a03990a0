import type { passwordRoutes } from '@kuwei/contract/auth/password';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import type { Handlers } from '../../http/register.ts';
import { notify } from '../../platform/msg-inbox/notify.ts';
import { hashPassword, passwordMatches } from './password.ts';
import { assertNotActing } from '../../session/acting.ts';
import { endOtherSessions } from '../session/end.ts';
import { countFailure, forgetFailures, runInAttemptQueue, createSignInAttempt } from '../sign-in/delay.ts';
import { assertValid, refused } from './new-password.ts';

export const passwordHandlers: Handlers<typeof passwordRoutes> = {
  // Not stored under its idempotency key: the key keeps a plain hash of the body, against which passwords can be guessed a
  // thousand times faster than against argon2.
  changePassword: {
    own: async ({ body }, { db, caller, origin, services, write }) => {
      assertNotActing(caller);
      const trier = await createSignInAttempt({ db, origin, services }, caller.username);
      return runInAttemptQueue(db, trier, async () => {
        if (body.password !== body.repeated) throw refused('repeated', 'rule.passwordRepeated');
        const user = await db
          .selectFrom('sys_user')
          .where('id', '=', caller.userId)
          .select(['password_hash', 'name', 'email', 'phone'])
          .executeTakeFirstOrThrow();
        if (!(await passwordMatches(body.oldPassword, user.password_hash))) {
          await write(async (context) => {
            await countFailure(context.trx, trier);
            context.logChange({ entity: 'password', id: caller.userId, change: { result: 'FAIL' } });
          });
          throw refused('oldPassword', 'rule.passwordOld');
        }
        if (body.password === body.oldPassword) throw refused('password', 'rule.passwordSame');
        await assertValid(body.password, { ...user, username: caller.username }, services.settings);

        const hash = await hashPassword(body.password);
        return write(async (context) => {
          const { trx } = context;
          const { numUpdatedRows } = await trx
            .updateTable('sys_user')
            .set({
              password_hash: hash,
              must_change_password: false,
              rev: sql<number>`rev + 1`,
              updated_at: sql<string>`now()`,
              updated_by: caller.userId,
            })
            .where('id', '=', caller.userId)
            // Another window may have changed it while this one was being verified.
            .where('password_hash', 'is not distinct from', user.password_hash)
            .executeTakeFirst();
          if (numUpdatedRows === 0n) throw refused('oldPassword', 'rule.passwordOld');
          await forgetFailures(trx, trier);
          await endOtherSessions(trx, caller.userId, caller.sessionId, 'PASSWORD');
          context.emit({ to: [caller.userId], ...EVENTS.rights, d: {} });
          context.logChange({ entity: 'password', id: caller.userId, change: { result: 'OK' } });
          await notify(context, {
            to: [caller.userId],
            template: 'msg.passwordChanged',
            params: { ip: origin.ip },
          });
          return null;
        });
      });
    },
  },
};
