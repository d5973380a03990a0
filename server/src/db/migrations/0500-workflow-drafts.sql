-- Workflows are drawn up as drafts, changed under an optimistic lock, and published with a word about what has changed.

alter table bpm_definition
  alter column version drop not null,
  alter column model drop not null,
  add column rev integer not null default 1,
  add column note text,
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid,
  add column published_by uuid,
  add constraint bpm_definition_draft_check check (state = 'DRAFT' or (version is not null and model is not null and published_at is not null));
update bpm_definition set updated_at = coalesce(published_at, created_at), updated_by = created_by, published_by = created_by,
       published_at = coalesce(published_at, created_at);
comment on column bpm_definition.version is 'Null: a draft';
comment on column bpm_definition.note is 'What was changed, in the words of who published it; of a draft, what it was drawn up from';

-- What a version has decided, and what is on its way in it: asked for by lists, by statistics, and before one is deleted.
create index bpm_instance_followed on bpm_instance (definition_id, started_at desc, id);
create index bpm_instance_running on bpm_instance (definition_id) where state = 'RUNNING';

insert into sys_power (code, name, name_en, module) values
  ('POWER_WORKFLOW_MANAGE', '流程设计', 'Draw up workflows', 'SYSTEM'),
  ('POWER_WORKFLOW_PUBLISH', '流程发布', 'Publish workflows', 'SYSTEM')
on conflict do nothing;
insert into sys_role_power (role_code, power_code)
  select 'ROLE_ADMIN', p.code from sys_power p
   where p.code in ('POWER_WORKFLOW_MANAGE', 'POWER_WORKFLOW_PUBLISH') and exists (select from sys_role where code = 'ROLE_ADMIN')
on conflict do nothing;
