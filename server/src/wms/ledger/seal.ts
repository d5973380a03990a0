// Chains finished ledger rows into signed blocks, which reveals later changes. Postings never wait for it.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { Services } from '../../context.ts';
import { fixSession, type Db, type Trx } from '../../db/open.ts';
import type { DB, WmsLedgerBlock } from '../../db/types.ts';
import type { Head, NotedBlock, Sealer } from '../../services/sealer.ts';

const BLOCK_ROWS = 10_000;
/** Arbitrary advisory-lock id. */
const LOCK = 7_318_011;
/** How long to wait for open postings; later ones are sealed next time. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 25;

/**
 * Seals every row that was committed when it was called. Idempotent, also under concurrency.
 * @returns number of rows sealed
 */
export async function sealLedger(
  db: Db,
  sealer: Sealer,
  { blockRows = BLOCK_ROWS, patienceMs = PATIENCE_MS } = {},
): Promise<number> {
  const upTo = await findSettledSeq(db, patienceMs);
  if (upTo === null) return 0;
  let sealed = 0;
  for (;;) {
    const rows = await db.transaction().execute((trx) => sealBlock(trx, sealer, upTo, blockRows));
    sealed += rows;
    if (rows < blockRows) return sealed;
  }
}

/**
 * Seals, then anchors the newest block outside the database: in the data folder and the log.
 * @throws Error where the ledger does not contain the anchored block; the anchor then stays as it is
 */
export async function sealAndAnchor({ db, sealer, log }: Pick<Services, 'db' | 'sealer' | 'log'>): Promise<void> {
  await sealLedger(db, sealer);
  const noted = sealer.head();
  const [newest, fits] = await db.transaction().execute(async (trx) => {
    await fixSession(trx);
    return [
      await blockOf(trx, null),
      noted === null || (await isAnchored(trx, noted)) || (await isUnconfirmedRestore(trx, noted)),
    ] as const;
  });
  if (!fits) throw new Error(`block ${noted!.no} of the ledger is not the one that was sealed: run npm run verify`);
  if (!newest) return noted?.or === null ? sealer.setHead(null) : undefined;
  if (newest.no === noted?.no && newest.hash === noted.hash && noted.or === undefined) return;
  const signedFrom = noted?.signedFrom ?? (newest.isSigned ? newest.no : newest.no + 1);
  const { isSigned: _, ...head } = newest;
  sealer.setHead({ ...head, signedFrom });
  log.info({ block: head.no, lastSeq: head.lastSeq, hash: head.hash, key: sealer.keyId }, 'ledger sealed');
}

/** Whether the ledger contains the anchored block. */
async function isAnchored(db: Kysely<DB>, { no, hash }: NotedBlock): Promise<boolean> {
  return (await blockOf(db, no))?.hash === hash;
}

/** Whether a backup recorded in the anchor was restored without confirmation. */
export async function isUnconfirmedRestore(db: Kysely<DB>, { or }: Head): Promise<boolean> {
  if (or === undefined) return false;
  return or === null ? (await blockOf(db, null)) === undefined : isAnchored(db, or);
}

/** A block by number; null: the newest. */
export async function blockOf(db: Kysely<DB>, no: number | null) {
  const row = await db
    .selectFrom('wms_ledger_block')
    .$if(no !== null, (qb) => qb.where('no', '=', no))
    .select(['no', 'last_seq', 'hash', 'signature', 'key_id'])
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { no: row.no, lastSeq: row.last_seq, hash: row.hash.toString('hex'), isSigned: row.signature !== null };
}

/**
 * The last sequence number below which all postings have ended, committed or not; null on timeout.
 * Drawing a number locks the sequence until the transaction ends, so all numbers drawn so far are settled once the current
 * holders of that lock are gone. Transaction ids would not do: an open transaction in any database of the server would block
 * sealing.
 */
async function findSettledSeq(db: Kysely<DB>, patienceMs: number): Promise<number | null> {
  // Two statements: the second must see all transactions that drew a number before the first.
  const drawn = await sql<{ seq: number }>`select last_value as seq from wms_ledger_seq_seq`.execute(db);
  const awaited = await listOpenPostings(db);
  for (const until = Date.now() + patienceMs; awaited.length > 0; await sleep(LOOK_MS)) {
    const still = new Set(await listOpenPostings(db));
    if (!awaited.some((transaction) => still.has(transaction))) break;
    if (Date.now() >= until) return null;
  }
  return drawn.rows[0]!.seq;
}

/** Open transactions that drew a number. */
async function listOpenPostings(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ transaction: string }>`
    select virtualtransaction as transaction from pg_locks
     where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
       and relation = 'wms_ledger_seq_seq'::regclass
       and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.map((row) => row.transaction);
}

/** Microseconds of an interval. */
export const microseconds = (interval: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${interval}) * 1000000)::bigint`;

async function sealBlock(trx: Trx, sealer: Sealer, upTo: number, blockRows: number): Promise<number> {
  await fixSession(trx);
  const lock = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${LOCK}::bigint) as taken`.execute(trx);
  if (!lock.rows[0]!.taken) return 0;
  const { rows } = await sql<Omit<Selectable<WmsLedgerBlock>, 'sealed_at' | 'signature' | 'key_id'>>`
    with last as (
      select coalesce(max(no), 0) as no, coalesce(max(last_seq), 0) as seq,
             coalesce((select hash from wms_ledger_block order by no desc limit 1), ''::bytea) as hash,
             max(until_at) as until_at, coalesce(max(behind), 0) as behind
        from wms_ledger_block
    ), part as (
      select l.seq, l.at, wms_ledger_digest(l) as digest
        from wms_ledger l
       where l.seq > (select seq from last) and l.seq <= ${upTo}
       order by l.seq limit ${blockRows}
    )
    select last.no + 1 as no, min(part.seq) as first_seq, max(part.seq) as last_seq, count(*)::int as row_count,
           sha256(last.hash || string_agg(part.digest, ''::bytea order by part.seq)) as hash,
           greatest(last.until_at, max(part.at))::text as until_at,
           greatest(last.behind, ${microseconds(sql`last.until_at - min(part.at)`)}) as behind
      from last, part group by last.no, last.hash, last.until_at, last.behind`.execute(trx);
  const block = rows[0];
  if (!block) return 0;
  await trx
    .insertInto('wms_ledger_block')
    .values({ ...block, signature: sealer.sign(block.no, block.hash), key_id: sealer.keyId })
    .execute();
  return block.row_count;
}
