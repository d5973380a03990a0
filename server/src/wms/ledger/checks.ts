// What must hold of stock and ledger at every moment, each as a query that finds what breaks it.
import type { LedgerCheck } from '@kuwei/contract/wms/product-box';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { balanceFaults } from './balances.ts';
import type { Fault } from './fault.ts';
import { decisionFaults, documentFaults } from './documents.ts';
import { guardFaults } from './guards.ts';
import type { Sealer } from './sealer.ts';
import { anchorFaults, signatureFaults } from './signatures.ts';

export interface Check {
  code: LedgerCheck;
  name: string;
  /**
   * Its parts, which together are the whole check: they may be carried out beside each other, on one snapshot.
   * @param sealer what holds the ledger from outside the database; null where there is no key
   */
  parts: readonly ((trx: Trx, sealer: Sealer | null) => Promise<readonly Fault[]>)[];
}

/** Faults of one check that are shown. */
const SHOWN = 20;

const check = (code: LedgerCheck, name: string, ...parts: readonly RawBuilder<Fault>[]): Check => ({
  code,
  name,
  parts: parts.map((faults) => async (trx) => (await sql<Fault>`select * from (${faults}) f limit ${SHOWN}`.execute(trx)).rows),
});

/** Every entry is hashed again: the blocks are dealt out. */
const SEALED_PARTS = 8;
/** @param part of SEALED_PARTS. Which block comes before which is looked at over all of them. */
const sealFaults = (part: number): RawBuilder<Fault> => sql`
  select no::text as subject,
         case when number <> no then 'a block is missing before it'
              when rows is distinct from row_count then format('%s entries, sealed were %s', coalesce(rows, 0), row_count)
              else 'an entry was changed after it had been sealed' end as detail
    from (select b.no, b.number, b.row_count, b.hash, r.rows, r.digests, b.before
            from (select *, coalesce(lag(last_seq) over (order by no), 0) as after_seq, row_number() over (order by no) as number,
                         coalesce(lag(hash) over (order by no), ''::bytea) as before from wms_ledger_block) b
           cross join lateral (select count(*)::int as rows, string_agg(wms_ledger_digest(l), ''::bytea order by l.seq) as digests
                                 from wms_ledger l where l.seq > b.after_seq and l.seq <= b.last_seq) r
           where b.number % ${sql.lit(SEALED_PARTS)} = ${sql.lit(part)}) c
   where number <> no or rows <> row_count or sha256(before || coalesce(digests, ''::bytea)) <> hash`;

export const checks: readonly Check[] = [
  check(
    'REPLAY',
    'stock is the replay of the ledger',
    sql`select s.id as subject, format('stock %s, ledger %s', s.qty, coalesce(l.qty, 0)) as detail
          from wms_product_box s
          left join (select product_box_id, sum(qty_delta) as qty from wms_ledger group by 1) l on l.product_box_id = s.id
         where s.qty <> coalesce(l.qty, 0)`,
  ),
  check(
    'SEQUENCE',
    'each entry follows from the one before it',
    sql`select seq::text as subject, format('%s and %s do not make %s', before, qty_delta, qty_after) as detail
          from (select seq, qty_delta, qty_after, coalesce(lag(qty_after) over (partition by product_box_id order by seq), 0) as before
                  from wms_ledger) e
         where qty_after <> before + qty_delta`,
  ),
  check(
    'LAST',
    'each stock row knows its last entry',
    sql`select s.id as subject, format('says %s, is %s', s.ledger_seq, coalesce(l.seq, 0)) as detail
          from wms_product_box s
          left join (select product_box_id, max(seq) as seq from wms_ledger group by 1) l on l.product_box_id = s.id
         where s.ledger_seq <> coalesce(l.seq, 0)`,
  ),
  check('BALANCES', 'monthly balances follow from the ledger', balanceFaults),
  check(
    'NAMES',
    'each entry names the product, batch, owner and box of its stock row',
    sql`select l.seq::text as subject, s.id::text as detail
          from wms_ledger l join wms_product_box s on s.id = l.product_box_id
         where (l.product_id, l.batch_id, l.owner_org_id, l.box_id) <> (s.product_id, s.batch_id, s.owner_org_id, s.box_id)`,
  ),
  check(
    'RANGE',
    'nothing is negative, and no more is promised than is there',
    sql`select id as subject, format('quantity %s, reserved %s', qty, reserved) as detail
          from wms_product_box where qty < 0 or reserved < 0 or reserved > qty`,
  ),
  check(
    'RESERVED',
    'what is promised is what documents on their way hold',
    sql`select s.id::text as subject, format('reserved %s, documents %s', s.reserved, coalesce(x.reserved, 0)) as detail
          from wms_product_box s
          left join (select product_box_id, sum(reserved) as reserved from wms_transaction_line_box where reserved > 0 group by 1) x
            on x.product_box_id = s.id
         where s.reserved <> coalesce(x.reserved, 0)
        union all
        select t.no, format('%s holds %s', t.state, x.reserved)
          from wms_transaction_line_box x
          join wms_transaction_line l on l.id = x.line_id join wms_transaction t on t.id = l.transaction_id
         where x.reserved > 0 and t.state not in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL')`,
  ),
  check(
    'LINES',
    'each line that was done has its entries, each once',
    sql`select t.no || ' / ' || l.line_no as subject, format('done %s, posted %s', l.qty_done, coalesce(e.qty, 0)) as detail
          from wms_transaction_line l
          join wms_transaction t on t.id = l.transaction_id
          left join (select line_id, sum(abs(qty_delta)) filter (where kind <> 'MOVE_IN') as qty from wms_ledger where line_id is not null group by 1) e
            on e.line_id = l.id
         where l.qty_done * case when t.reverses_id is not null and t.type = 'MOVE' then 2 else 1 end <> coalesce(e.qty, 0)`,
  ),
  check(
    'ENTRIES',
    'each entry belongs to a line of its document',
    sql`select l.seq::text as subject,
               case when x.id is null then 'of no line of a document' else 'of a line of another document or product' end as detail
          from wms_ledger l left join wms_transaction_line x on x.id = l.line_id
         where x.id is null or x.transaction_id <> l.transaction_id or x.product_id <> l.product_id`,
  ),
  check(
    'DONE',
    'each finished document has posted',
    sql`select t.no as subject, t.state as detail from wms_transaction t
         where t.state in ('DONE', 'PARTIAL') and not exists (select from wms_ledger l where l.transaction_id = t.id)`,
  ),
  check('DOCUMENTS', 'each document that has posted is there, and of the owner of its entries', documentFaults),
  check('DECIDED', 'each document that has posted was decided, and its timeline tells of it', decisionFaults),
  check(
    'MOVES',
    'a move adds up to nothing',
    sql`select t.no as subject, sum(l.qty_delta)::text as detail
          from wms_transaction t join wms_ledger l on l.transaction_id = t.id
         where t.type = 'MOVE' group by t.no having sum(l.qty_delta) <> 0`,
  ),
  check(
    'REVERSALS',
    'a reversal is the opposite of what it takes back',
    sql`select r.seq::text as subject, format('%s for %s of %s', r.qty_delta, o.qty_delta, o.seq) as detail
          from wms_ledger r join wms_ledger o on o.seq = r.reverses_seq
         where r.qty_delta <> - o.qty_delta or r.product_box_id <> o.product_box_id
        union all
        select r.seq::text, 'not of the document that takes back what it names'
          from wms_ledger r left join wms_ledger o on o.seq = r.reverses_seq left join wms_transaction t on t.id = r.transaction_id
         where r.kind = 'REVERSAL' and t.reverses_id is distinct from o.transaction_id
        union all
        select o.seq::text, format('%s takes the document back without this entry', r.no)
          from wms_transaction r join wms_ledger o on o.transaction_id = r.reverses_id
          left join wms_ledger x on x.reverses_seq = o.seq and x.transaction_id = r.id
         where x.seq is null`,
  ),
  check(
    'OWNERS',
    'the sum over all owners is the total of the warehouse',
    sql`select coalesce(l.warehouse_id, s.warehouse_id)::text as subject,
               format('product %s: ledger %s, stock %s', coalesce(l.product_id, s.product_id), coalesce(l.qty, 0), coalesce(s.qty, 0)) as detail
          from (select warehouse_id, product_id, sum(qty_delta) as qty from wms_ledger group by 1, 2) l
          full join (select b.warehouse_id, s.product_id, sum(s.qty) as qty
                       from wms_product_box s join wms_warehouse_box b on b.id = s.box_id group by 1, 2) s
            using (warehouse_id, product_id)
         where coalesce(l.qty, 0) <> coalesce(s.qty, 0)`,
  ),
  { code: 'GUARDED', name: 'what guards the ledger in the database is what the program ships', parts: [guardFaults] },
  check('SEALED', 'the chain of sealed blocks verifies', ...Array.from({ length: SEALED_PARTS }, (_, part) => sealFaults(part))),
  { code: 'SIGNED', name: 'the newest block is signed by this installation', parts: [signatureFaults] },
  { code: 'ANCHORED', name: 'the chain leads to the block noted outside the database', parts: [anchorFaults] },
];
