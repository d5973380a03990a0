-- A time in which people look and change nothing: announced, with an end or without, or while a backup is restored.
create table sys_mode (
  id integer primary key default 1 check (id = 1),
  kind text not null check (kind in ('MAINTENANCE', 'READ_ONLY', 'RESTORE')),
  reason text not null default '',
  until timestamptz check (until is not null or kind <> 'MAINTENANCE'),
  since timestamptz not null default now(),
  by_id uuid,
  by_name text
);
comment on table sys_mode is 'One row while it lasts. Of the installation: a restore leaves it, and it is in no backup';
comment on column sys_mode.until is 'When it ends by itself';
