// Steps that meet: one holds what the other wants, until the other is known to wait.
import { sql } from 'kysely';
import type { Db, Trx } from '../src/db/open.ts';

// Everybody who commits a notice takes turns with all databases of the server, and a table that grows is locked
// for the moment too: who waits for these waits for nobody of the test.
const waiters = sql`from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and wait_event not in ('object', 'extend')`;

/** Comes back when somebody of this database waits for a lock, or when `isOver` says that nobody will. */
async function untilLockWait(db: Db, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { rows } = await sql<{ waits: boolean }>`select exists (select ${waiters}) as waits`.execute(db);
    if (rows[0]!.waits) return;
  }
}

/**
 * Runs `first` in a transaction and keeps what it locked until `second` waits for it; then commits.
 * @returns what `second` came to
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

/** How many of this database wait for locks, with a statement that this pattern finds. */
export async function countLockWaits(db: Db, statement = ''): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting ${waiters} and query ~ ${statement}`.execute(db);
  return rows[0]!.waiting;
}

/** Comes back when so many of this database wait for locks, with a statement that this pattern finds. */
export async function untilLockWaits(db: Db, count: number, statement = ''): Promise<void> {
  while ((await countLockWaits(db, statement)) < count);
}
