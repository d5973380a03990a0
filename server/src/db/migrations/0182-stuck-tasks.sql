-- A step that nobody can decide any more: everyone it asks is gone, or its role is empty. The clock looks, marks it and warns.
alter table bpm_task add column stuck_at timestamptz;
comment on column bpm_task.stuck_at is 'Since when the clock has found nobody who may decide it; null: somebody may';
create index bpm_task_stuck on bpm_task (created_at, id) where state = 'OPEN' and stuck_at is not null;
