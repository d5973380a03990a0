// Invariants of stock and ledger, and the parts in which a proof checks them.
import type { LedgerCheck, LedgerProofKind } from '@kuwei/contract/wms/product-box';
import { TRANSACTION_TYPES } from '@kuwei/contract/wms/transaction-type';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { blocksAfter, findChainFaults, findUnsealedFaults } from './chain.ts';
import { findDocumentFaults, findReversalFaults } from './documents.ts';
import { findFaults, type Fault, type CheckFault } from './fault.ts';
import { guardFaults } from './guards.ts';
import type { VerifiedState } from './proved-state.ts';
import { rangesOf, type RangeCondition } from './range.ts';
import type { Sealer } from '../../services/sealer.ts';
import { anchorFaults, signatureFaults } from './signatures.ts';
import { findStockFaults } from './stock-checks.ts';

export const CHECK_NAMES: Readonly<Record<LedgerCheck, string>> = {
  REPLAY: 'stock is the replay of the ledger',
  SEQUENCE: 'each entry follows from the one before it',
  LAST: 'each stock row knows its last entry',
  BALANCES: 'monthly balances follow from the ledger',
  NAMES: 'each entry names the product, batch, owner and box of its stock row',
  RANGE: 'nothing is negative, and no more is promised than is there',
  RESERVED: 'what is promised is what documents on their way hold',
  LINES: 'each line that was done has its entries, each once',
  ENTRIES: 'each entry belongs to a line of its document',
  DONE: 'each finished document has posted',
  DOCUMENTS: 'each document that has posted is there, and of the owner of its entries',
  DECIDED: 'each document that has posted was decided, and its timeline records it',
  MOVES: 'a move adds up to nothing',
  REVERSALS: 'a reversal is the opposite of what it takes back',
  OWNERS: 'the sum over all owners is the total of the warehouse',
  GUARDED: 'what guards the ledger in the database is what the program ships',
  SEALED: 'the chain of sealed blocks verifies',
  SIGNED: 'the newest block is signed by this installation',
  ANCHORED: 'the chain leads to the block noted outside the database',
  PROVED: 'what the proof goes on from is what was proved and signed',
};

/** Parts can run in parallel on one snapshot. */
export interface Part {
  /** The checks it covers. */
  checks: readonly LedgerCheck[];
  /** @param sealer holds the ledger's keys and anchor outside the database; null where there is no key */
  find: (trx: Trx, sealer: Sealer | null) => Promise<readonly CheckFault[]>;
}

const stockChecks: LedgerCheck[] = ['REPLAY', 'SEQUENCE', 'LAST', 'NAMES'];
const documentChecks: LedgerCheck[] = ['LINES', 'ENTRIES', 'DONE', 'DOCUMENTS', 'DECIDED', 'MOVES'];

/** Longest first, so that parallel workers finish together. */
export const partsOf = async (trx: Trx, kind: LedgerProofKind, verified: VerifiedState): Promise<Part[]> => [
  ...(kind === 'FULL' ? await wholeParts(trx, verified) : await newParts(trx, verified)),
  checkPart(['RANGE', 'RESERVED'], (trx) => findFaults(trx, sql``, [range, reserved])),
  checkPart(['SEALED'], findUnsealedFaults),
  faultPart('GUARDED', guardFaults),
  faultPart('SIGNED', signatureFaults),
  faultPart('ANCHORED', anchorFaults),
  checkPart(['PROVED'], async () => verified.faults),
];

const checkPart = (checks: readonly LedgerCheck[], find: Part['find']): Part => ({ checks, find });
const faultPart = (check: LedgerCheck, find: (trx: Trx, sealer: Sealer | null) => Promise<readonly Fault[]>): Part => ({
  checks: [check],
  find: async (trx, sealer) => (await find(trx, sealer)).map((fault) => ({ check, ...fault })),
});

/** Entries and documents per part to sort or join, sized for work_mem. */
const STOCK_ENTRIES = 2_500_000;
const DOCUMENTS = 20_000;
/** Even a small ledger gives both connections a part. */
const PARTS_MIN = 2;

async function wholeParts(trx: Trx, { proved }: VerifiedState): Promise<Part[]> {
  const { rows } = await sql<{ entries: number; documents: number; moments: string | null }>`
    select coalesce((select max(seq) from wms_ledger), 0) as entries, (select count(*) from wms_transaction) as documents,
           (select array_agg(at order by at)::text from (select at from wms_stock_balance group by at) b) as moments`.execute(
    trx,
  );
  const { entries, documents, moments } = rows[0]!;
  const partsFor = (size: number, each: number): number => Math.max(PARTS_MIN, Math.ceil(size / each));
  const stock = await rangesOf(trx, 'wms_product_box', partsFor(entries, STOCK_ENTRIES));
  const byDocument = await rangesOf(trx, 'wms_transaction', partsFor(documents, DOCUMENTS));
  const chain = await blocksAfter(trx, 0);
  return [
    ...stock.map((which) =>
      checkPart([...stockChecks, 'BALANCES', 'PROVED'], (inside) =>
        findStockFaults(inside, { which, from: null, moments, known: proved }),
      ),
    ),
    checkPart(['OWNERS'], (inside) => findFaults(inside, sql``, [owners])),
    ...byDocument.map((which) => checkPart(documentChecks, (inside) => findDocumentFaults(inside, which))),
    checkPart(['REVERSALS'], (inside) => findReversalFaults(inside, () => sql`true`)),
    ...chain.map((blocks) => checkPart(['SEALED'], (inside) => findChainFaults(inside, blocks, proved))),
  ];
}

/** New entries, their documents, and changed documents. @param verified the last proof, which exists */
async function newParts(trx: Trx, { proved }: VerifiedState): Promise<Part[]> {
  const { no, lastSeq, provedAt } = proved!;
  const { rows } = await sql<{ ids: string }>`
    select array(
      select transaction_id from wms_ledger where seq > ${lastSeq}
      union
      select id from wms_transaction where type = any(${[...TRANSACTION_TYPES]}::text[]) and deleted_at is null
         and updated_at > ${provedAt}::timestamptz - interval '1 hour' and state in ('DONE', 'PARTIAL'))::text as ids`.execute(
    trx,
  );
  const touched: RangeCondition = (column) => sql`${column} = any(${rows[0]!.ids}::uuid[])`;
  return [
    checkPart(stockChecks, (inside) =>
      findStockFaults(inside, { which: () => sql`true`, from: proved, moments: null, known: null }),
    ),
    checkPart(documentChecks, (inside) => findDocumentFaults(inside, touched)),
    checkPart(['REVERSALS'], (inside) => findReversalFaults(inside, touched)),
    ...(await blocksAfter(trx, no)).map((blocks) => checkPart(['SEALED'], (inside) => findChainFaults(inside, blocks, null))),
  ];
}

const range: RawBuilder<unknown> = sql`
  select 'RANGE' as "check", id::text as subject, format('quantity %s, reserved %s', qty, reserved) as detail
    from wms_product_box where qty < 0 or reserved < 0 or reserved > qty`;

const reserved: RawBuilder<unknown> = sql`
  select 'RESERVED', s.id::text, format('reserved %s, documents %s', s.reserved, coalesce(x.reserved, 0))
    from wms_product_box s
    left join (select product_box_id, sum(reserved) as reserved from (
                 select product_box_id, reserved from wms_transaction_line_box where reserved > 0
                 union all select product_box_id, held from wms_after_sales where held > 0) held group by 1) x
      on x.product_box_id = s.id
   where s.reserved <> coalesce(x.reserved, 0)
  union all
  select 'RESERVED', t.no, format('%s holds %s', t.state, x.reserved)
    from wms_transaction_line_box x
    join wms_transaction_line l on l.id = x.line_id join wms_transaction t on t.id = l.transaction_id
   where x.reserved > 0 and t.state not in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL')`;

const owners: RawBuilder<unknown> = sql`
  select 'OWNERS' as "check", coalesce(l.warehouse_id, s.warehouse_id)::text as subject,
         format('product %s: ledger %s, stock %s', coalesce(l.product_id, s.product_id), coalesce(l.qty, 0), coalesce(s.qty, 0)) as detail
    from (select warehouse_id, product_id, sum(qty_delta) as qty from wms_ledger group by 1, 2) l
    full join (select b.warehouse_id, s.product_id, sum(s.qty) as qty
                 from wms_product_box s join wms_warehouse_box b on b.id = s.box_id group by 1, 2) s
      using (warehouse_id, product_id)
   where coalesce(l.qty, 0) <> coalesce(s.qty, 0)`;
