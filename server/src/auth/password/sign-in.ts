import type { TokenPair } from '@kuwei/contract/auth/token';
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { OwnContext } from '../../context.ts';
import { askSecondFactor, beginSession, signInStamp } from '../session/begin.ts';
import { accountClosedError } from '../session/account-closed.ts';
import { maySignIn } from '../../session/may-sign-in.ts';
import { passwordMatches } from './password.ts';
import { countFailure, forgetFailures, runInAttemptQueue, createSignInAttempt } from '../sign-in/delay.ts';

/**
 * Creates a session for a username and password. An unknown name takes as long and returns the same as a wrong password; only a
 * correct password reveals that an account is closed.
 * @param way for the log
 * @throws AppError SIGN_FAIL, ACCOUNT_DISABLED, ACCOUNT_ENDED, TOO_MANY, SECOND_FACTOR
 */
export async function signInByPassword(
  { db, origin, services, write }: OwnContext<null>,
  { username, password }: { username: string; password: string },
  way: string,
): Promise<TokenPair> {
  const trier = await createSignInAttempt({ db, origin, services }, username);
  return runInAttemptQueue(db, trier, async () => {
    const user = await db
      .selectFrom('sys_user as u')
      .where(sql`lower(u.username)`, '=', username.toLowerCase())
      .where('u.deleted_at', 'is', null)
      .select(['u.id', 'u.username', 'u.password_hash', maySignIn.as('may'), signInStamp.as('standing')])
      .executeTakeFirst();
    const right = await passwordMatches(password, user?.password_hash ?? null);
    if (!user || !right || !user.may) {
      await write(async (context) => {
        await countFailure(context.trx, trier);
        // Don't log unknown names: they are often passwords typed into the wrong field.
        context.logChange({ entity: 'sign-in', id: user?.username.toLowerCase() ?? '', change: { result: 'FAIL', way } });
      });
      throw (user && right && (await accountClosedError(db, user.id))) || new AppError('SIGN_FAIL');
    }
    await askSecondFactor(db, user, services, origin);
    return write(async (context) => {
      await forgetFailures(context.trx, trier);
      return beginSession(context, user, way);
    });
  });
}
