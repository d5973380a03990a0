-- Browsers that an account has been signed in from: their tries count for themselves, so that nobody else's failures hold them up.
create table sys_known_device (
  user_id uuid not null references sys_user (id) on delete cascade,
  device_hash bytea not null,
  last_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
comment on column sys_known_device.device_hash is 'SHA-256 of the cookie that the browser shows';

create index sys_known_device_hash on sys_known_device (device_hash);

alter table sys_sign_in_failure add column device_hash bytea;
comment on column sys_sign_in_failure.ip is
  'As limits count addresses; null where a failure counts wherever it comes from, and for a known device';
comment on column sys_sign_in_failure.device_hash is 'The known device that the failure counts for; null for all others';
