-- Imports that are written in parts, while they run: one that was cut off leaves a row that says how far it came.

create table sys_import_run (
  id uuid primary key,
  file text not null,
  user_id uuid not null references sys_user (id),
  total integer not null,
  done integer not null default 0,
  seen_at timestamptz not null default now()
);
comment on table sys_import_run is 'Imports that are written in parts and have not ended yet';
comment on column sys_import_run.total is 'Rows that are to be written';
comment on column sys_import_run.done is 'Rows of the parts that are written, counted in the commit of each';
comment on column sys_import_run.seen_at is 'When it last began a part, or ended one: one that says nothing for a while was cut off';
