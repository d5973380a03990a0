// How often the database server has found people waiting for each other in a circle: no try of a write hides that.
import { Client } from 'pg';
import { inject } from 'vitest';

/** Since the database was made. Counts of a connection are told when it ends. */
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
