-- How many belong to an organisation is counted by the index alone; who leads one is found without those who do not.
alter table wms_org_member drop constraint wms_org_user_pkey,
  add constraint wms_org_user_pkey primary key (org_id, user_id) include (from_day, until_day);
create index wms_org_member_leader on wms_org_member (org_id) where relation = 'LEADER';
-- Orders of the list of accounts that end with who has none.
create index sys_user_by_staff_no_down on sys_user (lower(staff_no) desc nulls last, id desc) where deleted_at is null;
create index sys_user_by_sign_in_down on sys_user (last_sign_in_at desc nulls last, id desc) where deleted_at is null;
