-- Roles and organisations are given with dates. The names that everything reads by are now views of what somebody holds at this
-- moment; what was given, for later or until recently, stands in the tables below them.
alter table sys_user_role rename to sys_role_grant;
alter index sys_user_role_role rename to sys_role_grant_role;
alter table sys_role_grant
  add column from_day date,
  add column until_day date,
  add column begun boolean not null default true,
  add column granted_by uuid references sys_user (id) on delete set null,
  add column granted_at timestamptz not null default now(),
  add constraint sys_role_grant_span check (from_day <= until_day);
comment on column sys_role_grant.from_day is 'First day, null: from when it was given';
comment on column sys_role_grant.until_day is 'Last day, null: until it is taken away';
comment on column sys_role_grant.begun is 'false until the day it begins on has come and its holder was told';
create index sys_role_grant_ahead on sys_role_grant (from_day) where not begun;
create index sys_role_grant_end on sys_role_grant (until_day) where until_day is not null;
create view sys_user_role as
  select user_id, role_code from sys_role_grant
   where (from_day is null or from_day <= current_date) and (until_day is null or until_day >= current_date);
comment on view sys_user_role is 'Roles that people hold now';

alter table wms_org_user rename to wms_org_member;
alter index wms_org_user_user rename to wms_org_member_user;
alter table wms_org_member
  add column from_day date,
  add column until_day date,
  add column begun boolean not null default true,
  add column granted_by uuid references sys_user (id) on delete set null,
  add column granted_at timestamptz not null default now(),
  add constraint wms_org_member_span check (from_day <= until_day);
create index wms_org_member_ahead on wms_org_member (from_day) where not begun;
create index wms_org_member_end on wms_org_member (until_day) where until_day is not null;
create view wms_org_user as
  select org_id, user_id, relation from wms_org_member
   where (from_day is null or from_day <= current_date) and (until_day is null or until_day >= current_date);
comment on view wms_org_user is 'Organisations that people belong to now, and what they are in them';

alter table sys_user
  add column staff_no text,
  add column identity text,
  add column remark text,
  add column until_day date,
  add column deleted_by uuid references sys_user (id);
comment on column sys_user.staff_no is 'Number of an employee or a student';
comment on column sys_user.identity is 'Code of the dictionary SYS_IDENTITY';
comment on column sys_user.until_day is 'Last day of the account, null: it ends with no day';
create unique index sys_user_staff_no on sys_user (lower(staff_no)) where deleted_at is null;
create index sys_user_end on sys_user (until_day) where until_day is not null and deleted_at is null;

-- The people of an account whose last day is changed are asked for again.
create or replace function sys_user_notify() returns trigger language plpgsql as $$
begin
  perform sys_notify_rights(array(
    select n.id from after_it n join before_it o on o.id = n.id
     where (n.state, n.deleted_at, n.must_change_password, n.password_hash is null, n.until_day)
           is distinct from (o.state, o.deleted_at, o.must_change_password, o.password_hash is null, o.until_day)));
  return null;
end $$;

alter table sys_user add column search text;
comment on column sys_user.search is 'What the search box looks in: lower case, with pinyin from the first save on';
update sys_user set search = lower(concat_ws(' ', username, name, email, phone));
create index sys_user_search on sys_user using gin (search gin_trgm_ops);
-- One for each order of the list of accounts.
create index sys_user_by_name on sys_user (name collate "zh-x-icu", id);
create index sys_user_by_username on sys_user (lower(username), id);
create index sys_user_by_sign_in on sys_user (last_sign_in_at, id);
create index sys_user_by_created on sys_user (created_at, id);
create index sys_user_by_updated on sys_user (updated_at, id);
