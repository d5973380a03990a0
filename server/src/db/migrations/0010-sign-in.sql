-- Second factors, and accounts at the university's own sign-in.

create table sys_user_totp (
  user_id uuid primary key references sys_user (id) on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step integer not null default 0,
  created_at timestamptz not null default now()
);
comment on column sys_user_totp.confirmed_at is 'null until a first code has shown that the app holds the secret: no code is asked for before';
comment on column sys_user_totp.last_step is 'Half minute of the last code taken: codes of it and before are used up';

create table sys_user_recovery (
  user_id uuid not null references sys_user (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table sys_user_identity (
  provider text not null,
  subject text not null,
  user_id uuid not null references sys_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject),
  unique (provider, user_id)
);
comment on table sys_user_identity is
  'Who somebody is at another sign-in, bound when they first came by it: a name given to somebody else there later opens nothing here';
