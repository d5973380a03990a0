-- People, what they may do, and how they sign in.

create extension if not exists pg_trgm;

create table sys_user (
  id uuid primary key,
  username text not null,
  name text not null,
  password_hash text,
  email text,
  phone text,
  avatar_file_id uuid,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'DISABLED')),
  must_change_password boolean not null default false,
  last_sign_in_at timestamptz,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz
);
create unique index sys_user_username on sys_user (lower(username)) where deleted_at is null;
comment on column sys_user.password_hash is 'argon2id in PHC form; null: signs in by another system only';

create table sys_power (
  code text primary key check (code ~ '^POWER_'),
  name text not null,
  name_en text not null
);

create table sys_role (
  code text primary key check (code ~ '^ROLE_'),
  name text not null,
  name_en text not null,
  sort integer not null,
  reserved boolean not null default false
);
comment on column sys_role.sort is 'Order in which roles are listed; the branch roles come first, so that the default page role is one of them';

create table sys_role_power (
  role_code text not null references sys_role (code) on update cascade on delete cascade,
  power_code text not null references sys_power (code) on update cascade on delete cascade,
  primary key (role_code, power_code)
);

create table sys_user_role (
  user_id uuid not null references sys_user (id) on delete cascade,
  role_code text not null references sys_role (code) on update cascade on delete cascade,
  primary key (user_id, role_code)
);
create index sys_user_role_role on sys_user_role (role_code);

-- Who owns goods (LAB, SUPPLIER, PURCHASE) and who keeps them (WAREHOUSE).
create table wms_org (
  id uuid primary key,
  code text not null unique,
  name text not null,
  name_en text,
  type text not null check (type in ('LAB', 'SUPPLIER', 'PURCHASE', 'WAREHOUSE')),
  address text,
  contact text,
  phone text,
  valid boolean not null default true,
  created_at timestamptz not null default now()
);

create table wms_org_user (
  org_id uuid not null references wms_org (id) on delete cascade,
  user_id uuid not null references sys_user (id) on delete cascade,
  relation text not null default 'MEMBER' check (relation in ('LEADER', 'MEMBER', 'STUDENT', 'KEEPER')),
  primary key (org_id, user_id)
);
create index wms_org_user_user on wms_org_user (user_id);

-- One sign-in on one device. Its token pairs follow one another; a stolen refresh token ends the whole session.
create table sys_session (
  id uuid primary key,
  user_id uuid not null references sys_user (id) on delete cascade,
  proxy_user_id uuid references sys_user (id) on delete cascade,
  device_id text not null,
  org_id uuid references wms_org (id) on delete set null,
  ip text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('LOGOUT', 'REUSE', 'FORCED', 'DISABLED', 'PASSWORD', 'PROXY'))
);
create index sys_session_user on sys_session (user_id) where ended_at is null;
comment on column sys_session.org_id is 'Research group or other organisation chosen for this session';
comment on column sys_session.proxy_user_id is 'The person who acts, while user_id is the one acted as';
comment on column sys_session.ends_at is 'Absolute end: refreshing never goes past it';

create table sys_token (
  token_hash bytea primary key,
  session_id uuid not null references sys_session (id) on delete cascade,
  expires_at timestamptz not null,
  rtoken_hash bytea not null unique,
  rexpires_at timestamptz not null,
  rotated_at timestamptz,
  successor_salt bytea
);
create index sys_token_session on sys_token (session_id);
comment on column sys_token.successor_salt is
  'With the refresh token itself it yields the successor pair, so that tabs refreshing at once receive one and the same';

-- Failed sign-ins by account and address, for the rising delay.
create table sys_sign_in_failure (
  username text not null,
  ip text not null,
  failures integer not null,
  last_at timestamptz not null default now(),
  primary key (username, ip)
);

create table sys_user_setting (
  user_id uuid not null references sys_user (id) on delete cascade,
  key text not null check (length(key) <= 100),
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);
