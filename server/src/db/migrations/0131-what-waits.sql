-- What waits for a person is found by whom its tasks ask, however many others are open.
create index bpm_task_asked_here on bpm_task using gin (candidate_roles) with (fastupdate = off) where state = 'OPEN';
create index bpm_task_asked_anywhere on bpm_task using gin (candidate_roles_everywhere) with (fastupdate = off) where state = 'OPEN';
drop index bpm_task_named;
create index bpm_task_named on bpm_task using gin (candidate_ids) with (fastupdate = off) where state in ('OPEN', 'TOLD');

-- The lists are paged by key.
drop index bpm_task_open;
create index bpm_task_open on bpm_task (created_at, id) where state = 'OPEN';
drop index bpm_decision_actor;
create index bpm_decision_actor on bpm_decision (actor_id, at desc, task_id desc);
drop index bpm_instance_started;
create index bpm_instance_started on bpm_instance (started_by, started_at desc, id desc);
