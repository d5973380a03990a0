// Finished ledger rows chained into blocks, so that a row changed later would show. Postings never wait for it.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Db, Trx } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';

const BLOCK_ROWS = 10_000;
/** Any number: all processes of this product agree on it. */
const LOCK = 7_318_011;
/** How long to wait for the postings that run; what is not finished then is sealed the next time. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 25;

/**
 * Seals every row that was finished when it was called. Calling it again, or in several processes at once, seals nothing
 * twice.
 * @returns how many rows it sealed
 */
export async function sealLedger(db: Db, { blockRows = BLOCK_ROWS, patienceMs = PATIENCE_MS } = {}): Promise<number> {
  const upTo = await finished(db, patienceMs);
  if (upTo === null) return 0;
  let sealed = 0;
  for (;;) {
    const rows = await db.transaction().execute((trx) => sealBlock(trx, upTo, blockRows));
    sealed += rows;
    if (rows < blockRows) return sealed;
  }
}

/**
 * The last number whose posting is through, whether it was kept or not; null when that takes too long. Drawing a number
 * locks the sequence until the transaction ends, so all numbers drawn so far are settled once all who hold that lock now are
 * gone. Transaction ids would not do: an open transaction of any database of the server would hold the sealing up.
 */
async function finished(db: Kysely<DB>, patienceMs: number): Promise<number | null> {
  // Two statements: the second must see all who drew a number before the first.
  const drawn = await sql<{ seq: number }>`select last_value as seq from wms_ledger_seq_seq`.execute(db);
  const awaited = await posting(db);
  for (const until = Date.now() + patienceMs; awaited.length > 0; await sleep(LOOK_MS)) {
    const still = new Set(await posting(db));
    if (!awaited.some((transaction) => still.has(transaction))) break;
    if (Date.now() >= until) return null;
  }
  return drawn.rows[0]!.seq;
}

/** The transactions that drew a number and have not ended. */
async function posting(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ transaction: string }>`
    select virtualtransaction as transaction from pg_locks
     where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
       and relation = 'wms_ledger_seq_seq'::regclass
       and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.map((row) => row.transaction);
}

async function sealBlock(trx: Trx, upTo: number, blockRows: number): Promise<number> {
  const lock = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${LOCK}::bigint) as taken`.execute(trx);
  if (!lock.rows[0]!.taken) return 0;
  const { rows } = await sql<{ rows: number }>`
    with last as (
      select coalesce(max(no), 0) as no, coalesce(max(last_seq), 0) as seq,
             coalesce((select hash from wms_ledger_block order by no desc limit 1), ''::bytea) as hash
        from wms_ledger_block
    ), part as (
      select l.seq, wms_ledger_digest(l) as digest
        from wms_ledger l
       where l.seq > (select seq from last) and l.seq <= ${upTo}
       order by l.seq limit ${blockRows}
    )
    insert into wms_ledger_block (no, first_seq, last_seq, row_count, hash)
      select last.no + 1, min(part.seq), max(part.seq), count(*), sha256(last.hash || string_agg(part.digest, ''::bytea order by part.seq))
        from last, part group by last.no, last.hash
    returning row_count as rows`.execute(trx);
  return rows[0]?.rows ?? 0;
}
