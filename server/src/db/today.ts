import { sql, type Kysely } from 'kysely';
import type { DB } from './types.ts';

/** Today in warehouse time, `YYYY-MM-DD`. */
export async function todayOf(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ today: string }>`select current_date::text as today`.execute(db);
  return rows[0]!.today;
}
