-- Approval chains: definitions as BPMN, running instances, and one task for each open review.

create table bpm_definition (
  id uuid primary key,
  key text not null,
  version integer not null,
  name text not null,
  name_en text,
  xml text not null,
  model jsonb not null,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'PUBLISHED', 'SUSPENDED', 'ARCHIVED')),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  unique (key, version)
);
create unique index bpm_definition_published on bpm_definition (key) where state = 'PUBLISHED';
comment on column bpm_definition.model is 'What the engine walks: nodes and flows read from the XML when it was published';

create table bpm_instance (
  id uuid primary key,
  definition_id uuid not null references bpm_definition (id),
  biz_type text not null,
  biz_id uuid not null,
  round integer not null,
  vars jsonb not null,
  state text not null check (state in ('RUNNING', 'APPROVED', 'RETURNED', 'REJECTED', 'CANCELED')),
  started_by uuid not null references sys_user (id),
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (biz_type, biz_id, round)
);

create table bpm_task (
  id uuid primary key,
  instance_id uuid not null references bpm_instance (id),
  biz_type text not null,
  biz_id uuid not null,
  round integer not null,
  level integer not null check (level between 1 and 9),
  node_id text not null,
  name text not null,
  candidate_roles text[] not null,
  warehouse_org_id uuid references wms_org (id),
  state text not null default 'OPEN' check (state in ('OPEN', 'APPROVED', 'RETURNED', 'REJECTED', 'CANCELED')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (biz_type, biz_id, round, level)
);
create index bpm_task_open on bpm_task (created_at) where state = 'OPEN';

-- One decision on one task: the key makes a second one impossible, whatever the order of events.
create table bpm_decision (
  task_id uuid primary key references bpm_task (id),
  biz_id uuid not null,
  round integer not null,
  level integer not null,
  actor_id uuid not null references sys_user (id),
  proxy_user_id uuid references sys_user (id),
  decision text not null check (decision in ('APPROVE', 'RETURN', 'REJECT')),
  comment text,
  at timestamptz not null default clock_timestamp(),
  unique (biz_id, round, actor_id)
);
create trigger bpm_decision_append_only before update or delete on bpm_decision
  for each row execute function wms_append_only();
comment on constraint bpm_decision_biz_id_round_actor_id_key on bpm_decision is 'Nobody gives both levels';
