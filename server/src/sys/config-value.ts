import type { NumberSettingCode } from '@kuwei/contract/setting';
import { sql, type RawBuilder } from 'kysely';

/** Valid entries by their codes. */
export type ConfigValues = Partial<Record<NumberSettingCode, string>>;

/** Selected with whatever else a statement reads. */
export const configValues = (codes: readonly NumberSettingCode[]): RawBuilder<ConfigValues> => sql<ConfigValues>`coalesce((
  select json_object_agg(code, value) from sys_config where valid and code = any(${codes}::text[])), '{}')`;

/** A limit; without a valid entry there is none. */
export function configNumber(values: ConfigValues, code: NumberSettingCode): number {
  const value = Number(values[code] ?? Number.NaN);
  return Number.isFinite(value) ? value : Number.MAX_SAFE_INTEGER;
}
