-- Backups, and the one piece of work on the whole of the data that may go on at a time. Both belong to the installation: a restore
-- leaves them, so they name people by no foreign key.

create table sys_backup (
  id uuid primary key,
  kind text not null check (kind in ('AUTO', 'MANUAL', 'PRE_UPGRADE', 'PRE_RESTORE', 'UPLOAD')),
  state text not null default 'RUNNING' check (state in ('RUNNING', 'UPLOADING', 'READY', 'VERIFIED', 'FAILED')),
  name text not null unique,
  size bigint,
  sha256 bytea,
  encrypted boolean not null,
  tables integer,
  row_count bigint,
  files integer,
  version text,
  migration text,
  by_id uuid,
  by_name text,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  verified_at timestamptz,
  fault jsonb,
  given_name text,
  given_modified bigint,
  made_at timestamptz,
  report jsonb
);
create index sys_backup_listed on sys_backup (created_at desc, id desc);
create index sys_backup_by_size on sys_backup (size, id);
comment on table sys_backup is 'Not in any backup, and left as it is by a restore';
comment on column sys_backup.kind is
  'UPLOAD: brought along. PRE_UPGRADE, PRE_RESTORE: made by the program before it changes everything';
comment on column sys_backup.state is 'READY: whole on the disk. VERIFIED: restored somewhere else, compared, its ledger proved';
comment on column sys_backup.name is 'Of the file in the folder of backups';
comment on column sys_backup.migration is 'The newest one of the database it was made of';
comment on column sys_backup.by_name is 'As they were called then; null where the program made it';
comment on column sys_backup.fault is 'Why it failed, or why it is not verified: code and params';
comment on column sys_backup.given_name is 'What the file was called where it was brought from; null for one that was made here';
comment on column sys_backup.given_modified is
  'When that file was changed last, in ms: with its name and size it tells whether an upload goes on';
comment on column sys_backup.made_at is
  'The moment its data are of, once that is known; null for one that was made here, which is of the moment it was begun';
comment on column sys_backup.report is 'The last look into it: when, and what was found';

create table sys_maintain_work (
  id uuid primary key,
  kind text not null check (kind in ('BACKUP', 'VERIFY', 'CHECK', 'RESTORE')),
  backup_id uuid,
  phase text not null default 'WAITING',
  done bigint not null default 0,
  total bigint not null default 0,
  by_id uuid,
  by_name text,
  created_at timestamptz not null default now(),
  begun_at timestamptz,
  ended_at timestamptz,
  seen_at timestamptz not null default now(),
  fault jsonb,
  reason text,
  cancelled_at timestamptz
);
create unique index sys_maintain_work_one on sys_maintain_work ((true)) where ended_at is null;
create index sys_maintain_work_listed on sys_maintain_work (created_at desc, id desc);
comment on table sys_maintain_work is 'Work that concerns all of the data: one at a time, whichever process does it';
comment on column sys_maintain_work.total is '0 where nobody knows how much there is';
comment on column sys_maintain_work.seen_at is 'When it last said that it goes on: one that says nothing for a while was cut off';
comment on column sys_maintain_work.reason is 'Of a restore: why somebody asked for it';
comment on column sys_maintain_work.cancelled_at is 'When somebody asked to give it up';

-- A time in which people look and change nothing: announced, with an end or without, or while a backup is restored.
create table sys_mode (
  id integer primary key default 1 check (id = 1),
  kind text not null check (kind in ('MAINTENANCE', 'READ_ONLY', 'RESTORE')),
  reason text not null default '',
  until timestamptz check (until is not null or kind <> 'MAINTENANCE'),
  since timestamptz not null default now(),
  by_id uuid,
  by_name text,
  closed boolean not null default false
);
comment on table sys_mode is 'One row while it lasts. Of the installation: a restore leaves it, and it is in no backup';
comment on column sys_mode.until is 'When it ends by itself';
comment on column sys_mode.closed is 'While all data are being replaced: nobody is answered';

-- How the last run of each job by the clock went: the queue forgets those that went well.
create table sys_job_run (
  name text primary key,
  at timestamptz not null,
  ms integer not null,
  error text
);
comment on table sys_job_run is 'In no backup, and left as it is by a restore';
comment on column sys_job_run.at is 'When it ended';
comment on column sys_job_run.error is 'Null where it went well';
