import type { Kysely } from 'kysely';
import type { DB } from '../db/types.ts';

/** A limit; without a valid entry there is none. */
export async function configNumber(db: Kysely<DB>, code: string): Promise<number> {
  const entry = await db
    .selectFrom('sys_config')
    .where('code', '=', code)
    .where('valid', '=', true)
    .select('value')
    .executeTakeFirst();
  const value = Number(entry?.value);
  return entry && Number.isFinite(value) ? value : Number.MAX_SAFE_INTEGER;
}
