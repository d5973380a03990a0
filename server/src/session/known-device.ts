// Browsers that an account has signed in from: failures elsewhere do not delay them.
import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Origin } from '../context.ts';
import type { Trx } from '../db/open.ts';
import type { DB } from '../db/types.ts';

/** Clients without cookies count as a new browser each time: the oldest ones of an account are dropped. */
const DEVICES_MAX = 50;
/** Browser tabs that sign in concurrently send the same cookie, and a response may be lost. */
const GRACE = sql`interval '5 minutes'`;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * The key that failures of a browser count for.
 * @param username an account that must have signed in from it; undefined for any account
 * @returns null for an unknown browser
 */
export async function knownDevice(
  db: Kysely<DB>,
  { browser }: Pick<Origin, 'browser'>,
  username?: string,
): Promise<Buffer | null> {
  if (browser.shown === null) return null;
  const known = await db
    .selectFrom('sys_known_device as d')
    .innerJoin('sys_user as u', 'u.id', 'd.user_id')
    .where('d.device_hash', '=', hashOf(browser.shown))
    .where(sql<boolean>`(d.replaced_at is null or d.replaced_at > now() - ${GRACE})`)
    .$if(username !== undefined, (query) => query.where(sql`lower(u.username)`, '=', username!.toLowerCase()))
    .select('d.device_hash')
    .limit(1)
    .executeTakeFirst();
  return known?.device_hash ?? null;
}

/** Makes the browser known to the account by a new secret: the cookie that it sent may have been planted. */
export async function renewDevice(trx: Trx, userId: string, { browser }: Pick<Origin, 'browser'>): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  const given = hashOf(secret);
  if (browser.shown !== null) await replaceDevice(trx, userId, hashOf(browser.shown), given);
  await trx.insertInto('sys_known_device').values({ user_id: userId, device_hash: given }).execute();
  await trx
    .deleteFrom('sys_known_device')
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('replaced_at', '<=', sql<string>`now() - ${GRACE}`),
        eb(
          'device_hash',
          'not in',
          eb
            .selectFrom('sys_known_device')
            .where('user_id', '=', userId)
            .orderBy('last_at', 'desc')
            .limit(DEVICES_MAX)
            .select('device_hash'),
        ),
      ]),
    )
    .execute();
  browser.given = secret;
}

/**
 * Other accounts using the browser are moved to its new cookie, with their failures: keeping the old one as well would give five
 * more guesses to anyone with a password of their own.
 */
async function replaceDevice(trx: Trx, userId: string, shown: Buffer, given: Buffer): Promise<void> {
  // A fixed lock order for users who sign in concurrently in one browser.
  await trx
    .selectFrom('sys_known_device')
    .where('device_hash', '=', shown)
    .orderBy('user_id')
    .select('user_id')
    .forUpdate()
    .execute();
  await trx
    .updateTable('sys_known_device')
    .set({ replaced_at: sql<string>`coalesce(replaced_at, now())` })
    .where('device_hash', '=', shown)
    .where('user_id', '=', userId)
    .execute();
  await sql`
    with moved as (
      update sys_known_device set device_hash = ${given}
       where device_hash = ${shown} and user_id <> ${userId} and replaced_at is null
      returning user_id)
    update sys_sign_in_failure f set device_hash = ${given}
      from moved join sys_user u on u.id = moved.user_id
     where f.username = lower(u.username) and f.device_hash = ${shown}`.execute(trx);
}
