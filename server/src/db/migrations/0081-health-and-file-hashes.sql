-- What the health of the program is asked by: a write that lasts.
create table sys_health (
  id integer primary key check (id = 1),
  at timestamptz not null default now()
);

-- What the bytes on the disk add up to; pictures are not stored as they were sent.
alter table sys_file add column stored_sha256 bytea;
comment on column sys_file.stored_sha256 is
  'SHA-256 of the bytes in the folder of files; null for files of earlier versions until the hourly tidying has read them';
update sys_file set stored_sha256 = sha256 where not image;
