-- Backups, and the one piece of work on the whole of the data that may go on at a time. Both belong to the installation: a restore
-- leaves them, so they name nobody by a foreign key.

create table sys_backup (
  id uuid primary key,
  kind text not null check (kind in ('AUTO', 'MANUAL', 'PRE_UPGRADE', 'PRE_RESTORE', 'UPLOAD')),
  state text not null default 'RUNNING' check (state in ('RUNNING', 'READY', 'VERIFIED', 'FAILED')),
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
  fault jsonb
);
comment on table sys_backup is 'Not in any backup, and left as it is by a restore';
comment on column sys_backup.kind is 'UPLOAD: brought along. PRE_UPGRADE, PRE_RESTORE: made by the program before it changes everything';
comment on column sys_backup.state is 'READY: whole on the disk. VERIFIED: restored somewhere else, compared, its ledger proved';
comment on column sys_backup.name is 'Of the file in the folder of backups';
comment on column sys_backup.migration is 'The newest one of the database it was made of';
comment on column sys_backup.by_name is 'As they were called then; null where the program made it';
comment on column sys_backup.fault is 'Why it failed, or why it is not verified: code and params';
create index sys_backup_listed on sys_backup (created_at desc, id desc);
create index sys_backup_by_size on sys_backup (size, id);

create table sys_maintain_work (
  id uuid primary key,
  kind text not null check (kind in ('BACKUP', 'VERIFY')),
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
  fault jsonb
);
comment on table sys_maintain_work is 'Work that concerns all of the data: one at a time, whichever process does it';
comment on column sys_maintain_work.total is '0 where nobody knows how much there is';
comment on column sys_maintain_work.seen_at is 'When it last said that it goes on: one that says nothing for a while was cut off';
create unique index sys_maintain_work_one on sys_maintain_work ((true)) where ended_at is null;
create index sys_maintain_work_listed on sys_maintain_work (created_at desc, id desc);
