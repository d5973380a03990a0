import type { AppError } from '@kuwei/contract/error';
import { username as usernameRule } from '@kuwei/contract/rule';
import { sql } from 'kysely';
import type { WriteContext } from '../../context.ts';
import { accountClosedError } from '../session/account-closed.ts';
import { maySignIn } from '../../session/may-sign-in.ts';
import { signInStamp, type SignInUser } from '../session/begin.ts';
import type { Identity } from './provider.ts';
import { provisionAccount } from './provision.ts';

/**
 * Finds the account of an SSO identity: the bound one; on first use, the one whose username is the campus number; else one
 * created by rule.
 * @returns null if there is none; a refusal if the account may not sign in
 */
export async function accountOf(context: WriteContext<null>, identity: Identity): Promise<SignInUser | AppError | null> {
  const { trx, logChange } = context;
  const { provider, subject, username } = identity;
  const accounts = trx
    .selectFrom('sys_user as u')
    .where('u.deleted_at', 'is', null)
    .select(['u.id', 'u.username', signInStamp.as('standing'), maySignIn.as('may')]);
  const findBound = () =>
    accounts
      .innerJoin('sys_user_identity as i', 'i.user_id', 'u.id')
      .where('i.provider', '=', provider)
      .where('i.subject', '=', subject)
      .executeTakeFirst();
  const known = await findBound();
  if (known) return known.may ? known : accountClosedError(trx, known.id);

  // Case folding may turn other scripts into ASCII: the Kelvin sign lower-cases to k.
  if (usernameRule(username) !== undefined) return null;
  const named = await accounts
    .where(sql`lower(u.username)`, '=', username.toLowerCase())
    // Anyone at the university may have a name such as admin: don't match administrators with a local password.
    .where(sql<boolean>`not (u.password_hash is not null
      and exists (select from sys_role_grant g where g.user_id = u.id and g.role_code = 'ROLE_ADMIN'))`)
    .executeTakeFirst();
  if (named && !named.may) return accountClosedError(trx, named.id);
  const id = named?.id ?? (await provisionAccount(context, identity));
  // Another window may have created the account concurrently.
  if (id === null) return (await findBound()) ?? null;
  // If the bound account was deleted and the user re-created, bind the new one.
  await sql`delete from sys_user_identity i using sys_user d
    where i.provider = ${provider} and i.subject = ${subject} and d.id = i.user_id and d.deleted_at is not null`.execute(trx);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('sys_user_identity')
    .values({ provider, subject, user_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows) logChange({ entity: 'identity', id, change: { provider } });
  // Two windows may sign in for the first time concurrently. An account already bound to another identity does not match, even if
  // the names agree.
  return (await findBound()) ?? null;
}
