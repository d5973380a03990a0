// Links in mails: a secret that opens one thing once. The database keeps its hash alone.
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely } from 'kysely';
import type { Trx } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';
import { standing } from '../session/begin.ts';
import { closedAccount } from '../session/closed.ts';
import { maySignIn } from '../../session/may-sign-in.ts';
import { hashToken, newToken } from '../../session/secret.ts';

export type Purpose = 'ADDRESS' | 'PASSWORD';

/** Pages that links lead to. The secret stands behind `#`, which no browser sends to anybody. */
const PAGES = { ADDRESS: '/def/common/login/address', PASSWORD: '/def/common/login/password' } as const;
export const MINUTES = { ADDRESS: 24 * 60, PASSWORD: 30 } as const;

/** Somebody who signs in here with a password of ours, of `u`. */
export const hasPasswordHere = sql<boolean>`(u.password_hash is not null and ${maySignIn})`;

/** @returns where the link leads. What was sent before opens nothing any more */
export async function newLink(trx: Trx, userId: string, purpose: Purpose, address: string): Promise<string> {
  const token = newToken();
  await sql`
    insert into sys_user_link (user_id, purpose, token_hash, address, standing, expires_at)
    select u.id, ${purpose}, ${hashToken(token)}, ${address}, ${standing}, now() + make_interval(mins => ${MINUTES[purpose]})
      from sys_user u where u.id = ${userId}
        on conflict (user_id, purpose) do update set token_hash = excluded.token_hash, address = excluded.address,
           standing = excluded.standing, expires_at = excluded.expires_at`.execute(trx);
  return `${PAGES[purpose]}#${token}`;
}

/**
 * A link and whose it is, of `l` and `u`: while nothing has changed that it was made for. A trigger ends links with every such
 * change; what is compared here is for those that are made at the same moment.
 */
const opens = (purpose: Purpose, token: string) => sql`
  sys_user_link l join sys_user u on u.id = l.user_id
   where l.token_hash = ${hashToken(token)} and l.purpose = ${purpose} and l.expires_at > now() and l.standing = ${standing} and ${
     purpose === 'PASSWORD'
       ? sql`${hasPasswordHere} and l.address = u.email and u.email_verified_at is not null`
       : sql`${maySignIn} and l.address = u.email_pending`
   }`;

export interface Opened {
  userId: string;
  username: string;
  name: string;
  email: string | null;
  phone: string | null;
  emailVerified: boolean;
  address: string;
  rev: number;
}

const opened = sql`u.id as "userId", u.username, u.name, u.email, u.phone, u.email_verified_at is not null as "emailVerified", l.address, u.rev`;

/** @throws AppError LINK_OVER; ACCOUNT_DISABLED, ACCOUNT_ENDED where that is why a link for a password opens nothing */
export async function lookAt(db: Kysely<DB>, purpose: Purpose, token: string): Promise<Opened> {
  const { rows } = await sql<Opened>`select ${opened} from ${opens(purpose, token)}`.execute(db);
  return rows[0] ?? over(db, purpose, token);
}

/** The same, used up with the commit; the account stays as it is until then. @throws AppError as `lookAt` */
export async function useUp(trx: Trx, purpose: Purpose, token: string): Promise<Opened> {
  // The account first, as whatever changes it does; its link may have ended with that.
  const { rows } = await sql<Opened>`select ${opened} from ${opens(purpose, token)} for update of u`.execute(trx);
  if (!rows[0]) return over(trx, purpose, token);
  const { numDeletedRows } = await trx
    .deleteFrom('sys_user_link')
    .where('token_hash', '=', hashToken(token))
    .where('standing', '<>', '')
    .executeTakeFirst();
  return numDeletedRows === 0n ? over(trx, purpose, token) : rows[0];
}

async function over(db: Kysely<DB>, purpose: Purpose, token: string): Promise<never> {
  const { rows } = await sql<{ userId: string }>`
    select l.user_id as "userId" from sys_user_link l
     where l.token_hash = ${hashToken(token)} and l.purpose = ${purpose} and l.purpose = 'PASSWORD' and l.expires_at > now()`.execute(
    db,
  );
  throw (rows[0] && (await closedAccount(db, rows[0].userId))) ?? new AppError('LINK_OVER');
}
