// Proof that stock is the replay of the ledger, and that nobody has changed the ledger since it was sealed: of all of it, or of
// what has come since it was proved last.
import { LEDGER_CHECKS, type LedgerCheck, type LedgerProof, type LedgerProofKind } from '@kuwei/contract/wms/product-box';
import { sql } from 'kysely';
import { fixSession, type Db, type Trx } from '../../db/open.ts';
import { CHECK_NAMES, partsOf, type Part } from './checks.ts';
import { SHOWN, type Fault, type Found } from './fault.ts';
import { nextStanding, noteStanding, standingOf, type Proved, type Standing } from './proved.ts';
import type { Sealer } from '../../services/sealer.ts';

/** A large ledger takes longer than any other query may. */
const TIMEOUT_MS = 600_000;
/** Of a sort, so that those of millions of entries need not go through files in small pieces. */
const WORK_MEM = '64MB';

export interface ProveOptions {
  /** Where nothing was proved to go on from, all of it is proved. */
  kind?: LedgerProofKind;
  /** Told of each check as it ends. */
  report?: (name: string, faults: readonly Fault[]) => void;
  /** Told after each part. */
  progress?: (done: number, parts: number) => void;
}

export interface Proving {
  proof: LedgerProof;
  /** What the next proof may go on from; null where something does not hold. */
  next: Proved | null;
}

/** @param sealer null where there is no key */
export const prove = async (db: Db, sealer: Sealer | null, options: ProveOptions = {}): Promise<LedgerProof> =>
  (await proving(db, sealer, options)).proof;

/** The same, and notes what the next proof may go on from. */
export async function proveAndNote(db: Db, sealer: Sealer, options: ProveOptions = {}): Promise<LedgerProof> {
  const { proof, next } = await proving(db, sealer, options);
  if (next !== null) await noteStanding(db, sealer, next);
  return proof;
}

/**
 * All checks on one snapshot, so that postings that go on meanwhile neither wait nor disturb. Two connections share it, and each
 * takes the next part that nobody has taken; where there is but one to be had, it goes on alone.
 */
const proving = (db: Db, sealer: Sealer | null, options: ProveOptions): Promise<Proving> =>
  inSnapshot(db, (trx) => provingOn(trx, db, sealer, options));

/** All checks within a transaction that has written: what it sees, nobody else does. */
export const proveInside = async (trx: Trx, sealer: Sealer | null, options: ProveOptions = {}): Promise<LedgerProof> =>
  (await provingOn(trx, null, sealer, options)).proof;

/** @param db where a second connection sees what the first one does; else null */
async function provingOn(trx: Trx, db: Db | null, sealer: Sealer | null, options: ProveOptions): Promise<Proving> {
  const begun = performance.now();
  await prepare(trx);
  const standing = await standingOf(trx, sealer);
  const kind: LedgerProofKind = options.kind === 'INCREMENT' && standing.proved !== null ? 'INCREMENT' : 'FULL';
  const course = courseOf(await partsOf(trx, kind, standing), sealer, options);
  const help = db && (await helped(db, trx, course));
  const done = course.work(trx).then(() => help?.end());
  await (help ? Promise.race([done, help.failed]) : done);
  const found = course.found();
  const since = kind === 'FULL' ? null : standing.proved!;
  const proof: Omit<LedgerProof, 'milliseconds'> = {
    kind,
    since: since && { block: since.no, entry: since.lastSeq, at: since.provedAt },
    ok: found.faults.length === 0,
    ...(await totalsOf(trx, since)),
    ...found,
  };
  const next = mayGoOn(proof, standing) ? await nextStanding(trx, since?.fullAt ?? null) : null;
  return { proof: { ...proof, milliseconds: Math.round(performance.now() - begun) }, next };
}

/** What nobody signed is no evidence, and is made anew once all the rest holds; what was signed and does not fit stays. */
const mayGoOn = ({ faults }: Pick<LedgerProof, 'faults'>, { proved }: Standing): boolean =>
  faults.every(({ check }) => check === 'PROVED' && proved === null);

const inSnapshot = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

interface Help {
  /** Resolves when what the other connection has begun is done. */
  end: () => Promise<void>;
  /** Never resolves; rejects when a part could not be carried out there. */
  failed: Promise<void>;
}

/** A second connection that carries parts out on the snapshot of the first one, as soon as the pool has it. */
async function helped(db: Db, first: Trx, course: Course): Promise<Help> {
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

/** Two connections keep two processors busy: their statements take no others besides. */
async function prepare(trx: Trx): Promise<void> {
  await fixSession(trx);
  await sql`set local statement_timeout = ${sql.lit(TIMEOUT_MS)}`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(TIMEOUT_MS)}`.execute(trx);
  await sql`set local work_mem = ${sql.lit(WORK_MEM)}`.execute(trx);
  await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
  await sql`set local jit = off`.execute(trx);
}

interface Course {
  /** Carries out one part after the other until none is left. */
  work: (trx: Trx) => Promise<void>;
  found: () => Pick<LedgerProof, 'checks' | 'faults'>;
}

function courseOf(parts: readonly Part[], sealer: Sealer | null, { report, progress }: ProveOptions): Course {
  const checks = LEDGER_CHECKS.filter((check) => parts.some((part) => part.checks.includes(check)));
  const left = new Map(checks.map((check) => [check, parts.filter((part) => part.checks.includes(check)).length]));
  // By part, whichever of them ends first.
  const all: (readonly Found[])[] = parts.map(() => []);
  const of = (check: LedgerCheck): Found[] =>
    all
      .flat()
      .filter((fault) => fault.check === check)
      .slice(0, SHOWN);
  const next = parts.entries();
  let done = 0;
  progress?.(0, parts.length);
  return {
    work: async (trx) => {
      for (const [at, part] of next) {
        all[at] = await carriedOut(trx, part, sealer);
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

/** Of a ledger that is not gone through, entries are counted by its blocks. */
async function totalsOf(trx: Trx, since: Proved | null): Promise<Totals> {
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

/** PostgreSQL's codes for what is not there, is there twice, or may not be read. */
const NOT_AS_SHIPPED = /^42/;

/** A part that the database does not understand any more is a fault, not a failure: somebody changed what it reads. */
async function carriedOut(trx: Trx, { checks, find }: Part, sealer: Sealer | null): Promise<readonly Found[]> {
  await sql`savepoint looked`.execute(trx);
  try {
    const found = await find(trx, sealer);
    await sql`release savepoint looked`.execute(trx);
    return found;
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (!NOT_AS_SHIPPED.test(code)) throw error;
    await sql`rollback to savepoint looked`.execute(trx);
    return checks.map((check) => ({ check, subject: code, detail: `the check could not be carried out: ${message}` }));
  }
}
