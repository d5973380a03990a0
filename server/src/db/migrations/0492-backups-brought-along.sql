-- Backups that are brought along, piece by piece; and what a look into one has found.
alter table sys_backup
  add column given_name text,
  add column given_modified bigint,
  add column made_at timestamptz,
  add column report jsonb;
comment on column sys_backup.given_name is 'What the file was called where it was brought from; null for one that was made here';
comment on column sys_backup.given_modified is 'When that file was changed last, in ms: with its name and size it tells whether an upload goes on';
comment on column sys_backup.made_at is 'The moment its data are of, once that is known; null for one that was made here, which is of the moment it was begun';
comment on column sys_backup.report is 'The last look into it: when, and what was found';

alter table sys_backup
  drop constraint sys_backup_state_check,
  add constraint sys_backup_state_check check (state in ('RUNNING', 'UPLOADING', 'READY', 'VERIFIED', 'FAILED'));
alter table sys_maintain_work
  drop constraint sys_maintain_work_kind_check,
  add constraint sys_maintain_work_kind_check check (kind in ('BACKUP', 'VERIFY', 'CHECK'));
