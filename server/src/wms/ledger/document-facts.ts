// Checks who approved and executed posted documents, and that their lines, boxes and heads match their entries. Parts of the
// statement in documents.ts, over its relations.
import { sql } from 'kysely';
import { foldedBatchNo } from '../batch/by-number.ts';

/** Separation of duties: no participant of an application approves it, also by proxy. */
export const selfApprovals = sql`
  select distinct 'DECIDED', t.no, 'approved by somebody who applied for it'
    from document t join posted e on e.transaction_id = t.id
    join decision d on d.biz_id = t.id and d.round = t.round
    left join applied a on a.transaction_id = t.id
   where array[d.actor_id, d.proxy_user_id, d.for_user_id] && (coalesce(a.people, '{}') || t.applicant_id)`;

/**
 * Entries of a product that needs two storekeepers name both. Tolerates postings begun just before the product needed two.
 * Counts are confirmed with the count, and opening stock refuses such products.
 */
export const missingSecondKeepers = sql`
  select 'DECIDED', e.seq::text, 'takes two keepers, posted by one'
    from entry e join wms_two_keepers k on k.product_id = e.product_id and e.at > k.since + interval '1 minute'
   where e.actor2_id is null and e.kind not in ('COUNT_ADJ', 'OPENING')`;

/** Each entry is in the warehouse of its document, and incoming goods have the batch of their line. */
export const warehouseMismatches = sql`
  select 'DOCUMENTS', t.no, format('entry %s is of another warehouse', e.seq)
    from entry e join document t on t.id = e.transaction_id
   where e.warehouse_id not in (t.warehouse_id, coalesce(t.target_warehouse_id, t.warehouse_id))
  union all
  select 'ENTRIES', e.seq::text, 'of another batch than its line'
    from entry e join line l on l.id = e.line_id left join wms_batch b on b.id = e.batch_id
   where e.kind in ('IN', 'OPENING') and l.batch_no is not null and b.batch_no <> '-' and b.folded <> ${foldedBatchNo(sql`l.batch_no`)}`;

/** The done quantity of a line is that of its boxes. */
export const lineMismatches = sql`
  select 'LINES', t.no || ' / ' || l.line_no, format('done %s, its boxes say %s', l.qty_done, x.qty_done)
    from line l join boxed x on x.line_id = l.id join document t on t.id = l.transaction_id
   where x.qty_done <> l.qty_done`;

/**
 * Applicant and finishing time match the timeline; documents of a case or sharing request are created by who approved it. Opening
 * lines match their row of the site.
 */
export const headMismatches = sql`
  select 'DOCUMENTS', t.no, 'its applicant had no hand in it'
    from document t join posted e on e.transaction_id = t.id join applied a on a.transaction_id = t.id
   where not t.reverses and not t.follows and t.applicant_id <> all (a.people)
  union all
  select 'DOCUMENTS', t.no, format('finished at %s, its timeline says %s', t.finished_at, r.finished_at)
    from document t join history r on r.transaction_id = t.id
   where t.state = 'DONE' and abs(extract(epoch from t.finished_at - r.finished_at)) > 60
  union all
  select 'LINES', t.no || ' / ' || l.line_no, 'no row of the opening stock is known by it'
    from line l join document t on t.id = l.transaction_id
   where t.type = 'OPENING' and not t.reverses and l.qty_done > 0
     and not exists (select from wms_transaction r where r.reverses_id = t.id)
     and not exists (select from wms_opening_row o where o.line_id = l.id)`;
