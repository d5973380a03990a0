// Counts deadlocks detected by the database server, which retries of a write cannot hide.
import { Client } from 'pg';
import { inject } from 'vitest';

/** Since the database was created. A connection's counts are reported when it ends. */
export async function deadlocksOf(name: string): Promise<number> {
  const client = new Client({ connectionString: inject('database').base.replace('%', 'postgres') });
  await client.connect();
  try {
    const { rows } = await client.query<{ deadlocks: string }>('select deadlocks from pg_stat_database where datname = $1', [
      name,
    ]);
    return Number(rows[0]!.deadlocks);
  } finally {
    await client.end();
  }
}
