// Pending tasks and messages of a large warehouse, inserted directly.
import type { Client } from 'pg';

export interface Queues {
  /** Documents in review, half of them deposits. */
  review: number;
  /** Documents waiting for storekeepers. */
  work: number;
  /** Messages for each of `FULL_INBOX_USERS`, every other one unread; and as many copies of approvals. */
  messages: number;
}

/** Users with full inboxes: reviewers, and one who acts as a delegate. */
const FULL_INBOX_USERS = ['reviewer', 'manager', 'teacher'];
/** Lines per document. */
const LINES = 3;

/** @param client outside a transaction, on a database filled by `fillWarehouse` */
export async function fillQueues(client: Client, queues: Queues): Promise<void> {
  await client.query('begin');
  for (const statement of statements(queues)) await client.query(statement);
  await client.query('commit');
  await client.query('vacuum (analyze)');
}

const statements = ({ review, work, messages }: Queues): string[] => [
  `create temp table bench_waiting on commit drop as
     select n, gen_random_uuid() as id, case n % 2 when 0 then 'INBOUND' else 'OUTBOUND' end as type,
            case when n < ${review} then 'SUBMITTED' when n % 4 < 2 then 'APPROVED' else 'EXECUTING' end as state,
            now() - (${review + work} - n) * interval '30 days' / ${review + work} as at
       from generate_series(0, ${review + work - 1}) n`,
  `insert into wms_transaction (id, no, type, source, owner_org_id, applicant_id, warehouse_id, state, round, levels, controlled, submitted_at,
                                approved_at, created_at, created_by, updated_at, plan_date, pickup_salt)
     select t.id, 'WAIT' || lpad(t.n::text, 6, '0'), t.type, 'LAB', o.id, u.id, w.id, t.state, 1, 1, t.n % 10 = 0, at,
            case when t.state <> 'SUBMITTED' then at end, at, u.id, at, at::date + 3, '\\x00'
       from bench_waiting t
      cross join (select id from sys_user where username = 'teacher') u
      cross join (select id from wms_warehouse where code = 'BENCH-A') w
      cross join (select id from wms_org where code = 'LAB-CATALYSIS') o order by t.n`,
  `insert into wms_transaction_line (id, transaction_id, line_no, product_id, batch_no, unit, unit_factor, qty, qty_req, qty_appr)
     select gen_random_uuid(), t.id, l, p.id, 'W' || t.n || '-' || l, 'PIECE', 1, 1, 1, case when t.state <> 'SUBMITTED' then 1 end
       from bench_waiting t cross join generate_series(1, ${LINES}) l join wms_product p on p.code = 'BENCH-' || (t.n * 7 + l * 13) % 2000
      order by t.n, l`,
  `insert into bpm_instance (id, definition_id, biz_type, biz_id, round, vars, state, started_by, started_at, ended_at, org_id, barred)
     select gen_random_uuid(), f.id, 'WMS_TRANSACTION', t.id, 1, '{}', case when t.state = 'SUBMITTED' then 'RUNNING' else 'APPROVED' end,
            u.id, t.at, case when t.state <> 'SUBMITTED' then t.at end, w.org_id, array[u.id]
       from bench_waiting t join bpm_definition f on f.key = 'wms-' || lower(t.type) and f.state = 'PUBLISHED'
      cross join (select id from sys_user where username = 'teacher') u
      cross join (select org_id from wms_warehouse where code = 'BENCH-A') w order by t.n`,
  // Every tenth task has a named candidate.
  `insert into bpm_task (id, instance_id, key, biz_type, biz_id, round, level, node_id, name, candidate_roles, candidate_ids, org_id, state,
                         created_at, ended_at, barred, due_at)
     select gen_random_uuid(), i.id, 'wms-' || lower(t.type), i.biz_type, i.biz_id, 1, 1, 'review1', '初审',
            case when t.n % 10 = 9 then '{}' else array['ROLE_WMS_ADMIN_' || t.type || '_01'] end,
            case when t.n % 10 = 9 then array[u.id] else '{}' end, i.org_id,
            case when t.state = 'SUBMITTED' then 'OPEN' else 'APPROVED' end, t.at, case when t.state <> 'SUBMITTED' then t.at end, i.barred,
            t.at + interval '29 days'
       from bench_waiting t join bpm_instance i on i.biz_id = t.id
      cross join (select id from sys_user where username = 'manager') u order by t.n`,
  `insert into bpm_decision (task_id, biz_id, round, level, actor_id, decision, at)
     select k.id, k.biz_id, 1, 1, u.id, 'APPROVE', k.created_at
       from bpm_task k join bench_waiting t on t.id = k.biz_id and t.state <> 'SUBMITTED'
      cross join (select id from sys_user where username = 'reviewer') u`,
  `insert into wms_transaction_record (transaction_id, round, at, actor_id, action, to_state)
     select t.id, 1, t.at, u.id, 'submit', 'SUBMITTED' from bench_waiting t cross join (select id from sys_user where username = 'teacher') u
      order by t.n`,
  // Copies that notify of decisions.
  `insert into bpm_task (id, instance_id, key, biz_type, biz_id, round, level, node_id, name, kind, candidate_ids, org_id, state, created_at, ended_at,
                         read_at)
     select gen_random_uuid(), i.id, i.key, i.biz_type, i.biz_id, 1, 1, 'copy-' || u.username, '抄送', 'COPY', array[u.id], i.org_id, 'TOLD', i.started_at,
            i.started_at, case when i.place % 2 = 0 then i.started_at end
       from (select i.*, d.key, row_number() over (order by started_at desc) as place
               from bpm_instance i join bpm_definition d on d.id = i.definition_id where i.state = 'APPROVED' limit ${messages}) i
       join sys_user u on u.username = any('{${FULL_INBOX_USERS.join(',')}}')`,
  `insert into bpm_delegation (id, from_id, to_id, from_at, until_at, created_by)
     select gen_random_uuid(), a.id, b.id, now() - interval '1 day', now() + interval '90 days', a.id
       from sys_user a, sys_user b where a.username = 'reviewer' and b.username = 'reviewer2'`,
  `with message as (
     insert into sys_message (id, kind, title, content, sent, created_at)
     select gen_random_uuid(), case n % 3 when 0 then 'TODO' when 1 then 'NOTICE' else 'WARN' end, 'Message ' || n, 'Content of ' || n, at, at
       from generate_series(1, ${messages}) n, lateral (select now() - n * interval '1 hour' as at) x
     returning id, created_at)
   insert into sys_message_copy (id, message_id, user_id, state, created_at)
   select gen_random_uuid(), m.id, u.id, case row_number() over () % 2 when 0 then 'NEW' else 'READ' end, m.created_at
     from message m join sys_user u on u.username = any('{${FULL_INBOX_USERS.join(',')}}')`,
];
