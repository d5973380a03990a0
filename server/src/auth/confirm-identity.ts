// Re-authentication before sensitive steps, so that an unattended window is not enough.
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, OwnContext, WriteContext } from '../context.ts';
import { passwordMatches } from './password/password.ts';
import { assertNotActing } from '../session/acting.ts';
import { countFailure, forgetFailures, runInAttemptQueue, createSignInAttempt } from './sign-in/delay.ts';
import { hasSecondFactor, useCode } from './second-factor/totp-store.ts';

/** Minutes for which an SSO sign-in counts as proof for users with neither a local password nor an authenticator app. */
const FRESH_MINUTES = 10;

/** The user's own password, or a code of their authenticator app. */
export interface Proof {
  password: string | null;
  code: string | null;
}

class WrongCode extends Error {}

/**
 * Runs a write after re-authentication. A wrong proof counts as a failed sign-in; a code is used up only if the write succeeds.
 * @throws AppError INVALID at `password` or `code`, WHILE_ACTING, API_TOKEN, TOO_MANY, IDENTITY_NEEDED if the user has no proof to give and
 * signed in over ten minutes ago; and anything `work` throws
 */
export async function withConfirmedIdentity<T>(
  context: OwnContext<Caller>,
  { password, code }: Proof,
  work: (inside: WriteContext<Caller>) => Promise<T>,
): Promise<T> {
  const { db, caller, write } = context;
  assertNotActing(caller);
  if (caller.apiToken !== null) throw new AppError('API_TOKEN');
  const trier = await createSignInAttempt(context, caller.username);
  const refuse = async (path: 'password' | 'code'): Promise<never> => {
    await write(async ({ trx, logChange }) => {
      await countFailure(trx, trier);
      logChange({ entity: 'identity', id: caller.userId, change: { result: 'FAIL' } });
    });
    throw new AppError('INVALID', { faults: [{ path, key: path === 'code' ? 'rule.secondFactorCode' : 'rule.ownPassword' }] });
  };
  return runInAttemptQueue(db, trier, async () => {
    const user = await db
      .selectFrom('sys_user')
      .where('id', '=', caller.userId)
      .select('password_hash')
      .executeTakeFirstOrThrow();
    const byCode = password === null && code !== null;
    if (!byCode) {
      if (user.password_hash === null && !(await hasSecondFactor(db, caller.userId))) await assertFreshProof(context);
      else if (password === null)
        throw new AppError('INVALID', { faults: [{ path: 'password', key: 'rule.required', params: {} }] });
      else if (!(await passwordMatches(password, user.password_hash))) return refuse('password');
    }
    try {
      return await write(async (inside) => {
        if (byCode && !(await useCode(inside.trx, caller.userId, code, true))) throw new WrongCode();
        await forgetFailures(inside.trx, trier);
        return work(inside);
      });
    } catch (error) {
      if (error instanceof WrongCode) return refuse('code');
      throw error;
    }
  });
}

async function assertFreshProof({ db, caller }: OwnContext<Caller>): Promise<void> {
  const { rows } = await sql<{ fresh: boolean }>`
    select created_at > now() - ${FRESH_MINUTES} * interval '1 minute' as fresh from sys_session where id = ${caller.sessionId}`.execute(
    db,
  );
  if (rows[0]?.fresh !== true) throw new AppError('IDENTITY_NEEDED', { params: { minutes: FRESH_MINUTES } });
}
