// Monthly partitions of the log: created in advance, or on demand if missing.
import { sql, type Kysely } from 'kysely';
import type { DB } from './types.ts';

/** Months in advance: enough even if the job did not run for a quarter. */
const AHEAD = 3;

/** Creates this month and the next ones, if missing. */
export const makeMonths = (db: Kysely<DB>): Promise<unknown> =>
  sql`select sys_log_make_month(now() + n * interval '1 month') from generate_series(0, ${AHEAD}::int) n`.execute(db);

/** Whether an insert failed because its month is missing. */
export function isMissingMonth(thrown: unknown): boolean {
  const { code, table } = (thrown ?? {}) as { code?: unknown; table?: unknown };
  return code === '23514' && typeof table === 'string' && table.startsWith('sys_log');
}
