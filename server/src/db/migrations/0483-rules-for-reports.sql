-- Rules for reports: who may run one beyond those whom it is shared with by their roles.
alter table sys_rule drop constraint sys_rule_subject_type_check;
alter table sys_rule add constraint sys_rule_subject_type_check
  check (subject_type in ('WMS_ORG', 'WMS_WAREHOUSE', 'WMS_CONTAINER', 'CATEGORY', 'REPORT', 'MENU'));

create or replace function sys_rule_facts(kind text) returns table (id uuid, facts jsonb) language sql stable as $$
  select o.id, jsonb_build_object('code', o.code, 'name', o.name, 'type', o.type) from wms_org o where kind = 'WMS_ORG'
  union all
  select w.id, jsonb_build_object('code', w.code, 'name', w.name, 'campus', w.campus)
    from wms_warehouse w where kind = 'WMS_WAREHOUSE' and w.deleted_at is null
  union all
  select c.id, jsonb_build_object('code', c.code, 'name', c.name, 'type', c.type, 'warehouse', w.code)
    from wms_container c join wms_warehouse w on w.id = c.warehouse_id
   where kind = 'WMS_CONTAINER' and c.deleted_at is null and w.deleted_at is null
  union all
  select c.id, jsonb_build_object('code', c.code, 'name', c.name) from wms_category c where kind = 'CATEGORY'
  union all
  select r.id, jsonb_build_object('code', r.code, 'name', r.name, 'category', r.category) from sys_report r where kind = 'REPORT'
$$;

create trigger sys_rule_reach_report after insert or delete or update of code, name, category on sys_report
  for each statement execute function sys_rule_reach_notify('REPORT');
