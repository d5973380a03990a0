-- Imports that were written, and what each did to every record, so that it can be undone.

create table sys_import (
  id uuid primary key,
  entity text not null,
  file text not null,
  created integer not null,
  updated integer not null,
  created_at timestamptz not null default now(),
  created_by uuid not null references sys_user (id),
  undone integer not null default 0,
  undone_at timestamptz
);
comment on column sys_import.undone is 'Records that were put back';
create index sys_import_list on sys_import (entity, created_at desc);

create table sys_import_record (
  import_id uuid not null references sys_import (id) on delete cascade,
  record_id uuid not null,
  title text not null,
  is_new boolean not null,
  rev integer not null,
  change jsonb not null,
  undone_at timestamptz,
  primary key (import_id, record_id)
);
comment on column sys_import_record.rev is 'Version that the import left behind; a record in another one has been changed since';
comment on column sys_import_record.change is 'By field: what was there before, and what the import wrote';
create index sys_import_record_open on sys_import_record (record_id) where undone_at is null;
