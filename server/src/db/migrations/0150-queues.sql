-- What waits for somebody, and what they were told, is found and counted by what an index knows of it.

-- Which workflow a task is of: asking its instance for its definition took four looks for each task.
alter table bpm_task add column key text;
update bpm_task k set key = d.key from bpm_instance i join bpm_definition d on d.id = i.definition_id where i.id = k.instance_id;
alter table bpm_task alter column key set not null;
comment on column bpm_task.key is 'Workflow that it is of';
create index bpm_task_open_of on bpm_task (key, created_at, id) where state = 'OPEN';

-- A copy is one person's.
alter table bpm_task add column told_id uuid generated always as (case state when 'TOLD' then candidate_ids[1] end) stored;
comment on column bpm_task.told_id is 'Who was told, and is not asked';
create index bpm_task_told on bpm_task (told_id, created_at, id) where told_id is not null;
create index bpm_task_told_unread on bpm_task (told_id, created_at, id) where told_id is not null and read_at is null;

create index bpm_decision_given on bpm_decision (actor_id, decision, at, task_id);
create index bpm_instance_standing on bpm_instance (started_by, state, started_at, id);

-- Messages: those of all states that are shown, and those of one.
drop index sys_message_copy_new;
drop index sys_message_copy_user;
create index sys_message_copy_shown on sys_message_copy (user_id, created_at, id) where state in ('NEW', 'READ');
create index sys_message_copy_state on sys_message_copy (user_id, state, created_at, id);

-- Deposits on their way, which take room of a quota.
create index wms_transaction_coming on wms_transaction (owner_org_id, warehouse_id, submitted_at)
  where type = 'INBOUND' and deleted_at is null and state in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL');
