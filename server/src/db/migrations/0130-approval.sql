-- Approval for any kind of document: any number of levels, several tasks open at once, tasks that change hands.

-- Definitions: models are written anew, as the engine reads them now.
update bpm_definition d
   set model = jsonb_build_object(
     'start', d.model -> 'start',
     'variables', '{"controlled": "boolean", "toxic": "boolean", "expired": "boolean", "overQuota": "boolean", "crossWarehouse": "boolean",
       "value": "number", "valueLimit": "number", "maxQty": "number", "qtyLimit": "number", "lines": "number"}'::jsonb,
     'nodes', (
       select jsonb_object_agg(n.key, jsonb_build_object(
         'kind', case n.value ->> 'kind' when 'gateway' then 'exclusive' when 'task' then 'step' else n.value ->> 'kind' end,
         'name', n.value -> 'name', 'nameEn', null, 'copies', '[]'::jsonb,
         'step', case n.value ->> 'kind' when 'task' then jsonb_build_object(
           'quorum', 'ONE', 'amount', 0, 'nobody', 'WAIT', 'limit', null,
           'candidates', (select jsonb_agg(jsonb_build_object('kind', 'ROLE', 'role', r, 'at', 'HERE'))
                            from jsonb_array_elements_text(n.value -> 'roles') r)) end,
         'flows', (select coalesce(jsonb_agg(jsonb_build_object('id', n.key || '-' || f.place, 'to', f.value -> 'to',
                     'condition', f.value -> 'condition', 'isDefault', f.value ->> 'condition' is null) order by f.place), '[]')
                     from jsonb_array_elements(n.value -> 'flows') with ordinality f(value, place))))
         from jsonb_each(d.model -> 'nodes') n));

-- Instances: where and for whom is decided, and who may not.
alter table bpm_instance
  add column org_id uuid references wms_org (id),
  add column applicant_org_id uuid references wms_org (id),
  add column owner_org_id uuid references wms_org (id),
  add column barred uuid[] not null default '{}',
  add column lap integer not null default 1;
comment on column bpm_instance.org_id is 'The organisation whose people decide, where a role is asked for HERE';
comment on column bpm_instance.barred is 'Who applied, themselves or by proxy: they decide nothing of it';
comment on column bpm_instance.lap is 'Begins anew each time it is sent back to a step before';
create index bpm_instance_started on bpm_instance (started_by, started_at desc);

update bpm_instance i
   set org_id = w.org_id, applicant_org_id = t.owner_org_id, owner_org_id = t.owner_org_id,
       barred = array(select distinct e from (
         select t.applicant_id union all
         select unnest(array[r.actor_id, r.proxy_user_id]) from wms_transaction_record r
          where r.transaction_id = t.id and r.action in ('create', 'edit', 'submit')) x(e) where e is not null)
  from wms_transaction t join wms_warehouse w on w.id = t.warehouse_id
 where i.biz_type = 'WMS_TRANSACTION' and i.biz_id = t.id;

-- Tasks: of one person or of any of several, at a step that may be asked again.
alter table bpm_task rename column warehouse_org_id to org_id;
alter table bpm_task drop constraint bpm_task_biz_type_biz_id_round_level_key;
alter table bpm_task drop constraint bpm_task_level_check;
alter table bpm_task drop constraint bpm_task_state_check;
alter table bpm_task
  add column kind text not null default 'DECIDE' check (kind in ('DECIDE', 'SIGN', 'NOBODY', 'COPY')),
  add column name_en text,
  add column lap integer not null default 1,
  add column seat integer not null default 1,
  add column candidate_roles_everywhere text[] not null default '{}',
  add column candidate_ids uuid[] not null default '{}',
  add column barred uuid[] not null default '{}',
  add column origin_id uuid references bpm_task (id),
  add column asked_by uuid references sys_user (id),
  add column note text,
  add column due_at timestamptz,
  add column reminded_at timestamptz,
  add column read_at timestamptz,
  add constraint bpm_task_level_check check (level >= 0),
  add constraint bpm_task_state_check check (state in (
    'OPEN', 'APPROVED', 'RETURNED', 'REJECTED', 'CANCELED', 'TRANSFERRED', 'UNDONE', 'TOLD')),
  add constraint bpm_task_told_check check ((kind = 'COPY') = (state = 'TOLD')),
  add constraint bpm_task_seat_key unique (instance_id, lap, node_id, seat);
alter table bpm_task alter column candidate_roles set default '{}';
create index bpm_task_document on bpm_task (biz_type, biz_id, round);
create index bpm_task_named on bpm_task using gin (candidate_ids) where state in ('OPEN', 'TOLD');
create index bpm_task_due on bpm_task (due_at) where state = 'OPEN' and due_at is not null;
comment on column bpm_task.kind is 'SIGN: somebody whom an approver has asked besides; NOBODY: passed, because nobody was found; COPY: told, not asked';
comment on column bpm_task.candidate_roles is 'Whoever of org_id holds one of them is asked';
comment on column bpm_task.candidate_ids is 'Who is asked by name';
comment on column bpm_task.barred is 'Who may not decide it: who applied, and who has decided already';
comment on column bpm_task.origin_id is 'The task that it was handed over from, or that it was added to';

update bpm_task k
   set barred = i.barred || array(select distinct e from bpm_decision d, unnest(array[d.actor_id, d.proxy_user_id]) e
                                   where d.biz_id = k.biz_id and d.round = k.round and e is not null)
  from bpm_instance i where i.id = k.instance_id and k.state = 'OPEN';

-- Decisions: one for a task, and one of a person until the request is sent back.
alter table bpm_decision
  add column lap integer not null default 1,
  add column for_user_id uuid references sys_user (id),
  add column automatic boolean not null default false;
alter table bpm_decision drop constraint bpm_decision_biz_id_round_actor_id_key;
create unique index bpm_decision_once on bpm_decision (biz_id, round, lap, actor_id) where not automatic;
create index bpm_decision_actor on bpm_decision (actor_id, at desc);
comment on index bpm_decision_once is 'Nobody decides twice';
comment on column bpm_decision.for_user_id is 'Who has handed their tasks to the actor for the time';

-- People who are away hand their tasks to somebody else for the time.
create table bpm_delegation (
  id uuid primary key,
  from_id uuid not null references sys_user (id),
  to_id uuid not null references sys_user (id),
  keys text[] not null default '{}',
  from_at timestamptz not null,
  until_at timestamptz not null,
  reason text,
  created_by uuid not null references sys_user (id),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  check (from_id <> to_id),
  check (until_at > from_at)
);
create index bpm_delegation_to on bpm_delegation (to_id, until_at) where revoked_at is null;
create index bpm_delegation_from on bpm_delegation (from_id, until_at) where revoked_at is null;
comment on column bpm_delegation.keys is 'Workflows that it is for; empty: all';

-- Documents: in review is one state, whatever the level.
drop index wms_transaction_open;
alter table wms_transaction drop constraint wms_transaction_state_check;
alter table wms_transaction drop constraint wms_transaction_levels_check;
update wms_transaction set state = 'SUBMITTED' where state = 'REVIEW_2';
alter table wms_transaction
  add constraint wms_transaction_state_check check (state in (
    'DRAFT', 'SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL', 'DONE', 'RETURNED', 'REJECTED', 'CANCELED')),
  add constraint wms_transaction_levels_check check (levels >= 0);
create index wms_transaction_open on wms_transaction (type, state, created_at desc)
  where deleted_at is null and state in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL');

-- The timeline says what the step was called, in both languages.
alter table wms_transaction_record add column step text, add column step_en text;
comment on column wms_transaction_record.step is 'Of a decision: name of the step, as the definition had it';
