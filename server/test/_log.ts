// Reads the system log from the database.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '../src/db/types.ts';

interface LogRow {
  action: string;
  device_id: string | null;
  change: Record<string, unknown> | null;
}

/** Complete rows `l`, oldest first. Row numbers exceed JavaScript's safe integers, so don't compare them here. */
export async function logRows(db: Kysely<DB>, where: RawBuilder<unknown>): Promise<LogRow[]> {
  const { rows } = await sql<{ row: LogRow }>`select to_jsonb(l) as row from sys_log l where ${where} order by l.id`.execute(db);
  return rows.map(({ row }) => row);
}
