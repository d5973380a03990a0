// For whom a document waits, and for what: the single definition behind the bell's panel and the end of to-do messages.
import { WMS_ROLES as R } from '@kuwei/contract/access';
import type { TodoKind } from '@kuwei/contract/wms/todo-kinds';
import { EXECUTION_STATES, transactionActions, type TransactionState } from '@kuwei/contract/wms/transaction-state';
import { sql, type RawBuilder } from 'kysely';
import { canDecideTask, type CandidateIdentity } from '../../bpm/task-candidates.ts';
import { assignedBy, BIZ_TYPE, isPlanned, openNeedsTwoKeepers, reversalAsked } from './document.ts';

/**
 * People for the conditions below: `p.roles`, `p.orgs`, and `p.selves`, the ids of the person and of who acts as them. Users who
 * can't sign in have no to-dos.
 * @param ids query for one column; people are looked up by key, since a join would read all users
 * @param actorId who acts as them, for a single person
 */
export const selectPeople = (ids: RawBuilder<unknown>, actorId: string | null = null): RawBuilder<unknown> => sql`
  with some_people as materialized (select array(${ids}) as ids)
  select u.id, array_remove(array[u.id, ${actorId}::uuid], null) as selves, coalesce(r.roles, '{}') as roles, coalesce(m.orgs, '{}') as orgs
    from sys_user u
    left join (select h.user_id, array_agg(h.role_code) as roles from sys_user_role h
                where h.user_id = any((select ids from some_people)::uuid[]) group by 1) r on r.user_id = u.id
    left join (select m.user_id, array_agg(m.org_id) as orgs from wms_org_user m join wms_org o on o.id = m.org_id and o.valid
                where m.user_id = any((select ids from some_people)::uuid[]) group by 1) m on m.user_id = u.id
   where u.id = any((select ids from some_people)::uuid[]) and u.state = 'ACTIVE' and u.deleted_at is null`;

/**
 * Mirrors `refusal` of the contract: no one reviews their own application, or decides twice, in person or by proxy. The task
 * lists those excluded (`barred`).
 */
const isWaitingForReview = (asker: CandidateIdentity, { tasks }: Source): RawBuilder<boolean> => sql<boolean>`(
  t.state = 'SUBMITTED' and exists (
    select from ${tasks} k where k.biz_type = ${BIZ_TYPE} and k.biz_id = t.id and k.round = t.round and ${canDecideTask(asker)}))`;

/** The same for a list of one person: finds their tasks once, not per document. @param mayDecide from `buildTaskConditions` */
export const isWaitingInList = (mayDecide: RawBuilder<boolean>): RawBuilder<boolean> => sql<boolean>`(t.state = 'SUBMITTED'
  and (t.id in (select k.biz_id from bpm_task k where k.biz_type = ${BIZ_TYPE} and ${mayDecide})) is true)`;

const PERSON: CandidateIdentity = { id: sql`p.id`, selves: sql`p.selves`, roles: sql`p.roles`, orgs: sql`p.orgs` };

const isKeeper = sql`${R.box} = any(p.roles) and t.state in ('APPROVED', 'EXECUTING', 'PARTIAL')`;

/** Mirrors `KEEPER_REVIEWED` of the contract: reviewers don't execute. */
const hasDecided = sql`exists (
  select from bpm_decision d join bpm_task k on k.id = d.task_id
   where d.biz_id = t.id and d.round = t.round and k.state in ('APPROVED', 'REJECTED') and not d.automatic
     and array[d.actor_id, d.proxy_user_id, d.for_user_id] && p.selves)`;

/** The second storekeeper must not be the one who last assigned the boxes. */
const isWaitingForSecond = sql`${R.box} = any(p.roles) and t.state in ('EXECUTING', 'PARTIAL')
  and (t.cosigned_rev is distinct from t.rev or t.cosigned_for <> 'FINISH') and ${openNeedsTwoKeepers} and ${isPlanned} and not ${assignedBy} && p.selves`;

/** Part of what is assigned may leave: its batch is neither held nor recalled, and its stock not frozen. */
const isReady = sql<boolean>`exists (
  select from wms_transaction_line l join wms_transaction_line_box x on x.line_id = l.id join wms_product_box s on s.id = x.product_box_id
    join wms_batch b on b.id = s.batch_id
   where l.transaction_id = t.id and x.qty > x.qty_done and not s.frozen and b.status not in ('HOLD', 'RECALLED'))`;

const pair = (kind: TodoKind, condition: RawBuilder<unknown>) => sql`(${kind}, ${condition})`;

/** Relations to search for documents `t` and tasks `k`. */
interface Source {
  documents: RawBuilder<unknown>;
  tasks: RawBuilder<unknown>;
}
const ALL: Source = { documents: sql`wms_transaction`, tasks: sql`bpm_task` };

/** The relations of `selectedSource`. */
export const SELECTED_SOURCE: Source = { documents: sql`some_document`, tasks: sql`some_task` };
/**
 * CTEs that read some documents and their tasks once, by id. Inlined, the planner would search all open tasks whenever it
 * estimates that those are few.
 * @param ids right-hand side including `=` or `in`
 */
export const selectedSource = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  some_document as materialized (select * from wms_transaction where id ${ids}),
  some_task as materialized (select * from bpm_task where biz_type = ${BIZ_TYPE} and biz_id ${ids})`;

interface Branch {
  /** States of the documents concerned. */
  states: readonly TransactionState[];
  rows: (from: Source) => RawBuilder<unknown>;
}

const BRANCHES: readonly Branch[] = [
  {
    states: EXECUTION_STATES,
    rows: ({ documents }) => sql`
      select p.id as user_id, t.id, k.kind, w.org_id
        from person p
        join wms_warehouse w on w.org_id = any(p.orgs)
        join ${documents} t on t.warehouse_id = w.id
        cross join lateral (values ${sql.join([
          pair('COSIGN', isWaitingForSecond),
          pair('PUTAWAY', sql`${isKeeper} and t.type = 'INBOUND'`),
          pair('PICK', sql`${isKeeper} and t.type = 'OUTBOUND'`),
          pair('MOVE', sql`${isKeeper} and t.type = 'MOVE'`),
        ])}) k(kind, waits)
       where 'ROLE_WAREHOUSE_ADMIN' = any(p.roles) and t.deleted_at is null
         and t.state in ('APPROVED', 'EXECUTING', 'PARTIAL') and k.waits
         and not ${hasDecided}`,
  },
  {
    states: ['SUBMITTED'],
    rows: (from) => sql`
      select p.id as user_id, t.id, 'REVIEW' as kind, w.org_id
        from person p
        join wms_warehouse w on w.org_id = any(p.orgs)
        join ${from.documents} t on t.warehouse_id = w.id
       where 'ROLE_WAREHOUSE_ADMIN' = any(p.roles) and t.state = 'SUBMITTED' and t.deleted_at is null and ${isWaitingForReview(PERSON, from)}`,
  },
  {
    states: ['SUBMITTED'],
    rows: (from) => sql`
      select distinct p.id as user_id, t.id, 'REVIEW' as kind, w.org_id
        from person p
        join ${from.tasks} o on o.state = 'OPEN' and o.biz_type = ${BIZ_TYPE} and (p.id = any(o.candidate_ids)
          or o.candidate_roles_everywhere && p.roles or exists (select from bpm_delegation d where d.to_id = p.id and d.revoked_at is null))
        join ${from.documents} t on t.id = o.biz_id
        join wms_warehouse w on w.id = t.warehouse_id
       where t.state = 'SUBMITTED' and t.deleted_at is null and ${isWaitingForReview(PERSON, from)}
         and not ('ROLE_WAREHOUSE_ADMIN' = any(p.roles) and w.org_id = any(p.orgs))`,
  },
  {
    // Valid only in these states, and dropped by the next step.
    states: transactionActions.askReversal.from,
    rows: ({ documents }) => sql`
      select p.id as user_id, t.id, 'REVERSAL' as kind, w.org_id
        from person p
        join wms_warehouse w on w.org_id = any(p.orgs)
        join ${documents} t on t.warehouse_id = w.id
       where 'ROLE_WAREHOUSE_ADMIN' = any(p.roles) and ${R.box} = any(p.roles) and t.deleted_at is null
         and t.reversal_asked_rev is not null and ${reversalAsked}
         and not exists (select from wms_transaction_record r where r.transaction_id = t.id and r.action = 'askReversal'
           and r.id = (select max(x.id) from wms_transaction_record x where x.transaction_id = t.id)
           and (r.actor_id = any(p.selves) or r.proxy_user_id = any(p.selves)))`,
  },
  {
    states: ['RETURNED', 'EXECUTING', 'PARTIAL'],
    rows: ({ documents }) => sql`
      select p.id as user_id, t.id, k.kind, t.owner_org_id as org_id
        from person p
        join ${documents} t on t.applicant_id = p.id and t.owner_org_id = any(p.orgs)
        cross join lateral (values ${sql.join([
          pair('RETURNED', sql`t.state = 'RETURNED'`),
          pair('COLLECT', sql`t.type = 'OUTBOUND' and t.state in ('EXECUTING', 'PARTIAL') and ${isReady}`),
        ])}) k(kind, waits)
       where t.deleted_at is null and t.state in ('RETURNED', 'EXECUTING', 'PARTIAL') and k.waits`,
  },
];

/**
 * Rows `user_id`, `id` of the document, `kind`, `org_id` on whose behalf; needs a relation `person` from `people`.
 * @param state common state of all documents: kinds that don't apply to it are omitted
 */
export function selectWaiting(from: Source = ALL, state: TransactionState | null = null): RawBuilder<unknown> {
  const branches = BRANCHES.filter(({ states }) => state === null || states.includes(state));
  if (branches.length === 0)
    return sql`select null::uuid as user_id, null::uuid as id, null::text as kind, null::uuid as org_id where false`;
  return sql.join(
    branches.map(({ rows }) => rows(from)),
    sql` union all `,
  );
}
