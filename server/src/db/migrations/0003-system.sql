-- What every part of the product leans on: menus, settings, dictionaries, files, the log, imports.

-- For tables whose rows are written once.
create function wms_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'KW002';
end $$;

-- Refuses what a statement finds wrong with the same error as the posting function, so that nobody has to wait for its answer.
create function sys_refuse(p_code text) returns void language plpgsql as $$
begin
  if p_code is not null then
    raise exception '%', p_code using errcode = 'KW001', detail = json_build_object('code', p_code)::text;
  end if;
end $$;

-- The menu that comes with the product is in the program; here is what a site has otherwise.
create table sys_menu (
  id text constraint sys_menu_pkey1 primary key,
  own boolean not null,
  changes jsonb not null default '{}',
  children text[],
  rev integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid references sys_user (id)
);
comment on table sys_menu is 'What a site has otherwise in the menu; the row without an id stands for the menu as a whole';
comment on column sys_menu.own is 'Added by the site: changes holds all of it';
comment on column sys_menu.children is 'Ids of the entries below it in the order of the site; null: as they come';

insert into sys_menu (id, own) values ('', false);

-- What an organisation has otherwise in the version that everybody reads; null leaves what is general.
create table sys_menu_org (
  org_id uuid not null references wms_org (id) on delete cascade,
  menu_id text not null,
  name text,
  show boolean,
  primary key (org_id, menu_id)
);

-- Settings: what they are is in the program. Here is what the site has set otherwise, and below, for good, who set what, when and why.
create table sys_config (
  code text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
comment on table sys_config is 'Settings that are set otherwise than the program begins with';
comment on column sys_config.value is 'As the kind of the setting has it; a secret is sealed';

-- Every process hears of it with the commit, and reads the settings again; nobody else is told by this note.
create function sys_config_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('kuwei_event', json_build_object('origin', 'database', 'event', json_build_object(
            'to', '[]'::json, 'bc', 'sys', 'fc', 'config', 'ec', 'write', 'd', '{}'::json))::text);
  return null;
end $$;
create trigger sys_config_notify after insert or update or delete on sys_config
  for each statement execute function sys_config_notify();

create table sys_config_org (
  org_id uuid not null references wms_org (id) on delete cascade,
  code text not null,
  value text not null,
  primary key (org_id, code)
);
comment on table sys_config_org is 'Sent along only where the general entry is public and valid';

create table sys_config_history (
  code text not null,
  rev integer not null check (rev > 1),
  value jsonb,
  kind text not null check (kind in ('SET', 'RESET')),
  reason text not null,
  changed_by uuid references sys_user (id),
  changed_at timestamptz not null default now(),
  primary key (code, rev)
);
comment on table sys_config_history is 'Every change of a setting, for good';
comment on column sys_config_history.value is
  'What was set; null for a secret, and where what the program begins with was put back';
create trigger sys_config_history_append_only before update or delete on sys_config_history
  for each row execute function wms_append_only();
create trigger sys_config_history_no_truncate before truncate on sys_config_history
  for each statement execute function wms_append_only();

-- Dictionaries, in both languages, with who changed them, and beside what the product came with.
create table sys_dic (
  id uuid primary key,
  code text not null unique,
  name text not null,
  public boolean not null default true,
  rev integer not null default 1,
  updated_at timestamptz not null default now(),
  name_en text,
  created_at timestamptz not null default now(),
  updated_by uuid references sys_user (id)
);

-- The names that an entry had are kept: workbooks that were exported or written before go on being understood.
create table sys_dic_field (
  dic_id uuid not null references sys_dic (id) on delete cascade,
  code text not null,
  label text not null,
  labels jsonb not null default '[]',
  props jsonb not null default '[]',
  sort integer not null,
  valid boolean not null default true,
  former text[] not null default '{}',
  shipped jsonb,
  primary key (dic_id, code)
);
comment on column sys_dic_field.former is 'Names that it had';
comment on column sys_dic_field.shipped is
  'Label, labels and props as the product came with them when it last started; null for an entry of the site';

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
  created_at timestamptz not null default now(),
  -- Pictures are not stored as they were sent.
  stored_sha256 bytea
);
create index sys_file_perishable on sys_file (created_at) where visibility <> 'ALL';
-- What a person has stored that no submitted document carries is limited: a draft's files count, too.
create index sys_file_not_carried on sys_file (created_by) where visibility <> 'ALL';
create index sys_file_named on sys_file (name);
comment on column sys_file.visibility is 'ALL everyone signed in, ORG members of org_id and the warehouse, PRIVATE who stored it';
comment on column sys_file.stored_sha256 is
  'SHA-256 of the bytes in the folder of files; null for files of earlier versions until the hourly tidying has read them';
alter table sys_user add constraint sys_user_avatar foreign key (avatar_file_id) references sys_file (id);

-- Files that nothing refers to go: the row first, and with it, in the same commit, the note that its bytes must follow.
create table sys_file_gone (
  id uuid primary key
);
comment on table sys_file_gone is 'Files whose row is deleted and whose bytes may still lie on the disk';

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

-- Secrets of the installation, made at the first start; no call ever reads them out.
create table sys_secret (
  name text primary key,
  value bytea not null
);

-- What the health of the program is asked by: a write that lasts.
create table sys_health (
  id integer primary key check (id = 1),
  at timestamptz not null default now()
);

-- The guide from an empty database to the first deposit: what of it is done is asked from the data, what is passed over is kept.
create table sys_first_steps (
  one boolean primary key default true check (one),
  skipped text[] not null default '{}',
  closed boolean not null default false,
  updated_at timestamptz not null default now(),
  updated_by uuid references sys_user (id)
);

insert into sys_first_steps default values;

create sequence sys_log_number;

-- The least number of a row that is written from this moment on: milliseconds, and five digits to tell their rows apart.
create function sys_log_since(moment timestamptz) returns bigint language sql immutable parallel safe
as $$ select floor(extract(epoch from moment) * 1000)::bigint * 100000 $$;

-- One row for every write: who, for whom, as what, from where, and what changed.
--
-- The log lies by month and kind, so that what a site keeps no longer is dropped and not deleted row by row. Numbers of rows begin
-- with the moment they were written at: what is looked for by number or by time is looked for in its month alone.
create table sys_log (
  id bigint not null
    default floor(extract(epoch from clock_timestamp()) * 1000)::bigint * 100000 + nextval('sys_log_number') % 100000,
  kind text not null
    constraint sys_log_kind check (kind in ('OPERATION', 'SIGN_IN', 'API', 'ERROR', 'DATA', 'ACTING', 'JOB')),
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
  -- Of calls that were refused or failed: what was answered, and after how many milliseconds.
  status integer,
  ms integer,
  primary key (id, kind)
) partition by range (id);
-- The log is read by person, by kind of record, by record, and by the parts that are looked at by themselves.
create index sys_log_user on sys_log (user_id, id desc) where user_id is not null;
create index sys_log_proxy on sys_log (proxy_user_id, id desc) where proxy_user_id is not null;
create index sys_log_entity on sys_log (entity, id desc) where entity is not null;
create index sys_log_record on sys_log (entity_id, id desc) where entity_id is not null;
create index sys_log_request on sys_log (request_id) where request_id is not null;
create index sys_log_acting on sys_log (id) where kind = 'ACTING' or proxy_user_id is not null;
create index sys_log_job on sys_log (id) where action !~ '^[A-Z]+ /';
-- Months are dropped when they are as old as they are kept. No row is changed, and no table is emptied.
create trigger sys_log_no_update before update on sys_log
  for each row execute function wms_append_only();
create trigger sys_log_no_truncate before truncate on sys_log
  for each statement execute function wms_append_only();

-- Makes room for the month that a day is in, a table for each kind, each guarded as the whole is. Nobody who writes to the log
-- waits for it.
create function sys_log_make_month(day timestamptz) returns boolean language plpgsql as $$
declare
  first timestamptz := date_trunc('month', day, 'UTC');
  month text := 'sys_log_' || to_char(first at time zone 'UTC', 'YYYYMM');
  kind text;
begin
  perform pg_advisory_xact_lock(7318005);
  if to_regclass(format('public.%I', month)) is not null then
    return false;
  end if;
  execute format('create table %I (like sys_log including defaults including constraints) partition by list (kind)', month);
  foreach kind in array array['OPERATION', 'SIGN_IN', 'API', 'ERROR', 'DATA', 'ACTING', 'JOB'] loop
    execute format('create table %I partition of %I for values in (%L)', lower(month || '_' || kind), month, kind);
    execute format('create trigger sys_log_no_truncate before truncate on %I for each statement execute function wms_append_only()',
      lower(month || '_' || kind));
  end loop;
  execute format('alter table sys_log attach partition %I for values from (%s) to (%s)', month, sys_log_since(first),
    sys_log_since((first at time zone 'UTC' + interval '1 month') at time zone 'UTC'));
  return true;
end $$;

select sys_log_make_month(now() + n * interval '1 month') from generate_series(0, 3) n;

-- Imports that were written, and what each did to every record, so that it can be undone.
create table sys_import (
  id uuid primary key,
  entity text not null,
  file text not null,
  created integer not null,
  updated integer not null,
  created_at timestamptz not null default now(),
  created_by uuid not null references sys_user (id),
  undone integer not null default 0,
  undone_at timestamptz
);
create index sys_import_list on sys_import (entity, created_at desc);
create index sys_import_file on sys_import (file);
comment on column sys_import.undone is 'Records that were put back';

create table sys_import_record (
  import_id uuid not null references sys_import (id) on delete cascade,
  record_id uuid not null,
  title text not null,
  is_new boolean not null,
  rev integer not null,
  change jsonb not null,
  undone_at timestamptz,
  -- An import changes what follows from a form as well: who has assessed a product, and when. An undo gives that back, too.
  besides jsonb,
  primary key (import_id, record_id)
);
create index sys_import_record_open on sys_import_record (record_id) where undone_at is null;
comment on column sys_import_record.rev is 'Version that the import left behind; a record in another one has been changed since';
comment on column sys_import_record.change is 'By field: what was there before, and what the import wrote';
comment on column sys_import_record.besides is
  'What the record said besides its form before the import; null where nothing is known of it';

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
comment on column sys_import_run.seen_at is
  'When it last began a part, or ended one: one that says nothing for a while was cut off';

-- Imports that the program takes by itself, at night, from a folder or from addresses: each run, and what became of each file.
create table sys_nightly_run (
  id uuid primary key,
  night date unique,
  dry boolean not null default false,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CUT')),
  asked_by uuid references sys_user (id),
  others text[] not null default '{}',
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  seen_at timestamptz not null default now()
);
create unique index sys_nightly_run_one on sys_nightly_run ((true)) where state in ('QUEUED', 'RUNNING');
create index sys_nightly_run_listed on sys_nightly_run (created_at desc, id desc);
create index sys_nightly_run_listed_by_state on sys_nightly_run (state, created_at desc, id desc);
comment on column sys_nightly_run.night is
  'Day on which the clock began it: once for each, whichever process comes first. Null where a person asked for it';
comment on column sys_nightly_run.dry is 'Only looked: nothing was written';
comment on column sys_nightly_run.state is 'CUT: the process ended meanwhile';
comment on column sys_nightly_run.others is 'Names in the folder that are none of ours';
comment on column sys_nightly_run.seen_at is 'When it last said that it goes on: one that says nothing for a while was cut off';

create table sys_nightly_file (
  run_id uuid not null references sys_nightly_run (id) on delete cascade,
  kind text not null check (kind in ('GROUPS', 'PEOPLE', 'GROUP_MEMBERS', 'MEMBERS')),
  state text not null check (state in ('TAKEN', 'LOOKED', 'SAME', 'FAILED')),
  file text not null,
  sha256 bytea,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  missing integer,
  refused integer not null default 0,
  fault jsonb,
  report jsonb,
  import_id uuid,
  at timestamptz not null default now(),
  primary key (run_id, kind)
);
create index sys_nightly_file_taken on sys_nightly_file (kind, at desc) where state = 'TAKEN';
comment on column sys_nightly_file.state is 'SAME: what was taken last, which is not taken again';
comment on column sys_nightly_file.file is 'Its name, or its address without what follows a question mark';
comment on column sys_nightly_file.fault is 'Why it was not taken, by language';
comment on column sys_nightly_file.report is 'By language: what was refused, noted, changed and missing, the first of each';
