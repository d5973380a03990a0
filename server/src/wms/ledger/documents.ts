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

/**
 * A reversal is made by the one step that takes another document back; any other is submitted, decided and carried out. Looked up
 * document by document through the indexes: joined, a hundred thousand of them take as long as the planner's worst guess.
 */
export const decisionFaults: RawBuilder<Fault> = sql`
  select p.no as subject, f.detail
    from (select t.*, t.reverses_id is not null as reverses from ${posted}) p
   cross join lateral (
     select (select count(distinct d.level) from bpm_decision d
               where d.biz_id = p.id and d.round = p.round and d.decision = 'APPROVE') as approvals,
            exists (select from bpm_instance i where i.biz_type = ${BIZ_TYPE} and i.biz_id = p.id and i.round = p.round
                       and i.state = 'APPROVED') as approved,
            (select r.to_state from wms_transaction_record r where r.transaction_id = p.id order by r.id desc limit 1) as told,
            exists (select from wms_transaction_record r where r.transaction_id = p.id
                       and r.action = case when p.reverses then 'reverse' else 'finish' end) as posting) k
   cross join lateral (values
     (not p.reverses and not k.approved, 'has posted, and was not approved'),
     (not p.reverses and k.approvals <> p.levels, format('%s approvals, needed are %s', k.approvals, p.levels)),
     (not p.reverses and p.type = 'OUTBOUND' and p.pickup_salt is null, 'has posted without a pick-up code'),
     (k.told is distinct from p.state, format('is %s, its timeline ends with %s', p.state, coalesce(k.told, 'nothing'))),
     (not k.posting, 'its timeline does not tell of the posting')) f (broken, detail)
   where f.broken`;
