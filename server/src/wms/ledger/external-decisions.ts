// Counts, after-sales cases and sharing requests have approvals of their own, on which their postings rest: they are checked like
// those of documents.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import { findFaults, type CheckFault } from './fault.ts';
import type { RangeCondition } from './range.ts';
import { within60s } from './timeline-facts.ts';

/**
 * Finds documents posted by a count, case or request that was approved at too few levels, by a participant, or by someone its
 * timeline does not name.
 * There are few, so each is looked up by itself.
 */
export const findExternalDecisionFaults = (trx: Trx, which: RangeCondition): Promise<CheckFault[]> =>
  findFaults(trx, parts(which), [levelMismatches, selfApprovals, missingInTimeline]);

/** A row per document: what it rests on, the approved round, and the participants in its timeline. */
const parts = (which: RangeCondition): RawBuilder<unknown> => sql`
  basis as materialized (
    select t.id, t.no, c.id as biz_id, c.no as biz_no, c.round, c.levels,
           array(select unnest(array[c.created_by, c.published_by])
                 union select unnest(array[r.actor_id, r.proxy_user_id]) from wms_inventory_record r
                        where r.inventory_id = c.id and r.action in ('create', 'edit', 'publish', 'explain', 'submit')
                 union select unnest(array[v.user_id, v.proxy_user_id]) from wms_inventory_line l join wms_inventory_value v on v.line_id = l.id
                        where l.inventory_id = c.id) as people
      from wms_transaction t join wms_inventory c on c.adjustment_id = t.id
     where ${which(sql`t.id`)} and t.type = 'COUNT'
    union all
    select t.id, t.no, c.id, c.no, t.round, case when c.round = t.round then c.levels end,
           array(select unnest(array[c.created_by, c.applicant_id])
                 union select unnest(array[r.actor_id, r.proxy_user_id]) from wms_after_sales_record r
                        where r.after_sales_id = c.id and r.action in ('create', 'edit', 'submit'))
      from wms_transaction t join wms_after_sales c on c.id = t.after_sales_id
     where ${which(sql`t.id`)} and t.reverses_id is null
    union all
    select t.id, t.no, r.id, r.no, 1, r.levels,
           array(select unnest(array[r.created_by, r.applicant_id])
                 union select unnest(array[e.actor_id, e.proxy_user_id]) from wms_share_record e
                        where e.share_request_id = r.id and e.action = 'submit')
      from wms_transaction t join wms_share_request r on r.id = t.share_request_id
     where ${which(sql`t.id`)} and t.reverses_id is null),
  posted as materialized (select b.* from basis b where exists (select from wms_ledger e where e.transaction_id = b.id)),`;

const levelMismatches = sql`
  select 'DECIDED' as "check", b.no as subject, format('%s has %s approvals, needed are %s', b.biz_no, d.levels, b.levels) as detail
    from posted b
   cross join lateral (select count(distinct level) as levels from bpm_decision d
                        where d.biz_id = b.biz_id and d.round = b.round and d.decision = 'APPROVE' offset 0) d
   where d.levels <> b.levels`;

const selfApprovals = sql`
  select distinct 'DECIDED', b.no, format('%s was approved by somebody who had a hand in it', b.biz_no)
    from posted b
   cross join lateral (select array[actor_id, proxy_user_id, for_user_id] as people from bpm_decision d
                        where d.biz_id = b.biz_id and d.round = b.round and d.decision = 'APPROVE' offset 0) d
   where d.people && b.people`;

const isListed = sql`
  r.level = d.level and r.actor_id = d.actor_id and r.proxy_user_id is not distinct from d.proxy_user_id
  and r.other_id is not distinct from d.for_user_id and ${within60s(sql`r.at`, sql`d.at`)}`;

const missingInTimeline = sql`
  select 'DECIDED', b.no, format('the timeline of %s lists no such decision at level %s', b.biz_no, d.level)
    from posted b
   cross join lateral (select * from bpm_decision d where d.biz_id = b.biz_id and d.round = b.round offset 0) d
   cross join lateral (select kind from bpm_task k where k.id = d.task_id offset 0) k
   where case when k.kind = 'NOBODY' then not d.automatic or d.actor_id <> ${SYSTEM_ID}
              else not exists (select from wms_inventory_record r where r.inventory_id = b.biz_id and ${isListed})
               and not exists (select from wms_after_sales_record r where r.after_sales_id = b.biz_id and ${isListed})
               and not exists (select from wms_share_record r where r.share_request_id = b.biz_id and ${isListed}) end`;
