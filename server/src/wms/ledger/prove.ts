// Proof that stock is the replay of the ledger, and that nobody has changed the ledger since it was sealed.
import type { ReplyOf } from '@kuwei/contract/route';
import type { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { sql } from 'kysely';
import type { Services } from '../../context.ts';
import { fixSession, type Db, type Trx } from '../../db/open.ts';
import { checks } from './checks.ts';
import type { Fault } from './fault.ts';
import type { Sealer } from './sealer.ts';

export type Proof = ReplyOf<(typeof productBoxRoutes)['proveLedger']>;

/** A large ledger takes longer than any other query may. */
const TIMEOUT_MS = 600_000;

const running = new WeakMap<Db, Promise<Proof>>();

/** Asked for while it runs, it runs once. */
export function proveLedger({ db, sealer }: Pick<Services, 'db' | 'sealer'>): Promise<Proof> {
  const known = running.get(db);
  if (known) return known;
  const proof = prove(db, sealer).finally(() => running.delete(db));
  running.set(db, proof);
  return proof;
}

/** Of a sort, so that those of millions of entries need not go through files in small pieces. */
const WORK_MEM = '64MB';

type Report = (name: string, faults: readonly Fault[], milliseconds: number) => void;
type Totals = Pick<Proof, 'stockRows' | 'ledgerRows' | 'sealedRows' | 'blocks'>;

/**
 * All checks on one snapshot, so that postings that go on meanwhile neither wait nor disturb. Two connections share it, and each
 * takes the next part that nobody has taken; where there is but one to be had, it goes on alone.
 * @param sealer null where there is no key
 * @param report told of each check as it ends
 * @param isShared whether a second connection sees what the first one does: not inside a transaction that has written
 */
export async function prove(db: Db, sealer: Sealer | null, report: Report = () => {}, isShared = true): Promise<Proof> {
  const begun = performance.now();
  const course = courseOf(sealer, report);
  const totals = await inSnapshot(db, async (trx) => {
    const help = isShared ? await helped(db, trx, course) : null;
    await prepare(trx);
    const done = course.work(trx).then(() => help?.end());
    await (help ? Promise.race([done, help.failed]) : done);
    return totalsOf(trx);
  });
  const found = course.found();
  return { ok: found.faults.length === 0, ...totals, milliseconds: Math.round(performance.now() - begun), ...found };
}

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

async function prepare(trx: Trx): Promise<void> {
  await fixSession(trx);
  await sql`set local statement_timeout = ${sql.lit(TIMEOUT_MS)}`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(TIMEOUT_MS)}`.execute(trx);
  await sql`set local work_mem = ${sql.lit(WORK_MEM)}`.execute(trx);
}

interface Course {
  /** Carries out one part after the other until none is left. */
  work: (trx: Trx) => Promise<void>;
  found: () => Pick<Proof, 'checks' | 'faults'>;
}

function courseOf(sealer: Sealer | null, report: Report): Course {
  const courses = checks.map((check) => ({ ...check, left: check.parts.length, milliseconds: 0, faults: [] as Fault[] }));
  const parts = courses.flatMap((of) => of.parts.map((find) => ({ of, find })));
  const next = parts.values();
  return {
    work: async (trx) => {
      for (const { of, find } of next) {
        const start = performance.now();
        of.faults.push(...(await carriedOut(trx, () => find(trx, sealer))));
        of.milliseconds += performance.now() - start;
        of.left -= 1;
        if (of.left === 0) report(of.name, of.faults, of.milliseconds);
      }
    },
    found: () => ({
      checks: courses.map(({ code, faults, milliseconds }) => ({
        check: code,
        faults: faults.length,
        milliseconds: Math.round(milliseconds),
      })),
      faults: courses.flatMap(({ code, faults }) => faults.map((fault) => ({ check: code, ...fault }))),
    }),
  };
}

async function totalsOf(trx: Trx): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select (select count(*) from wms_product_box) as "stockRows", (select count(*) from wms_ledger) as "ledgerRows",
           (select coalesce(sum(row_count), 0)::bigint from wms_ledger_block) as "sealedRows",
           (select count(*) from wms_ledger_block) as blocks`.execute(trx);
  return rows[0]!;
}

/** PostgreSQL's codes for what is not there, is there twice, or may not be read. */
const NOT_AS_SHIPPED = /^42/;

/** A check that the database does not understand any more is a fault, not a failure: somebody changed what it reads. */
async function carriedOut(trx: Trx, find: () => Promise<readonly Fault[]>): Promise<readonly Fault[]> {
  await sql`savepoint looked`.execute(trx);
  try {
    const faults = await find();
    await sql`release savepoint looked`.execute(trx);
    return faults;
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (!NOT_AS_SHIPPED.test(code)) throw error;
    await sql`rollback to savepoint looked`.execute(trx);
    return [{ subject: code, detail: `the check could not be carried out: ${message}` }];
  }
}
