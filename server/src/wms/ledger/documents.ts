// What a document that has posted must have behind it: a posting takes more than a line and a call of wms_post().
import { sql, type RawBuilder } from 'kysely';
import { BIZ_TYPE } from '../transaction/document.ts';
import type { Fault } from './fault.ts';

const posted = sql`wms_transaction t where exists (select from wms_ledger l where l.transaction_id = t.id)`;

/** Moves are the warehouse's, and of anybody's goods. */
export const documentFaults: RawBuilder<Fault> = sql`
  select no as subject, case when deleted_at is not null then 'has posted, and is deleted' else 'has posted, and is ' || state end as detail
    from (select t.no, t.state, t.deleted_at from ${posted}) p
   where deleted_at is not null or state not in ('PARTIAL', 'DONE')
  union all
  select t.no, format('of %s, has posted for %s', t.owner_org_id, l.owner_org_id)
    from (select distinct transaction_id, owner_org_id from wms_ledger) l join wms_transaction t on t.id = l.transaction_id
   where t.type <> 'MOVE' and t.owner_org_id <> l.owner_org_id`;

/** A reversal is made by the one step that takes another document back; any other is submitted, decided and carried out. */
export const decisionFaults: RawBuilder<Fault> = sql`
  with document as materialized (
    select t.id, t.no, t.type, t.state, t.round, t.levels, t.reverses_id, t.pickup_salt from ${posted}),
  decided as (
    select i.biz_id as id, i.round, count(d.level)::int as levels
      from bpm_instance i left join bpm_decision d on d.biz_id = i.biz_id and d.round = i.round and d.decision = 'APPROVE'
     where i.biz_type = ${BIZ_TYPE} and i.state = 'APPROVED' group by i.biz_id, i.round),
  told as (
    select transaction_id as id, array_agg(distinct action) as actions, (array_agg(to_state order by id desc))[1] as state
      from wms_transaction_record group by transaction_id)
  select p.no as subject, f.detail
    from document p left join decided d on d.id = p.id and d.round = p.round left join told r on r.id = p.id
   cross join lateral (values
     (p.reverses_id is null and d.levels is distinct from p.levels,
       format('%s approvals, needed are %s', coalesce(d.levels::text, 'no'), p.levels)),
     (p.reverses_id is null and p.type = 'OUTBOUND' and p.pickup_salt is null, 'has posted without a pick-up code'),
     (r.state is distinct from p.state, format('is %s, its timeline ends with %s', p.state, coalesce(r.state, 'nothing'))),
     (not coalesce(r.actions @> array[case when p.reverses_id is null then 'finish' else 'reverse' end], false),
       'its timeline does not tell of the posting')) f (broken, detail)
   where f.broken`;
