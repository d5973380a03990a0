-- Imports that the program takes by itself, at night, from a folder or from addresses: each run, and what became of each file.

create table sys_nightly_run (
  id uuid primary key,
  night date unique,
  dry boolean not null default false,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CUT')),
  asked_by uuid references sys_user (id),
  others text[] not null default '{}',
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  seen_at timestamptz not null default now()
);
comment on column sys_nightly_run.night is 'Day on which the clock began it: once for each, whichever process comes first. Null where a person asked for it';
comment on column sys_nightly_run.dry is 'Only looked: nothing was written';
comment on column sys_nightly_run.state is 'CUT: the process ended meanwhile';
comment on column sys_nightly_run.others is 'Names in the folder that are none of ours';
comment on column sys_nightly_run.seen_at is 'When it last said that it goes on: one that says nothing for a while was cut off';
create unique index sys_nightly_run_one on sys_nightly_run ((true)) where state in ('QUEUED', 'RUNNING');
create index sys_nightly_run_listed on sys_nightly_run (created_at desc, id desc);
create index sys_nightly_run_listed_by_state on sys_nightly_run (state, created_at desc, id desc);

create table sys_nightly_file (
  run_id uuid not null references sys_nightly_run (id) on delete cascade,
  kind text not null check (kind in ('PEOPLE', 'GROUPS', 'MEMBERS')),
  state text not null check (state in ('TAKEN', 'LOOKED', 'SAME', 'FAILED')),
  file text not null,
  sha256 bytea,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  missing integer,
  refused integer not null default 0,
  fault jsonb,
  report jsonb,
  import_id uuid,
  at timestamptz not null default now(),
  primary key (run_id, kind)
);
comment on column sys_nightly_file.file is 'Its name, or its address without what follows a question mark';
comment on column sys_nightly_file.state is 'SAME: what was taken last, which is not taken again';
comment on column sys_nightly_file.fault is 'Why it was not taken, by language';
comment on column sys_nightly_file.report is 'By language: what was refused, noted, changed and missing, the first of each';
create index sys_nightly_file_taken on sys_nightly_file (kind, at desc) where state = 'TAKEN';
