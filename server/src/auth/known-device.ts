// Browsers that an account has been signed in from: nobody else's failures hold them up.
import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Origin } from '../context.ts';
import type { Trx } from '../db/open.ts';
import type { DB } from '../db/types.ts';

/** Programs that keep no cookies are a new browser each time: the oldest ones of an account are forgotten. */
const DEVICES_MAX = 50;

const hashOf = ({ browser }: Pick<Origin, 'browser'>): Buffer => createHash('sha256').update(browser.secret).digest();

/**
 * What failures of a browser count for.
 * @param username an account that has to have been signed in from it; undefined for any account
 * @returns null for a browser that is not known
 */
export async function knownDevice(db: Kysely<DB>, origin: Pick<Origin, 'browser'>, username?: string): Promise<Buffer | null> {
  if (origin.browser.isNew) return null;
  const known = await db
    .selectFrom('sys_known_device as d')
    .innerJoin('sys_user as u', 'u.id', 'd.user_id')
    .where('d.device_hash', '=', hashOf(origin))
    .$if(username !== undefined, (query) => query.where(sql`lower(u.username)`, '=', username!.toLowerCase()))
    .select('d.device_hash')
    .limit(1)
    .executeTakeFirst();
  return known?.device_hash ?? null;
}

export async function rememberDevice(trx: Trx, userId: string, origin: Pick<Origin, 'browser'>): Promise<void> {
  await trx
    .insertInto('sys_known_device')
    .values({ user_id: userId, device_hash: hashOf(origin) })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_at: sql<string>`now()` }))
    .execute();
  await trx
    .deleteFrom('sys_known_device')
    .where('user_id', '=', userId)
    .where('device_hash', 'not in', (eb) =>
      eb
        .selectFrom('sys_known_device')
        .where('user_id', '=', userId)
        .orderBy('last_at', 'desc')
        .limit(DEVICES_MAX)
        .select('device_hash'),
    )
    .execute();
}
