-- Approval of any kind of document: definitions as BPMN, running instances, and tasks that ask people, several of them at once.

-- Workflows are drawn up as drafts, changed under an optimistic lock, and published with a word about what has changed.
create table bpm_definition (
  id uuid primary key,
  key text not null,
  version integer,
  name text not null,
  name_en text,
  xml text not null,
  model jsonb,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'PUBLISHED', 'SUSPENDED', 'ARCHIVED')),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  rev integer not null default 1,
  note text,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  published_by uuid,
  unique (key, version),
  constraint bpm_definition_draft_check check (state = 'DRAFT' or (version is not null and model is not null and published_at is not null))
);
create unique index bpm_definition_published on bpm_definition (key) where state = 'PUBLISHED';
comment on column bpm_definition.version is 'Null: a draft';
comment on column bpm_definition.model is 'What the engine walks: nodes and flows read from the XML when it was published';
comment on column bpm_definition.note is
  'What was changed, in the words of who published it; of a draft, what it was drawn up from';

-- Where and for whom is decided, and who may not.
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
  org_id uuid references wms_org (id),
  applicant_org_id uuid references wms_org (id),
  owner_org_id uuid references wms_org (id),
  barred uuid[] not null default '{}',
  lap integer not null default 1,
  unique (biz_type, biz_id, round)
);
create index bpm_instance_started on bpm_instance (started_by, started_at desc, id desc);
create index bpm_instance_standing on bpm_instance (started_by, state, started_at, id);
-- What a version has decided, and what is on its way in it: asked for by lists, by statistics, and before one is deleted.
create index bpm_instance_followed on bpm_instance (definition_id, started_at desc, id);
create index bpm_instance_running on bpm_instance (definition_id) where state = 'RUNNING';
comment on column bpm_instance.org_id is 'The organisation whose people decide, where a role is asked for HERE';
comment on column bpm_instance.barred is 'Who applied, themselves or by proxy: they decide nothing of it';
comment on column bpm_instance.lap is 'Begins anew each time it is sent back to a step before';

-- What somebody is asked, or told (COPY). The workflow is repeated in `key`: asking the instance for its definition took four looks
-- for each task.
create table bpm_task (
  id uuid primary key,
  instance_id uuid not null references bpm_instance (id),
  biz_type text not null,
  biz_id uuid not null,
  round integer not null,
  level integer not null check (level >= 0),
  node_id text not null,
  name text not null,
  candidate_roles text[] not null default '{}',
  org_id uuid constraint bpm_task_warehouse_org_id_fkey references wms_org (id),
  state text not null default 'OPEN'
    check (state in ('OPEN', 'APPROVED', 'RETURNED', 'REJECTED', 'CANCELED', 'TRANSFERRED', 'UNDONE', 'TOLD')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  kind text not null default 'DECIDE' check (kind in ('DECIDE', 'SIGN', 'NOBODY', 'COPY')),
  name_en text,
  lap integer not null default 1,
  seat integer not null default 1,
  candidate_roles_everywhere text[] not null default '{}',
  candidate_ids uuid[] not null default '{}',
  barred uuid[] not null default '{}',
  origin_id uuid references bpm_task (id),
  asked_by uuid references sys_user (id),
  note text,
  due_at timestamptz,
  reminded_at timestamptz,
  read_at timestamptz,
  key text not null,
  told_id uuid generated always as (case state when 'TOLD' then candidate_ids[1] end) stored,
  -- A step that nobody can decide any more: everyone it asks is gone, or its role is empty. The clock looks, marks it and warns.
  stuck_at timestamptz,
  constraint bpm_task_told_check check ((kind = 'COPY') = (state = 'TOLD')),
  constraint bpm_task_seat_key unique (instance_id, lap, node_id, seat)
);
create index bpm_task_document on bpm_task (biz_type, biz_id, round);
create index bpm_task_due on bpm_task (due_at) where state = 'OPEN' and due_at is not null;
-- What waits for a person is found by whom its tasks ask, however many others are open.
create index bpm_task_asked_here on bpm_task using gin (candidate_roles) with (fastupdate = off) where state = 'OPEN';
create index bpm_task_asked_anywhere on bpm_task using gin (candidate_roles_everywhere) with (fastupdate = off) where state = 'OPEN';
create index bpm_task_named on bpm_task using gin (candidate_ids) with (fastupdate = off) where state in ('OPEN', 'TOLD');
create index bpm_task_open on bpm_task (created_at, id) where state = 'OPEN';
create index bpm_task_open_of on bpm_task (key, created_at, id) where state = 'OPEN';
create index bpm_task_told on bpm_task (told_id, created_at, id) where told_id is not null;
create index bpm_task_told_unread on bpm_task (told_id, created_at, id) where told_id is not null and read_at is null;
create index bpm_task_stuck on bpm_task (created_at, id) where state = 'OPEN' and stuck_at is not null;
create index bpm_task_about on bpm_task (biz_id);
comment on column bpm_task.candidate_roles is 'Whoever of org_id holds one of them is asked';
comment on column bpm_task.kind is
  'SIGN: somebody whom an approver has asked besides; NOBODY: passed, because nobody was found; COPY: told, not asked';
comment on column bpm_task.candidate_ids is 'Who is asked by name';
comment on column bpm_task.barred is 'Who may not decide it: who applied, and who has decided already';
comment on column bpm_task.origin_id is 'The task that it was handed over from, or that it was added to';
comment on column bpm_task.key is 'Workflow that it is of';
comment on column bpm_task.told_id is 'Who was told, and is not asked';
comment on column bpm_task.stuck_at is 'Since when the clock has found nobody who may decide it; null: somebody may';

-- One decision on one task, and one of a person until the request is sent back: keys hold it, whatever the order of events.
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
  lap integer not null default 1,
  for_user_id uuid references sys_user (id),
  automatic boolean not null default false
);
create unique index bpm_decision_once on bpm_decision (biz_id, round, lap, actor_id) where not automatic;
create index bpm_decision_actor on bpm_decision (actor_id, at desc, task_id desc);
create index bpm_decision_given on bpm_decision (actor_id, decision, at, task_id);
-- What was decided about a document is found by it: the index that lets nobody decide twice leaves out what the clock has decided.
create index bpm_decision_document on bpm_decision (biz_id, round);
comment on column bpm_decision.for_user_id is 'Who has handed their tasks to the actor for the time';
comment on index bpm_decision_once is 'Nobody decides twice';
create trigger bpm_decision_append_only before update or delete on bpm_decision
  for each row execute function wms_append_only();
create trigger bpm_decision_no_truncate before truncate on bpm_decision
  for each statement execute function wms_append_only();

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
