-- A backup that is put back is work like any other: who asked for it and why is told when it is done, and it may be given up.
alter table sys_maintain_work
  add column reason text,
  add column cancelled_at timestamptz,
  drop constraint sys_maintain_work_kind_check,
  add constraint sys_maintain_work_kind_check check (kind in ('BACKUP', 'VERIFY', 'CHECK', 'RESTORE'));
comment on column sys_maintain_work.reason is 'Of a restore: why somebody asked for it';
comment on column sys_maintain_work.cancelled_at is 'When somebody asked to give it up';

alter table sys_mode add column closed boolean not null default false;
comment on column sys_mode.closed is 'While all data are being replaced: nobody is answered';
