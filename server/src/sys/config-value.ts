import type { NumberSettingCode } from '@kuwei/contract/setting';
import type { Kysely } from 'kysely';
import type { DB } from '../db/types.ts';

/** Limits by their codes; without a valid entry there is none. */
export async function configNumbers<C extends NumberSettingCode>(
  db: Kysely<DB>,
  codes: readonly C[],
): Promise<(code: C) => number> {
  const entries = await db
    .selectFrom('sys_config')
    .where('code', 'in', codes)
    .where('valid', '=', true)
    .select(['code', 'value'])
    .execute();
  const values = new Map<string, number>(entries.map(({ code, value }) => [code, Number(value)]));
  return (code) => {
    const value = values.get(code);
    return value !== undefined && Number.isFinite(value) ? value : Number.MAX_SAFE_INTEGER;
  };
}
