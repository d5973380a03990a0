// The lock of the process that carries out maintenance work. The database releases it when the process ends, for whatever reason:
// unlike a heartbeat, it reveals at once that work was interrupted.
import { sql } from 'kysely';
import { Client } from 'pg';

/** Advisory-lock id: below 2^32, so that pg_locks shows it in one column. */
const LOCK = 7_318_491;
const WAIT_MS = 30_000;
/** PostgreSQL's code for a lock timeout. */
const TIMED_OUT = '55P03';

/** Whether a live process holds the lock. */
export const isWorkLockHeld = sql<boolean>`exists (
  select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${sql.lit(LOCK)} and granted
     and database = (select oid from pg_database where datname = current_database()))`;

export interface WorkLock {
  /** Aborted when the connection, and with it the lock, is lost. */
  lost: AbortSignal;
  release: () => Promise<void>;
}

/** Waits for work that is about to end. @returns null if the lock is still held after a while */
export async function takeWorkLock(url: string, waitMs = WAIT_MS): Promise<WorkLock | null> {
  const client = new Client({ connectionString: url, application_name: `kuwei-work:${process.pid}`, keepAlive: true });
  const lost = new AbortController();
  client.on('error', () => {}).on('end', () => lost.abort());
  await client.connect();
  const release = (): Promise<void> => client.end().catch(() => {});
  try {
    await client.query(`set idle_session_timeout = 0; set statement_timeout = 0; set lock_timeout = ${Math.max(1, waitMs)}`);
    await client.query(`select pg_advisory_lock(${LOCK}::bigint)`);
    return { lost: lost.signal, release };
  } catch (error) {
    await release();
    if ((error as { code?: string }).code === TIMED_OUT) return null;
    throw error;
  }
}
