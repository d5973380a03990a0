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

/**
 * All checks on one snapshot, so that postings that go on meanwhile neither wait nor disturb.
 * @param sealer null where there is no key
 * @param report told of each check as it ends
 */
export async function prove(
  db: Db,
  sealer: Sealer | null,
  report: (name: string, faults: readonly Fault[], milliseconds: number) => void = () => {},
): Promise<Proof> {
  const begun = performance.now();
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await fixSession(trx);
      await sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(trx);
      const found: Proof['faults'] = [];
      const done: Proof['checks'] = [];
      for (const { code, name, find } of checks) {
        const start = performance.now();
        const rows = await carriedOut(trx, () => find(trx, sealer));
        const milliseconds = performance.now() - start;
        report(name, rows, milliseconds);
        done.push({ check: code, faults: rows.length, milliseconds: Math.round(milliseconds) });
        found.push(...rows.map((fault) => ({ check: code, ...fault })));
      }
      const { rows } = await sql<Pick<Proof, 'stockRows' | 'ledgerRows' | 'sealedRows' | 'blocks'>>`
        select (select count(*) from wms_product_box) as "stockRows", (select count(*) from wms_ledger) as "ledgerRows",
               (select coalesce(sum(row_count), 0)::bigint from wms_ledger_block) as "sealedRows",
               (select count(*) from wms_ledger_block) as blocks`.execute(trx);
      const milliseconds = Math.round(performance.now() - begun);
      return { ok: found.length === 0, ...rows[0]!, milliseconds, checks: done, faults: found };
    });
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
