-- A browser is given another cookie with each sign-in: the one before is good for a moment, for tabs that sign in at once.
alter table sys_known_device add column replaced_at timestamptz;
comment on column sys_known_device.replaced_at is 'When the browser was given another cookie; null for the one it has';
