// Checks that decisions, entries and heads of posted documents match the people and times of their timeline. Parts of the
// statement in documents.ts, over its relations.
import { sql, type RawBuilder } from 'kysely';
import { SYSTEM_ID } from '../../session/system-user.ts';

/** Whether two times belong to one step, which is written in one commit. */
export const within60s = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`abs(extract(epoch from ${one} - ${other})) <= 60`;

/** Condition: the timeline records the decision. */
const isListed = sql`
  r.transaction_id = d.biz_id and r.round = d.round and r.level = d.level and r.actor_id = d.actor_id
  and r.action = case d.decision when 'APPROVE' then 'approve' when 'RETURN' then 'return' else 'reject' end
  and r.proxy_user_id is not distinct from d.proxy_user_id and r.other_id is not distinct from d.for_user_id and ${within60s(sql`r.at`, sql`d.at`)}`;

/** Who decided, for whom, at which level and when. Unstaffed steps that were skipped are not in the timeline. */
export const decisionMismatches = sql`
  select 'DECIDED', t.no, format('its timeline lists no such decision at level %s', d.level)
    from document t join posted e on e.transaction_id = t.id join chain d on d.biz_id = t.id left join task k on k.id = d.task_id
   where k.kind is distinct from 'NOBODY' and not exists (select from timeline r where ${isListed})
  union all
  select 'DECIDED', t.no, format('skipped at level %s by a person', d.level)
    from document t join posted e on e.transaction_id = t.id join chain d on d.biz_id = t.id join task k on k.id = d.task_id
   where k.kind = 'NOBODY' and (not d.automatic or d.actor_id <> ${SYSTEM_ID})
  union all
  select 'DECIDED', t.no, format('its timeline lists a decision at level %s that does not exist', r.level)
    from document t join posted e on e.transaction_id = t.id join timeline r on r.transaction_id = t.id
   where r.action in ('approve', 'return', 'reject') and not exists (select from chain d where ${isListed})`;

/** Who posted and confirmed; who created, submitted and approved a document, and when. */
export const timelineMismatches = sql`
  select 'DECIDED', e.seq::text, 'its timeline does not record that they posted it'
    from entry e join document t on t.id = e.transaction_id
   where not exists (select from timeline r where r.transaction_id = e.transaction_id and r.action in ('finish', 'reverse', 'opening', 'count')
                       and r.actor_id = e.actor1_id and r.proxy_user_id is not distinct from e.proxy_user_id and ${within60s(sql`r.at`, sql`e.at`)})
  union all
  select 'DECIDED', e.seq::text, 'its timeline does not record that its second keeper confirmed it'
    from entry e join document t on t.id = e.transaction_id
   where e.actor2_id is not null and e.kind <> 'REVERSAL'
     and not exists (select from timeline r where r.transaction_id = e.transaction_id and r.action = 'cosign'
                        and coalesce(r.proxy_user_id, r.actor_id) = e.actor2_id)
  union all
  select 'DECIDED', t.no, f.detail
    from document t join posted e on e.transaction_id = t.id join history r on r.transaction_id = t.id
   cross join lateral (values
     (r.begun_by <> t.created_by, 'drawn up by another person than its timeline says'),
     (t.cosigned_by is distinct from r.cosigned_by, 'confirmed by another second keeper than its timeline says'),
     (not t.reverses and t.type not in ('OPENING', 'COUNT') and r.submitted is distinct from t.round, 'its timeline does not record its submission')) f (broken, detail)
   where f.broken
  union all
  select 'DOCUMENTS', t.no, format('%s at %s, its timeline says %s', f.what, f.at, f.recorded)
    from document t join posted e on e.transaction_id = t.id join history r on r.transaction_id = t.id
   cross join lateral (values
     ('submitted', t.submitted_at, case when t.reverses or t.type in ('OPENING', 'COUNT') then t.finished_at else r.submitted_at end, t.type = 'COUNT'),
     ('approved', t.approved_at, case when t.reverses or t.type in ('OPENING', 'COUNT') then t.finished_at else r.approved_at end, false)) f (what, at, recorded, may_lack)
   where f.recorded is not null and not (f.at is null and f.may_lack) and coalesce(not ${within60s(sql`f.at`, sql`f.recorded`)}, true)`;
