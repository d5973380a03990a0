import type { secondFactorRoutes } from '@kuwei/contract/auth/sign-in';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import type { Caller, OwnContext } from '../../context.ts';
import type { Handlers } from '../../http/register.ts';
import { lockAccount } from '../account/actions.ts';
import { notify } from '../../platform/msg-inbox/notify.ts';
import { passwordMatches } from '../password/password.ts';
import { assertNotActing } from '../../session/acting.ts';
import { countFailure, forgetFailures, runInAttemptQueue, createSignInAttempt, type SignInAttempt } from '../sign-in/delay.ts';
import { base32 } from '../../base32.ts';
import { newSecret, otpauth } from './totp.ts';
import { dropSecondFactor, hasSecondFactor, renewRecoveryCodes, useAnyCode, useCode } from './totp-store.ts';

/** Issuer shown in the authenticator app. */
const ISSUER = 'Kuwei';

export const secondFactorHandlers: Handlers<typeof secondFactorRoutes> = {
  getSecondFactor: async (_, { db, caller }) => {
    const row = await db
      .selectFrom('sys_user_totp as t')
      .where('t.user_id', '=', caller.userId)
      .where('t.confirmed_at', 'is not', null)
      .select((eb) => [
        't.confirmed_at as since',
        eb
          .selectFrom('sys_user_recovery as r')
          .whereRef('r.user_id', '=', 't.user_id')
          .select(eb.fn.countAll<number>().as('n'))
          .as('recoveryLeft'),
      ])
      .executeTakeFirst();
    return { since: row?.since ?? null, recoveryLeft: row?.recoveryLeft ?? 0 };
  },

  // None of these is stored under its idempotency key: the responses are secrets, or the bodies hold one.
  beginSecondFactor: {
    own: ({ body }, context) =>
      withTryLimit(context, async (trier) => {
        const { caller, db, write } = context;
        await checkPassword(context, trier, body.password);
        if (await hasSecondFactor(db, caller.userId)) throw new AppError('CONFLICT');
        const secret = newSecret();
        await write(async ({ trx, logChange }) => {
          await trx
            .insertInto('sys_user_totp')
            .values({ user_id: caller.userId, secret })
            .onConflict((conflict) =>
              conflict
                .column('user_id')
                .doUpdateSet({ secret, last_step: 0, created_at: sql<string>`now()` })
                .where('sys_user_totp.confirmed_at', 'is', null),
            )
            .execute();
          logChange({ entity: 'second-factor', id: caller.userId, change: { result: 'BEGIN' } });
        });
        return { secret: base32(secret), uri: otpauth(secret, caller.username, ISSUER) };
      }),
  },

  confirmSecondFactor: {
    own: ({ body }, context) =>
      withTryLimit(context, async (trier) => {
        const { caller, write } = context;
        const recoveryCodes = await write(async (within) => {
          const { trx, logChange, origin, emit } = within;
          if (!(await useCode(trx, caller.userId, body.code, false))) return null;
          await forgetFailures(trx, trier);
          await notify(within, { to: [caller.userId], template: 'msg.secondFactorOn', params: { ip: origin.ip } });
          emit({ to: [caller.userId], ...EVENTS.rights, d: {} });
          logChange({ entity: 'second-factor', id: caller.userId, change: { result: 'ON' } });
          return renewRecoveryCodes(trx, caller.userId);
        });
        if (recoveryCodes) return { recoveryCodes };
        return refuseCode(context, trier);
      }),
  },

  dropSecondFactor: {
    own: ({ body }, context) =>
      withTryLimit(context, async (trier) => {
        const { caller, write } = context;
        await checkPassword(context, trier, body.password);
        const done = await write(async (within) => {
          const { trx, logChange, origin, emit } = within;
          if (!(await useAnyCode(trx, caller.userId, body.code))) return false;
          await forgetFailures(trx, trier);
          await dropSecondFactor(trx, caller.userId);
          await notify(within, { to: [caller.userId], template: 'msg.secondFactorOff', params: { ip: origin.ip } });
          emit({ to: [caller.userId], ...EVENTS.rights, d: {} });
          logChange({ entity: 'second-factor', id: caller.userId, change: { result: 'OFF' } });
          return true;
        });
        return done ? null : refuseCode(context, trier);
      }),
  },

  resetSecondFactor: async ({ params }, context) => {
    assertNotActing(context.caller);
    // Removing one's own needs password and code, so that an unattended window is not enough.
    if (params.id === context.caller.userId) throw new AppError('FORBIDDEN');
    await lockAccount(context, params.id);
    if (!(await dropSecondFactor(context.trx, params.id))) throw new AppError('NOT_FOUND');
    await notify(context, {
      to: [params.id],
      template: 'msg.secondFactorOff',
      params: { ip: context.origin.ip },
    });
    context.emit({ to: [params.id], ...EVENTS.rights, d: {} });
    context.logChange({ entity: 'second-factor', id: params.id, change: { result: 'RESET' } });
    return null;
  },
};

type Context = OwnContext<Caller>;

/** Runs tries one at a time; refuses them while acting for another user or while a delay runs. */
async function withTryLimit<T>(
  { db, caller, origin, services }: Context,
  work: (trier: SignInAttempt) => Promise<T>,
): Promise<T> {
  assertNotActing(caller);
  const trier = await createSignInAttempt({ db, origin, services }, caller.username);
  return runInAttemptQueue(db, trier, () => work(trier));
}

async function checkPassword(context: Context, trier: SignInAttempt, password: string): Promise<void> {
  const { db, caller } = context;
  const user = await db.selectFrom('sys_user').where('id', '=', caller.userId).select('password_hash').executeTakeFirstOrThrow();
  if (await passwordMatches(password, user.password_hash)) return;
  await countTry(context, trier);
  throw new AppError('INVALID', { faults: [{ path: 'password', key: 'rule.passwordOld' }] });
}

async function refuseCode(context: Context, trier: SignInAttempt): Promise<never> {
  await countTry(context, trier);
  throw new AppError('INVALID', { faults: [{ path: 'code', key: 'rule.secondFactorCode' }] });
}

const countTry = (context: Context, trier: SignInAttempt): Promise<void> =>
  context.write(async ({ trx, logChange }) => {
    await countFailure(trx, trier);
    logChange({ entity: 'second-factor', id: context.caller.userId, change: { result: 'FAIL' } });
  });
