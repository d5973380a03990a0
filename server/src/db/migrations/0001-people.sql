-- People, the organisations they belong to, and what they may do.

-- For search boxes, which look inside words.
create extension if not exists pg_trgm;

-- B2 before B10.
create collation wms_natural (provider = icu, locale = 'und-u-kn-true');

-- When what people may do changes, by the product or by an administrator at the database, all processes hear of it with the commit,
-- as of the product's other live events.
create function sys_notify_rights(people uuid[]) returns void language plpgsql as $$
declare
  everybody constant boolean := people is null or cardinality(people) > 1500;
begin
  -- A note takes 8,000 bytes: 150 ids stay below.
  perform pg_notify('kuwei_event', json_build_object('origin', 'database', 'event', json_build_object(
            'to', told.ids, 'bc', 'sys', 'fc', 'rights', 'ec', 'change', 'd', '{}'::json))::text)
     from (select to_json('all'::text) as ids where everybody
           union all
           select json_agg(numbered.id)
             from (select one.id, (row_number() over () - 1) / 150 as part
                     from (select distinct unnest(people) as id) as one) as numbered
            where not everybody group by numbered.part) as told;
end $$;
comment on function sys_notify_rights is 'Tells that the rights of these users have changed; null: of everybody';

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
  deleted_at timestamptz,
  sessions_ended_at timestamptz,
  staff_no text,
  identity text,
  remark text,
  until_day date,
  deleted_by uuid references sys_user (id),
  search text,
  contact text,
  email_verified_at timestamptz,
  email_pending text,
  chosen_name text
);
create unique index sys_user_username on sys_user (lower(username)) where deleted_at is null;
create unique index sys_user_staff_no on sys_user (lower(staff_no)) where deleted_at is null;
create index sys_user_end on sys_user (until_day) where until_day is not null and deleted_at is null;
create index sys_user_search on sys_user using gin (search gin_trgm_ops);
-- One for each order of the list of accounts.
create index sys_user_by_name on sys_user (name collate "zh-x-icu", id);
create index sys_user_by_username on sys_user (lower(username), id);
create index sys_user_by_sign_in on sys_user (last_sign_in_at, id);
create index sys_user_by_created on sys_user (created_at, id);
create index sys_user_by_updated on sys_user (updated_at, id);
-- What few accounts are: found by these, not by reading all.
create index sys_user_by_identity on sys_user (identity) where deleted_at is null;
create index sys_user_disabled on sys_user (id) where state = 'DISABLED' and deleted_at is null;
create index sys_user_deleted on sys_user (id) where deleted_at is not null;
create index sys_user_email on sys_user (lower(email)) where deleted_at is null;
-- Orders of the list of accounts that end with who has none.
create index sys_user_by_staff_no_down on sys_user (lower(staff_no) desc nulls last, id desc) where deleted_at is null;
create index sys_user_by_sign_in_down on sys_user (last_sign_in_at desc nulls last, id desc) where deleted_at is null;
-- People without a password are looked for when they have been moved in, and again for the few that are left.
create index sys_user_without_password on sys_user (id) where password_hash is null and deleted_at is null;
-- Whether a name that people give themselves is that of somebody else is asked without its case, widths and spaces.
create index sys_user_plain_name on sys_user ((lower(regexp_replace(normalize(name, NFKC), '\s', '', 'g'))));
comment on column sys_user.password_hash is 'argon2id in PHC form; null: signs in by another system only';
comment on column sys_user.sessions_ended_at is
  'When all sessions were ended last; a second step that was begun before is not taken any more';
comment on column sys_user.staff_no is 'Number of an employee or a student';
comment on column sys_user.identity is 'Code of the dictionary SYS_IDENTITY';
comment on column sys_user.until_day is 'Last day of the account, null: it ends with no day';
comment on column sys_user.search is 'What the search box looks in: lower case, with pinyin from the first save on';
comment on column sys_user.contact is 'Where the person is found, as they say it: room, office hours';
comment on column sys_user.email_verified_at is
  'Since when the address counts as theirs: an administrator entered it, or they followed the link sent to it. Null: nothing goes there';
comment on column sys_user.email_pending is 'Address they want instead, until they follow the link sent to it';
comment on column sys_user.chosen_name is 'The last name they gave themselves: while it is theirs, no workbook finds them by it';

-- An account is found however it was made: the program writes pinyin as well, anything else at least what is in the row.
create function sys_user_search() returns trigger language plpgsql as $$
begin
  new.search := lower(concat_ws(' ', new.username, new.name, new.staff_no, new.email, new.phone));
  return new;
end $$;
create trigger sys_user_search before insert on sys_user for each row when (new.search is null) execute function sys_user_search();

-- An account whose last day changes has other rights.
create function sys_user_notify() returns trigger language plpgsql as $$
begin
  perform sys_notify_rights(array(
    select n.id from after_it n join before_it o on o.id = n.id
     where (n.state, n.deleted_at, n.must_change_password, n.password_hash is null, n.until_day)
           is distinct from (o.state, o.deleted_at, o.must_change_password, o.password_hash is null, o.until_day)));
  return null;
end $$;
create trigger sys_user_notify after update on sys_user
  referencing old table as before_it new table as after_it for each statement execute function sys_user_notify();

create function sys_user_deleted_notify() returns trigger language plpgsql as $$
begin
  perform sys_notify_rights(array(select id from changed));
  return null;
end $$;
create trigger sys_user_deleted_notify after delete on sys_user
  referencing old table as changed for each statement execute function sys_user_deleted_notify();

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
  created_at timestamptz not null default now(),
  remark text,
  merged_into_id uuid references wms_org (id),
  search text not null default '',
  rev integer not null default 1,
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint wms_org_merged check (merged_into_id is null or (not valid and merged_into_id <> id))
);
create index wms_org_search on wms_org using gin (search gin_trgm_ops);
create index wms_org_merged_into on wms_org (merged_into_id) where merged_into_id is not null;
-- One for each order of the list.
create index wms_org_by_code on wms_org (code collate wms_natural, id);
create index wms_org_by_name on wms_org (name collate "zh-x-icu", id);
create index wms_org_by_english_name on wms_org ((coalesce(nullif(name_en, ''), name)) collate "zh-x-icu", id);
create index wms_org_by_updated on wms_org (updated_at, id);
comment on column wms_org.merged_into_id is 'Its people and quotas are there now; it stays for what names it';
comment on column wms_org.search is 'What the search box looks in: lower case, with pinyin from the first save on';

create function wms_org_notify() returns trigger language plpgsql as $$
begin
  perform sys_notify_rights(array(
    select distinct m.user_id from after_it n join before_it o on o.id = n.id join wms_org_user m on m.org_id = n.id
     where (n.valid, n.type) is distinct from (o.valid, o.type)));
  return null;
end $$;
create trigger wms_org_notify after update on wms_org
  referencing old table as before_it new table as after_it for each statement execute function wms_org_notify();

-- Roles and organisations are given with dates. What was given, for later or until recently, is in this table and in sys_role_grant;
-- the views wms_org_user and sys_user_role show what somebody holds at this moment. Some constraints here are named after the views.
create table wms_org_member (
  org_id uuid not null constraint wms_org_user_org_id_fkey references wms_org (id) on delete cascade,
  user_id uuid not null constraint wms_org_user_user_id_fkey references sys_user (id) on delete cascade,
  relation text not null default 'MEMBER'
    constraint wms_org_user_relation_check check (relation in ('LEADER', 'MEMBER', 'STUDENT', 'KEEPER')),
  from_day date,
  until_day date,
  begun boolean not null default true,
  granted_by uuid references sys_user (id) on delete set null,
  granted_at timestamptz not null default now(),
  constraint wms_org_member_span check (from_day <= until_day),
  -- How many belong to an organisation is counted by the index alone.
  constraint wms_org_user_pkey primary key (org_id, user_id) include (from_day, until_day)
);
create index wms_org_member_user on wms_org_member (user_id);
create index wms_org_member_ahead on wms_org_member (from_day) where not begun;
create index wms_org_member_end on wms_org_member (until_day) where until_day is not null;
create index wms_org_member_leader on wms_org_member (org_id) where relation = 'LEADER';

-- Of tables with a row for each person and what they have.
create function sys_holders_notify() returns trigger language plpgsql as $$
begin
  perform sys_notify_rights(array(select distinct user_id from changed));
  return null;
end $$;
create trigger wms_org_user_notify_added after insert on wms_org_member
  referencing new table as changed for each statement execute function sys_holders_notify();
create trigger wms_org_user_notify_taken after delete on wms_org_member
  referencing old table as changed for each statement execute function sys_holders_notify();
create trigger wms_org_user_notify_before after update on wms_org_member
  referencing old table as changed for each statement execute function sys_holders_notify();
create trigger wms_org_user_notify_after after update on wms_org_member
  referencing new table as changed for each statement execute function sys_holders_notify();

create view wms_org_user as
  select org_id, user_id, relation from wms_org_member
   where (from_day is null or from_day <= current_date) and (until_day is null or until_day >= current_date);
comment on view wms_org_user is 'Organisations that people belong to now, and what they are in them';

create table sys_role (
  code text primary key check (code ~ '^ROLE_'),
  name text not null,
  name_en text not null,
  sort integer not null,
  reserved boolean not null default false,
  id uuid not null default gen_random_uuid(),
  valid boolean not null default true,
  remark text,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint sys_role_reserved_valid check (valid or not reserved)
);
create unique index sys_role_id on sys_role (id);
comment on column sys_role.sort is
  'Order in which roles are listed; the branch roles come first, so that the default page role is one of them';
comment on column sys_role.valid is 'false: counts for nobody, whoever has it; what was given stays';

-- The triggers of sys_role_grant tell whoever has it.
create function sys_role_idle() returns trigger language plpgsql as $$
begin
  update sys_role_grant set idle = not new.valid where role_code = new.code;
  return null;
end $$;
create trigger sys_role_idle after update on sys_role for each row
  when (new.valid is distinct from old.valid) execute function sys_role_idle();

create table sys_power (
  code text primary key check (code ~ '^POWER_'),
  name text not null,
  name_en text not null,
  id uuid not null default gen_random_uuid(),
  module text,
  description text,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index sys_power_id on sys_power (id);
comment on column sys_power.module is 'Code of the dictionary SYS_POWER_MODULE';

-- The program adds the others at its first start.
insert into sys_power (code, name, name_en, module) values
  ('POWER_WORKFLOW_MANAGE', '流程设计', 'Draw up workflows', 'SYSTEM'),
  ('POWER_WORKFLOW_PUBLISH', '流程发布', 'Publish workflows', 'SYSTEM');

create table sys_role_power (
  role_code text not null references sys_role (code) on update cascade on delete cascade,
  power_code text not null references sys_power (code) on update cascade on delete cascade,
  primary key (role_code, power_code)
);
create index sys_role_power_power on sys_role_power (power_code);

create function sys_role_power_notify() returns trigger language plpgsql as $$
begin
  perform sys_notify_rights(array(
    select distinct h.user_id from changed c join sys_user_role h on h.role_code = c.role_code));
  return null;
end $$;
create trigger sys_role_power_notify_added after insert on sys_role_power
  referencing new table as changed for each statement execute function sys_role_power_notify();
create trigger sys_role_power_notify_taken after delete on sys_role_power
  referencing old table as changed for each statement execute function sys_role_power_notify();
create trigger sys_role_power_notify_before after update on sys_role_power
  referencing old table as changed for each statement execute function sys_role_power_notify();
create trigger sys_role_power_notify_after after update on sys_role_power
  referencing new table as changed for each statement execute function sys_role_power_notify();

create table sys_role_grant (
  user_id uuid not null constraint sys_user_role_user_id_fkey references sys_user (id) on delete cascade,
  role_code text not null
    constraint sys_user_role_role_code_fkey references sys_role (code) on update cascade on delete cascade,
  from_day date,
  until_day date,
  begun boolean not null default true,
  granted_by uuid references sys_user (id) on delete set null,
  granted_at timestamptz not null default now(),
  -- Kept beside each grant: to ask for the role's own row would cost every queue a second table.
  idle boolean not null default false,
  constraint sys_user_role_pkey primary key (user_id, role_code),
  constraint sys_role_grant_span check (from_day <= until_day)
);
create index sys_role_grant_role on sys_role_grant (role_code);
create index sys_role_grant_ahead on sys_role_grant (from_day) where not begun;
create index sys_role_grant_end on sys_role_grant (until_day) where until_day is not null;
comment on column sys_role_grant.from_day is 'First day, null: from when it was given';
comment on column sys_role_grant.until_day is 'Last day, null: until it is taken away';
comment on column sys_role_grant.begun is 'false until the day it begins on has come and its holder was told';
comment on column sys_role_grant.idle is 'Its role is out of use; kept by triggers';
create trigger sys_user_role_notify_added after insert on sys_role_grant
  referencing new table as changed for each statement execute function sys_holders_notify();
create trigger sys_user_role_notify_taken after delete on sys_role_grant
  referencing old table as changed for each statement execute function sys_holders_notify();
create trigger sys_user_role_notify_before after update on sys_role_grant
  referencing old table as changed for each statement execute function sys_holders_notify();
create trigger sys_user_role_notify_after after update on sys_role_grant
  referencing new table as changed for each statement execute function sys_holders_notify();

create view sys_user_role as
  select user_id, role_code from sys_role_grant
   where (from_day is null or from_day <= current_date) and (until_day is null or until_day >= current_date) and not idle;
comment on view sys_user_role is 'Roles that people hold now, of those in use';

create function sys_role_grant_idle() returns trigger language plpgsql as $$
begin
  new.idle := exists (select from sys_role where code = new.role_code and not valid);
  return new;
end $$;
create trigger sys_role_grant_idle before insert or update of role_code on sys_role_grant
  for each row execute function sys_role_grant_idle();

create table sys_user_setting (
  user_id uuid not null references sys_user (id) on delete cascade,
  key text not null check (length(key) <= 100),
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);
