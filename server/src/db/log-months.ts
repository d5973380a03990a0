// Months of the log: made before they are needed, and where one is missing all the same.
import { sql, type Kysely } from 'kysely';
import type { DB } from './types.ts';

/** Made ahead: whoever writes finds a month even where the clock of the jobs stood still for a season. */
const AHEAD = 3;

/** Makes this month and those to come, where they are missing. */
export const makeMonths = (db: Kysely<DB>): Promise<unknown> =>
  sql`select sys_log_make_month(now() + n * interval '1 month') from generate_series(0, ${AHEAD}::int) n`.execute(db);

/** Whether a row was refused because its month is missing. */
export function isMissingMonth(thrown: unknown): boolean {
  const { code, table } = (thrown ?? {}) as { code?: unknown; table?: unknown };
  return code === '23514' && typeof table === 'string' && table.startsWith('sys_log');
}
