// Proves that stock is the replay of the ledger, and that the ledger is unchanged since sealing: fully, or since the last proof.
import { LEDGER_CHECKS, type LedgerCheck, type LedgerProof, type LedgerProofKind } from '@kuwei/contract/wms/product-box';
import { sql } from 'kysely';
import { fixSession, type Db, type Trx } from '../../db/open.ts';
import { CHECK_NAMES, partsOf, type Part } from './checks.ts';
import { FAULTS_PER_CHECK, type Fault, type CheckFault } from './fault.ts';
import { buildNextState, saveProvedState, loadVerifiedState, type ProvedState, type VerifiedState } from './proved-state.ts';
import type { Sealer } from '../../services/sealer.ts';

/** Above the usual statement timeout, for large ledgers. */
const TIMEOUT_MS = 600_000;
/** Per sort, so that millions of entries do not spill to disk in small runs. */
const WORK_MEM = '64MB';

export interface ProveOptions {
  /** Falls back to a full proof where there is none to continue from. */
  kind?: LedgerProofKind;
  /** Called after each check. */
  report?: (name: string, faults: readonly Fault[]) => void;
  /** Called after each part. */
  progress?: (done: number, parts: number) => void;
}

export interface ProofResult {
  proof: LedgerProof;
  /** The state the next proof may continue from; null where a check failed. */
  next: ProvedState | null;
}

/** @param sealer null where there is no key */
export const prove = async (db: Db, sealer: Sealer | null, options: ProveOptions = {}): Promise<LedgerProof> =>
  (await proveInSnapshot(db, sealer, options)).proof;

/** Proves, and stores the state for the next proof. */
export async function proveAndNote(db: Db, sealer: Sealer, options: ProveOptions = {}): Promise<LedgerProof> {
  const { proof, next } = await proveInSnapshot(db, sealer, options);
  if (next !== null) await saveProvedState(db, sealer, next);
  return proof;
}

/**
 * Runs all checks on one snapshot, so concurrent postings neither block nor interfere. Two connections share it and take parts in
 * turn; if the pool has only one, it works alone.
 */
const proveInSnapshot = (db: Db, sealer: Sealer | null, options: ProveOptions): Promise<ProofResult> =>
  inSnapshot(db, (trx) => proveOnConnection(trx, db, sealer, options));

/** Runs all checks inside a transaction with uncommitted writes. */
export const proveInTransaction = async (trx: Trx, sealer: Sealer | null, options: ProveOptions = {}): Promise<LedgerProof> =>
  (await proveOnConnection(trx, null, sealer, options)).proof;

/** @param db for a second connection on the same snapshot; null if there can be none */
async function proveOnConnection(trx: Trx, db: Db | null, sealer: Sealer | null, options: ProveOptions): Promise<ProofResult> {
  const begun = performance.now();
  await prepare(trx);
  const verified = await loadVerifiedState(trx, sealer);
  const kind: LedgerProofKind = options.kind === 'INCREMENT' && verified.proved !== null ? 'INCREMENT' : 'FULL';
  const course = createProofRun(await partsOf(trx, kind, verified), sealer, options);
  const help = db && (await startHelper(db, trx, course));
  const done = course.work(trx).then(() => help?.end());
  await (help ? Promise.race([done, help.failed]) : done);
  const found = course.found();
  const since = kind === 'FULL' ? null : verified.proved!;
  const proof: Omit<LedgerProof, 'milliseconds'> = {
    kind,
    since: since && { block: since.no, entry: since.lastSeq, at: since.provedAt },
    ok: found.faults.length === 0,
    ...(await totalsOf(trx, since)),
    ...found,
  };
  const next = mayStoreProvedState(proof, verified) ? await buildNextState(trx, since?.fullAt ?? null) : null;
  return { proof: { ...proof, milliseconds: Math.round(performance.now() - begun) }, next };
}

/** An unsigned state is no evidence and is replaced once everything else holds; a signed one that does not match stays. */
const mayStoreProvedState = ({ faults }: Pick<LedgerProof, 'faults'>, { proved }: VerifiedState): boolean =>
  faults.every(({ check }) => check === 'PROVED' && proved === null);

const inSnapshot = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

interface Helper {
  /** Resolves when the other connection has finished its current part. */
  end: () => Promise<void>;
  /** Never resolves; rejects when a part failed there. */
  failed: Promise<void>;
}

/** A second connection that works on parts in the snapshot of the first, once the pool has one free. */
async function startHelper(db: Db, first: Trx, course: ProofRun): Promise<Helper> {
  const { rows } = await sql<{ id: string }>`select pg_catalog.pg_export_snapshot() as id`.execute(first);
  let hasBegun = false;
  let isOver = false;
  const work = inSnapshot(db, async (trx) => {
    if (isOver) return;
    hasBegun = true;
    await sql`set transaction snapshot ${sql.lit(rows[0]!.id)}`.execute(trx);
    await prepare(trx);
    await course.work(trx);
  });
  const { promise: failed, reject } = Promise.withResolvers<void>();
  work.catch((error: unknown) => hasBegun && reject(error));
  return {
    failed,
    end: async () => {
      isOver = true;
      if (hasBegun) await work;
    },
  };
}

/** Two connections already use two cores, so no parallel workers. */
async function prepare(trx: Trx): Promise<void> {
  await fixSession(trx);
  await sql`set local statement_timeout = ${sql.lit(TIMEOUT_MS)}`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(TIMEOUT_MS)}`.execute(trx);
  await sql`set local work_mem = ${sql.lit(WORK_MEM)}`.execute(trx);
  await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
  await sql`set local jit = off`.execute(trx);
}

interface ProofRun {
  /** Runs parts until none is left. */
  work: (trx: Trx) => Promise<void>;
  found: () => Pick<LedgerProof, 'checks' | 'faults'>;
}

function createProofRun(parts: readonly Part[], sealer: Sealer | null, { report, progress }: ProveOptions): ProofRun {
  const checks = LEDGER_CHECKS.filter((check) => parts.some((part) => part.checks.includes(check)));
  const left = new Map(checks.map((check) => [check, parts.filter((part) => part.checks.includes(check)).length]));
  // By part, for a stable order.
  const all: (readonly CheckFault[])[] = parts.map(() => []);
  const of = (check: LedgerCheck): CheckFault[] =>
    all
      .flat()
      .filter((fault) => fault.check === check)
      .slice(0, FAULTS_PER_CHECK);
  const next = parts.entries();
  let done = 0;
  progress?.(0, parts.length);
  return {
    work: async (trx) => {
      for (const [at, part] of next) {
        all[at] = await runPart(trx, part, sealer);
        done += 1;
        progress?.(done, parts.length);
        for (const check of part.checks) {
          left.set(check, left.get(check)! - 1);
          if (left.get(check) === 0) report?.(CHECK_NAMES[check], of(check));
        }
      }
    },
    found: () => ({
      checks: checks.map((check) => ({ check, faults: of(check).length })),
      faults: checks.flatMap(of),
    }),
  };
}

type Totals = Pick<LedgerProof, 'stockRows' | 'ledgerRows' | 'sealedRows' | 'blocks'>;

/** In an incremental proof, entries are counted by blocks. */
async function totalsOf(trx: Trx, since: ProvedState | null): Promise<Totals> {
  const ledgerRows =
    since === null
      ? sql`(select count(*) from wms_ledger)`
      : sql`b.rows + (select count(*) from wms_ledger where seq > b.last_seq)`;
  const { rows } = await sql<Totals>`
    select (select count(*) from wms_product_box) as "stockRows", ${ledgerRows} as "ledgerRows", b.rows as "sealedRows", b.blocks
      from (select coalesce(sum(row_count), 0)::bigint as rows, count(*) as blocks, coalesce(max(last_seq), 0) as last_seq
              from wms_ledger_block) b`.execute(trx);
  return rows[0]!;
}

/** PostgreSQL error codes for missing, duplicate or inaccessible objects. */
const SCHEMA_ERROR_CODE = /^42/;

/** A part whose statement fails on the schema is a fault, not a failure: the schema was tampered with. */
async function runPart(trx: Trx, { checks, find }: Part, sealer: Sealer | null): Promise<readonly CheckFault[]> {
  await sql`savepoint looked`.execute(trx);
  try {
    const found = await find(trx, sealer);
    await sql`release savepoint looked`.execute(trx);
    return found;
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (!SCHEMA_ERROR_CODE.test(code)) throw error;
    await sql`rollback to savepoint looked`.execute(trx);
    return checks.map((check) => ({ check, subject: code, detail: `the check could not be carried out: ${message}` }));
  }
}
