// Storage of second factors. A code works once, even within its 30 seconds.
import { sql, type Kysely } from 'kysely';
import type { Trx } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';
import { newRecoveryCodes, recoveryHash, stepOf } from './totp.ts';

export async function hasSecondFactor(db: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sys_user_totp')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .select('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Consumes a code of the authenticator app. @param confirmed whether the factor is active, or being set up */
export async function useCode(trx: Trx, userId: string, code: string, confirmed: boolean): Promise<boolean> {
  const row = await trx
    .selectFrom('sys_user_totp')
    .where('user_id', '=', userId)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .select('secret')
    .forUpdate()
    .executeTakeFirst();
  const step = row ? stepOf(row.secret, code.trim()) : null;
  if (step === null) return false;
  const { numUpdatedRows } = await trx
    .updateTable('sys_user_totp')
    .set({ last_step: step, confirmed_at: sql<string>`coalesce(confirmed_at, now())` })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Consumes a code of the authenticator app, or a recovery code. */
export async function useAnyCode(trx: Trx, userId: string, code: string): Promise<boolean> {
  if (await useCode(trx, userId, code, true)) return true;
  const { numDeletedRows } = await trx
    .deleteFrom('sys_user_recovery')
    .where('user_id', '=', userId)
    .where('code_hash', '=', recoveryHash(code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Replaces all recovery codes and returns the new ones, which cannot be read later. */
export async function renewRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
  await trx.deleteFrom('sys_user_recovery').where('user_id', '=', userId).execute();
  const codes = newRecoveryCodes();
  await trx
    .insertInto('sys_user_recovery')
    .values(codes.map((code) => ({ user_id: userId, code_hash: recoveryHash(code) })))
    .execute();
  return codes;
}

/** @returns whether one was active */
export async function dropSecondFactor(trx: Trx, userId: string): Promise<boolean> {
  await trx.deleteFrom('sys_user_recovery').where('user_id', '=', userId).execute();
  const dropped = await trx
    .deleteFrom('sys_user_totp')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return dropped !== undefined && dropped.confirmed_at !== null;
}
