// One-time links in mails. The database stores only a hash of the secret.
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely } from 'kysely';
import type { Trx } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';
import { signInStamp } from '../session/begin.ts';
import { accountClosedError } from '../session/account-closed.ts';
import { maySignIn } from '../../session/may-sign-in.ts';
import { hashToken, newToken } from '../../session/secret.ts';

export type Purpose = 'ADDRESS' | 'PASSWORD';

/** Pages that links open. The secret is in the fragment, which browsers do not send to servers. */
const PAGES = { ADDRESS: '/def/common/login/address', PASSWORD: '/def/common/login/password' } as const;
export const MINUTES = { ADDRESS: 24 * 60, PASSWORD: 30 } as const;

/** Of `u`: an active account with a local password. */
export const hasPasswordHere = sql<boolean>`(u.password_hash is not null and ${maySignIn})`;

/** @returns the URL of the link. Earlier links become invalid */
export async function newLink(trx: Trx, userId: string, purpose: Purpose, address: string): Promise<string> {
  const token = newToken();
  await sql`
    insert into sys_user_link (user_id, purpose, token_hash, address, standing, expires_at)
    select u.id, ${purpose}, ${hashToken(token)}, ${address}, ${signInStamp}, now() + make_interval(mins => ${MINUTES[purpose]})
      from sys_user u where u.id = ${userId}
        on conflict (user_id, purpose) do update set token_hash = excluded.token_hash, address = excluded.address,
           standing = excluded.standing, expires_at = excluded.expires_at`.execute(trx);
  return `${PAGES[purpose]}#${token}`;
}

/**
 * A link and its account, of `l` and `u`, if nothing that it depends on has changed. A trigger ends links after such changes; the
 * comparison here covers links created concurrently.
 */
const selectLinkOwner = (purpose: Purpose, token: string) => sql`
  sys_user_link l join sys_user u on u.id = l.user_id
   where l.token_hash = ${hashToken(token)} and l.purpose = ${purpose} and l.expires_at > now() and l.standing = ${signInStamp} and ${
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

/** @throws AppError LINK_OVER; ACCOUNT_DISABLED, ACCOUNT_ENDED if a password link fails for that reason */
export async function getLinkOwner(db: Kysely<DB>, purpose: Purpose, token: string): Promise<Opened> {
  const { rows } = await sql<Opened>`select ${opened} from ${selectLinkOwner(purpose, token)}`.execute(db);
  return rows[0] ?? refuseLink(db, purpose, token);
}

/** Uses up a link with the commit and locks its account. @throws AppError as `lookAt` */
export async function consumeLinks(trx: Trx, purpose: Purpose, token: string): Promise<Opened> {
  // Lock the account first, as every change of it does; that change may have ended the link.
  const { rows } = await sql<Opened>`select ${opened} from ${selectLinkOwner(purpose, token)} for update of u`.execute(trx);
  if (!rows[0]) return refuseLink(trx, purpose, token);
  const { numDeletedRows } = await trx
    .deleteFrom('sys_user_link')
    .where('token_hash', '=', hashToken(token))
    .where('standing', '<>', '')
    .executeTakeFirst();
  return numDeletedRows === 0n ? refuseLink(trx, purpose, token) : rows[0];
}

async function refuseLink(db: Kysely<DB>, purpose: Purpose, token: string): Promise<never> {
  const { rows } = await sql<{ userId: string }>`
    select l.user_id as "userId" from sys_user_link l
     where l.token_hash = ${hashToken(token)} and l.purpose = ${purpose} and l.purpose = 'PASSWORD' and l.expires_at > now()`.execute(
    db,
  );
  throw (rows[0] && (await accountClosedError(db, rows[0].userId))) ?? new AppError('LINK_OVER');
}
