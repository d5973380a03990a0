-- What every part of the product leans on: menus, configuration, dictionaries, messages, files, the log, idempotency.

create table sys_menu (
  id text primary key,
  app_id text not null,
  id_parent text,
  code text not null,
  name text not null,
  name_tag text,
  url text,
  url_exp text not null default '[]',
  role text not null default '[]',
  page_role text not null default '[]',
  keepalive boolean not null default true,
  show boolean not null default true,
  icon text,
  sort integer not null,
  unique (app_id, code)
);
comment on table sys_menu is 'url_exp, role and page_role are JSON text, as the specification has them';

create table sys_config (
  code text primary key,
  value text not null,
  valid boolean not null default true,
  public boolean not null default false,
  description text,
  updated_at timestamptz not null default now()
);
comment on column sys_config.public is 'Sent to everybody with the version call; never true for a secret';

create table sys_dic (
  id uuid primary key,
  code text not null unique,
  name text not null,
  public boolean not null default true,
  rev integer not null default 1,
  updated_at timestamptz not null default now()
);

create table sys_dic_field (
  dic_id uuid not null references sys_dic (id) on delete cascade,
  code text not null,
  label text not null,
  labels jsonb not null default '[]',
  props jsonb not null default '[]',
  sort integer not null,
  valid boolean not null default true,
  primary key (dic_id, code)
);

-- A message as it was sent, and a copy for each recipient: what one recipient does touches no other copy.
create table sys_message (
  id uuid primary key,
  kind text not null check (kind in ('NOTICE', 'TODO', 'WARN', 'SYS')),
  template text,
  params jsonb not null default '{}',
  title text not null default '',
  content text not null default '',
  sender_id uuid references sys_user (id),
  bc text,
  fc text,
  object_id text,
  link text,
  created_at timestamptz not null default now(),
  sent timestamptz
);
comment on column sys_message.template is 'Phrase key: title and content are then made in the reader''s language';
comment on column sys_message.link is 'Address of the document inside the console';

create table sys_message_copy (
  id uuid primary key,
  message_id uuid not null references sys_message (id) on delete cascade,
  user_id uuid not null references sys_user (id) on delete cascade,
  state text not null default 'NEW' check (state in ('NEW', 'READ', 'DELETED', 'CLEARED')),
  read_at timestamptz,
  deleted timestamptz,
  created_at timestamptz not null default now(),
  unique (message_id, user_id)
);
create index sys_message_copy_new on sys_message_copy (user_id) where state = 'NEW';
create index sys_message_copy_user on sys_message_copy (user_id, created_at desc);

create table sys_file (
  id uuid primary key,
  name text not null,
  type text not null,
  size bigint not null,
  sha256 bytea not null,
  image boolean not null default false,
  visibility text not null default 'ORG' check (visibility in ('ALL', 'ORG', 'PRIVATE')),
  org_id uuid references wms_org (id),
  created_by uuid not null references sys_user (id),
  created_at timestamptz not null default now()
);
comment on column sys_file.visibility is 'ALL everyone signed in, ORG members of org_id and the warehouse, PRIVATE who stored it';

-- The answer given under an idempotency key, claimed in the same transaction as the write itself.
create table sys_idempotency (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  reply text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

-- One row for every write: who, for whom, as what, from where, and what changed.
create table sys_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  action text not null,
  user_id uuid,
  proxy_user_id uuid,
  page_role text,
  org_id uuid,
  device_id text,
  ip text,
  request_id text,
  entity text,
  entity_id text,
  change jsonb,
  result text not null default 'OK'
);
create index sys_log_at on sys_log (at desc);
create index sys_log_entity on sys_log (entity, entity_id, id desc) where entity is not null;
create index sys_log_user on sys_log (user_id, id desc);

-- Secrets of the installation, made at the first start; no call ever reads them out.
create table sys_secret (
  name text primary key,
  value bytea not null
);
