// Concurrent steps: one holds its locks until the other is known to wait for them.
import { sql } from 'kysely';
import type { Db, Trx } from '../src/db/open.ts';

// Commits with notifications are serialized across all databases of the server, and extending a table takes a brief lock; such
// waits don't count.
const waiters = sql`from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and wait_event not in ('object', 'extend')`;

/** Resolves when a backend of this database waits for a lock, or when `isOver` says that none will. */
async function untilLockWait(db: Db, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { rows } = await sql<{ waits: boolean }>`select exists (select ${waiters}) as waits`.execute(db);
    if (rows[0]!.waits) return;
  }
}

/**
 * Runs `first` in a transaction and holds its locks until `second` waits for them; then commits.
 * @returns the result of `second`
 */
export async function meanwhile<T>(db: Db, first: (trx: Trx) => Promise<unknown>, second: () => Promise<T>): Promise<T> {
  return db
    .transaction()
    .execute(async (trx) => {
      await first(trx);
      let over = false;
      const waiting = second().finally(() => (over = true));
      await untilLockWait(db, () => over);
      if (over) throw new Error('The second did not wait for the first.');
      return { waiting };
    })
    .then(({ waiting }) => waiting);
}

/** Number of backends of this database that wait for locks, with a statement matching the pattern. */
export async function countLockWaits(db: Db, statement = ''): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting ${waiters} and query ~ ${statement}`.execute(db);
  return rows[0]!.waiting;
}

/** Resolves when so many backends of this database wait for locks, with a statement matching the pattern. */
export async function untilLockWaits(db: Db, count: number, statement = ''): Promise<void> {
  while ((await countLockWaits(db, statement)) < count);
}
