// Checks documents against the ledger, some documents at a time. A line and a call of wms_post() are not enough: posted documents
// must be approved and recorded in their timeline.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { BIZ_TYPE as CASE_TYPE } from '../after-sales/queries.ts';
import { BIZ_TYPE as COUNT_TYPE } from '../inventory/queries.ts';
import { SHARE_TYPE } from '../share/loan.ts';
import { BIZ_TYPE } from '../transaction/document.ts';
import { findExternalDecisionFaults } from './external-decisions.ts';
import { warehouseMismatches, missingSecondKeepers, selfApprovals, headMismatches, lineMismatches } from './document-facts.ts';
import { boxMismatches, entryMismatches } from './entry-facts.ts';
import { decisionMismatches, timelineMismatches } from './timeline-facts.ts';
import { findFaults, type CheckFault } from './fault.ts';
import type { RangeCondition } from './range.ts';

/** Reads each table by document ids, then joins. */
export async function findDocumentFaults(trx: Trx, which: RangeCondition): Promise<CheckFault[]> {
  await sql`set local enable_nestloop = off`.execute(trx);
  const found = await findFaults(trx, parts(which), [
    lines,
    owners,
    documents,
    selfApprovals,
    missingSecondKeepers,
    warehouseMismatches,
    lineMismatches,
    headMismatches,
    boxMismatches,
    entryMismatches,
    decisionMismatches,
    timelineMismatches,
  ]);
  await sql`set local enable_nestloop = on`.execute(trx);
  return [...found, ...(await findExternalDecisionFaults(trx, which))];
}

const parts = (which: RangeCondition): RawBuilder<unknown> => sql`
  document as materialized (
    select id, no, type, state, deleted_at, applicant_id, created_by, cosigned_by, warehouse_id, target_warehouse_id, submitted_at, approved_at, finished_at,
           share_request_id is not null or after_sales_id is not null as follows, after_sales_id is not null as of_case, owner_org_id, goods_org_id, share_request_id,
           round, levels, pickup_salt is not null as has_code, reverses_id is not null as reverses
      from wms_transaction where ${which(sql`id`)}),
  line as materialized (
    select id, transaction_id, line_no, product_id, batch_no, batch_id, expires_on, unit_price, qty_done from wms_transaction_line where ${which(sql`transaction_id`)}),
  entry as materialized (
    select seq, at, transaction_id, line_id, product_id, product_box_id, batch_id, owner_org_id, box_id, warehouse_id, actor1_id, actor2_id, proxy_user_id, qty_delta, unit_price, reason, kind,
           case when kind <> 'MOVE_IN' then abs(qty_delta) else 0 end as done
      from wms_ledger where ${which(sql`transaction_id`)}),
  posted as materialized (select transaction_id, sum(qty_delta) as total from entry group by 1),
  box as materialized (
    select x.line_id, x.product_box_id, x.box_id, x.qty, x.qty_done from line l join wms_transaction_line_box x on x.line_id = l.id),
  boxed as materialized (select line_id, sum(qty_done) as qty_done from box group by 1),
  timeline as materialized (
    select id, transaction_id, round, at, actor_id, proxy_user_id, other_id, action, from_state, to_state, level, comment
      from wms_transaction_record where ${which(sql`transaction_id`)}),
  applied as materialized (
    select transaction_id, array_agg(distinct person) as people
      from timeline r, unnest(array[r.actor_id, r.proxy_user_id]) person
     where action in ('create', 'edit', 'submit') and person is not null group by 1),
  chain as materialized (
    select task_id, biz_id, round, level, actor_id, proxy_user_id, for_user_id, automatic, decision, at from bpm_decision where ${which(sql`biz_id`)}),
  task as materialized (select id, kind from bpm_task where ${which(sql`biz_id`)}),
  decision as materialized (
    select biz_id, round, level, actor_id, proxy_user_id, for_user_id from chain where decision = 'APPROVE'),
  approval as materialized (select biz_id, round, count(distinct level) as levels from decision group by 1, 2),
  approved as materialized (
    select biz_id, round from bpm_instance where biz_type = ${BIZ_TYPE} and ${which(sql`biz_id`)} and state = 'APPROVED'
    union all
    select t.id, t.round from wms_transaction t join wms_after_sales c on c.id = t.after_sales_id
      join bpm_instance i on i.biz_type = ${CASE_TYPE} and i.biz_id = c.id and i.round = t.round
     where ${which(sql`t.id`)} and t.after_sales_id is not null and i.state = 'APPROVED' and c.state in ('PROCESSING', 'DONE')),
  counted as materialized (
    select c.id, c.adjustment_id from wms_inventory c join bpm_instance i on i.biz_type = ${COUNT_TYPE} and i.biz_id = c.id and i.round = c.round
     where ${which(sql`c.adjustment_id`)} and c.state = 'APPROVED' and i.state = 'APPROVED'),
  shared as materialized (
    select t.id from wms_transaction t join wms_share_request r on r.id = t.share_request_id join bpm_instance i on i.biz_type = ${SHARE_TYPE} and i.biz_id = r.id
     where ${which(sql`t.id`)} and r.state = 'APPROVED' and i.state = 'APPROVED' and (r.owner_org_id, r.org_id) = (t.goods_org_id, t.owner_org_id)),
  history as materialized (
    select transaction_id, (array_agg(to_state order by id desc))[1] as state, bool_or(action = 'reverse') as reversed,
           min(at) filter (where to_state = 'DONE') as finished_at, bool_or(action = 'finish') as finished, bool_or(action = 'opening') as opened, bool_or(action = 'count') as counted,
           (array_agg(actor_id order by id))[1] as begun_by,
           (array_agg(coalesce(proxy_user_id, actor_id) order by id desc) filter (where action = 'cosign'))[1] as cosigned_by,
           max(round) filter (where action in ('submit', 'afterSales')) as submitted, max(at) filter (where action in ('submit', 'afterSales')) as submitted_at,
           max(at) filter (where action in ('approve', 'submit', 'afterSales') and to_state = 'APPROVED') as approved_at
      from timeline group by 1),`;

/** Full join of lines and entries, so that each side without a counterpart is found. */
const lines = sql`
  select case when l.id is null then 'ENTRIES' else 'LINES' end as "check",
         case when l.id is null then e.seq::text else (select t.no from wms_transaction t where t.id = l.transaction_id) || ' / ' || l.line_no end as subject,
         case when l.id is not null then format('done %s, posted %s', l.qty_done, coalesce(e.done, 0))
              when exists (select from wms_transaction_line o where o.id = e.line_id) then 'of a line of another document or product'
              else 'of no line of a document' end as detail
    from (select l.*, l.qty_done * case when t.reverses and t.type = 'MOVE' then 2 else 1 end as to_post
            from line l join document t on t.id = l.transaction_id) l
    full join (select line_id, transaction_id, product_id, sum(done) as done, min(seq) as seq from entry group by 1, 2, 3) e
      on e.line_id = l.id and e.transaction_id = l.transaction_id and e.product_id = l.product_id
   where l.id is null or l.to_post <> coalesce(e.done, 0)`;

/** The timeline step that posted it: opening stock has no approval; a count's posting was approved with the count. */
const posting = sql`case when t.reverses then r.reversed when t.type = 'OPENING' then r.opened when t.type = 'COUNT' then r.counted else r.finished end`;

/**
 * Goods of another owner need a sharing request approved by its leader. Moves and counts belong to the warehouse and cover any
 * owner. Opening stock and counts are posted by documents of their own type only.
 */
const owners = sql`
  select distinct 'DOCUMENTS', t.no, format('of %s, has posted for %s', coalesce(t.goods_org_id, t.owner_org_id), e.owner_org_id)
    from entry e join document t on t.id = e.transaction_id
   where t.type not in ('MOVE', 'COUNT') and coalesce(t.goods_org_id, t.owner_org_id) <> e.owner_org_id
  union all
  select distinct 'DOCUMENTS', t.no, format('has posted for %s, who has not agreed', t.goods_org_id)
    from entry e join document t on t.id = e.transaction_id
   where t.goods_org_id is not null and not exists (select from shared r where r.id = t.id)
  union all
  select distinct 'DOCUMENTS', t.no, format('is %s, has posted %s', t.type, e.kind)
    from entry e join document t on t.id = e.transaction_id
   where (e.kind = 'OPENING') <> (t.type = 'OPENING' and not t.reverses) or (e.kind = 'COUNT_ADJ') <> (t.type = 'COUNT')`;

/** A reversal comes from the one reversing step; any other document is submitted, approved and executed. */
const documents = sql`
  select f."check", p.no, f.detail
    from (select t.*, e.transaction_id is not null as posted, e.total, a.biz_id is not null as approved, coalesce(k.levels, 0) as approvals,
                 r.state as last_state, i.id is not null as counted, coalesce(${posting}, false) as posting,
                 -- True if none of the faults below applies, so that their texts are built for faulty documents only.
                 t.deleted_at is null and t.state in ('PARTIAL', 'DONE') and (t.type <> 'MOVE' or e.total = 0)
                   and (t.reverses or t.type = 'OPENING' or t.type = 'COUNT' and i.id is not null or t.type <> 'COUNT' and a.biz_id is not null and coalesce(k.levels, 0) = t.levels and (t.type <> 'OUTBOUND' or t.has_code))
                   and r.state = t.state and ${posting} is true as sound
            from document t
            left join posted e on e.transaction_id = t.id
            left join approval k on k.biz_id = t.id and k.round = t.round
            left join approved a on a.biz_id = t.id and a.round = t.round
            left join history r on r.transaction_id = t.id
            left join counted i on i.adjustment_id = t.id) p
   cross join lateral (values
     ('DONE', not posted and state in ('DONE', 'PARTIAL'), state),
     ('DOCUMENTS', posted and deleted_at is not null, 'has posted, and is deleted'),
     ('DOCUMENTS', posted and deleted_at is null and state not in ('PARTIAL', 'DONE'), 'has posted, and is ' || state),
     ('MOVES', type = 'MOVE' and total <> 0, total::text),
     ('DECIDED', posted and not reverses and type not in ('OPENING', 'COUNT') and not approved, 'has posted, and was not approved'),
     ('DECIDED', posted and type = 'COUNT' and not counted, 'has posted, and is of no count that was approved'),
     ('DECIDED', posted and not reverses and approvals <> levels, approvals || ' approvals, needed are ' || levels),
     ('DECIDED', posted and not reverses and type = 'OUTBOUND' and not has_code, 'has posted without a pick-up code'),
     ('DECIDED', posted and last_state is distinct from state, 'is ' || state || ', its timeline ends with ' || coalesce(last_state, 'nothing')),
     ('DECIDED', posted and not posting, 'its timeline does not record the posting')) f ("check", broken, detail)
   where f.broken and (not posted and state in ('DONE', 'PARTIAL') or posted and not sound)`;

/** Looks up each reversal by itself: they are few. */
export const findReversalFaults = (trx: Trx, which: RangeCondition): Promise<CheckFault[]> =>
  findFaults(trx, sql``, [
    sql`
      select 'REVERSALS' as "check", r.seq::text as subject, format('%s for %s of %s', r.qty_delta, o.qty_delta, o.seq) as detail
        from wms_ledger r
       cross join lateral (select * from wms_ledger o where o.seq = r.reverses_seq offset 0) o
       where r.reverses_seq is not null and ${which(sql`r.transaction_id`)}
         and (r.qty_delta <> - o.qty_delta or r.product_box_id <> o.product_box_id)`,
    sql`
      select 'REVERSALS', r.seq::text, 'not of the document that takes back what it names'
        from wms_ledger r
        left join lateral (select transaction_id from wms_ledger o where o.seq = r.reverses_seq offset 0) o on true
        left join lateral (select reverses_id from wms_transaction t where t.id = r.transaction_id offset 0) t on true
       where r.kind = 'REVERSAL' and ${which(sql`r.transaction_id`)} and t.reverses_id is distinct from o.transaction_id`,
    sql`
      select 'DECIDED', r.seq::text, 'its second keeper did not confirm the reversal'
        from wms_ledger r
       cross join lateral (select reverses_id from wms_transaction t where t.id = r.transaction_id offset 0) t
       where r.kind = 'REVERSAL' and r.actor2_id is not null and ${which(sql`r.transaction_id`)}
         and not exists (select from wms_transaction_record c where c.transaction_id = t.reverses_id and c.action = 'cosign'
                            and coalesce(c.proxy_user_id, c.actor_id) = r.actor2_id)`,
    sql`
      select 'REVERSALS', o.seq::text, format('%s takes the document back without this entry', r.no)
        from wms_transaction r
       cross join lateral (select seq from wms_ledger o where o.transaction_id = r.reverses_id offset 0) o
       where r.reverses_id is not null and ${which(sql`r.id`)}
         and not exists (select from wms_ledger x where x.reverses_seq = o.seq and x.transaction_id = r.id)`,
  ]);
