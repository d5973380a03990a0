// Why an account is closed, for callers who have proved that it is theirs. A wrong password, an unknown name and a token of
// another device all get the same response.
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import { maySignIn } from '../../session/may-sign-in.ts';

/** How many administrators the message names. */
const NAMES_MAX = 3;

/** @returns ACCOUNT_DISABLED or ACCOUNT_ENDED with contacts; null if the account is active or deleted */
export async function accountClosedError(db: Kysely<DB>, userId: string): Promise<AppError | null> {
  const { rows } = await sql<{ day: string | null; names: string[] }>`
    select case when u.until_day < current_date then u.until_day::text end as day, array(
             select a.name from sys_user_role h join sys_user a on a.id = h.user_id
              where h.role_code = 'ROLE_ADMIN' and a.state = 'ACTIVE' and a.deleted_at is null and a.id <> ${SYSTEM_ID} and a.id <> u.id
              order by a.created_at, a.id limit ${NAMES_MAX}) as names
      from sys_user u where u.id = ${userId} and u.deleted_at is null and not ${maySignIn}`.execute(db);
  const account = rows[0];
  if (!account) return null;
  const { day, names } = account;
  return day === null
    ? new AppError('ACCOUNT_DISABLED', { params: { names } })
    : new AppError('ACCOUNT_ENDED', { params: { names, day } });
}
