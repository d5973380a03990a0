import type { AppError } from '@kuwei/contract/error';
import { username as usernameRule } from '@kuwei/contract/rule';
import { sql } from 'kysely';
import type { WriteContext } from '../../context.ts';
import { closedAccount } from '../session/closed.ts';
import { maySignIn } from '../../session/may-sign-in.ts';
import { standing, type Known } from '../session/begin.ts';
import type { Identity } from './provider.ts';
import { takeIn } from './take-in.ts';

/**
 * The account of somebody at the university's sign-in: the one bound to them, else, the first time, the one whose
 * username is their campus number, else one that is made by rule. Null where there is none of theirs.
 * @returns for one that is theirs and may not sign in, the refusal that says so
 */
export async function accountOf(context: WriteContext<null>, identity: Identity): Promise<Known | AppError | null> {
  const { trx, logChange } = context;
  const { provider, subject, username } = identity;
  const accounts = trx
    .selectFrom('sys_user as u')
    .where('u.deleted_at', 'is', null)
    .select(['u.id', 'u.username', standing.as('standing'), maySignIn.as('may')]);
  const bound = () =>
    accounts
      .innerJoin('sys_user_identity as i', 'i.user_id', 'u.id')
      .where('i.provider', '=', provider)
      .where('i.subject', '=', subject)
      .executeTakeFirst();
  const known = await bound();
  if (known) return known.may ? known : closedAccount(trx, known.id);

  // Letters of other scripts may turn into plain ones on the way: the sign of Kelvin in small letters is a k.
  if (usernameRule(username) !== undefined) return null;
  const named = await accounts
    .where(sql`lower(u.username)`, '=', username.toLowerCase())
    // Names such as admin are anybody's there: whoever administers by a password of ours is not found by one.
    .where(sql<boolean>`not (u.password_hash is not null
      and exists (select from sys_role_grant g where g.user_id = u.id and g.role_code = 'ROLE_ADMIN'))`)
    .executeTakeFirst();
  if (named && !named.may) return closedAccount(trx, named.id);
  const id = named?.id ?? (await takeIn(context, identity));
  // Of two windows that come for the first time at once, the other may have been faster.
  if (id === null) return (await bound()) ?? null;
  // Of somebody who was deleted and entered anew, the account counts that is there.
  await sql`delete from sys_user_identity i using sys_user d
    where i.provider = ${provider} and i.subject = ${subject} and d.id = i.user_id and d.deleted_at is not null`.execute(trx);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('sys_user_identity')
    .values({ provider, subject, user_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows) logChange({ entity: 'identity', id, change: { provider } });
  // Two windows may come for the first time at once. An account that is bound to another person there is not theirs,
  // whatever they are called now.
  return (await bound()) ?? null;
}
