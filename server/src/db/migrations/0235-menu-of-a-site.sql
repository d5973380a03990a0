-- The menu that comes with the product stands in the program from now on; a site keeps what it has otherwise. What it had written
-- into the rows that were seeded stays: a field that differs from what came is a change, an entry that did not come is its own.
alter table sys_menu_org drop constraint sys_menu_org_menu_id_fkey;
alter table sys_menu rename to sys_menu_seeded;
create table sys_menu (
  id text primary key,
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

create function sys_menu_list_in(text) returns jsonb language plpgsql as $$
begin
  return case when jsonb_typeof($1::jsonb) = 'array' then $1::jsonb else '[]' end;
exception when others then
  return '[]';
end $$;

insert into sys_menu (id, own) values ('', false);
insert into sys_menu (id, own, changes)
select m.id, s.id is null,
       case when s.id is null then m.form || jsonb_build_object('code', m.code, 'nameEn', m.name)
            else (select jsonb_object_agg(f.key, f.value) from jsonb_each(m.form) f where f.value is distinct from s."is" -> f.key) end
  from (select id, code, name, jsonb_build_object(
          'parentId', id_parent, 'name', name, 'nameTag', name_tag, 'url', url, 'urlExp', sys_menu_list_in(url_exp),
          'role', sys_menu_list_in(role), 'pageRole', sys_menu_list_in(page_role), 'icon', icon, 'show', show,
          'keepalive', keepalive) as form
          from sys_menu_seeded) m
  left join jsonb_to_recordset('[
      {"id":"teacher","is":{"parentId":null,"name":"课题组存放","nameTag":"menu.teacher","url":null,"urlExp":[],"role":["ROLE_TEACHER"],"pageRole":[],"icon":"teacher","show":true,"keepalive":true}},
      {"id":"teacher.inbound","is":{"parentId":"teacher","name":"存放申请","nameTag":"menu.deposit","url":"/teacher/wms/transaction/inbound","urlExp":[],"role":["ROLE_TEACHER"],"pageRole":["ROLE_TEACHER"],"icon":null,"show":true,"keepalive":true}},
      {"id":"teacher.outbound","is":{"parentId":"teacher","name":"领取申请","nameTag":"menu.collect","url":"/teacher/wms/transaction/outbound","urlExp":[],"role":["ROLE_TEACHER"],"pageRole":["ROLE_TEACHER"],"icon":null,"show":true,"keepalive":true}},
      {"id":"teacher.space","is":{"parentId":"teacher","name":"存储空间","nameTag":"menu.productSpace","url":"/teacher/wms/product-space","urlExp":[],"role":["ROLE_TEACHER"],"pageRole":["ROLE_TEACHER"],"icon":null,"show":true,"keepalive":true}},
      {"id":"teacher.stock","is":{"parentId":"teacher","name":"库存列表","nameTag":"menu.productBox","url":"/teacher/wms/product-box/list","urlExp":[],"role":["ROLE_TEACHER"],"pageRole":["ROLE_TEACHER"],"icon":null,"show":true,"keepalive":true}},
      {"id":"teacher.warning","is":{"parentId":"teacher","name":"库存预警","nameTag":"menu.warning","url":"/teacher/wms/ews-product","urlExp":[],"role":["ROLE_TEACHER"],"pageRole":["ROLE_TEACHER"],"icon":null,"show":true,"keepalive":true}},
      {"id":"teacher.ledger","is":{"parentId":"teacher","name":"台账","nameTag":"menu.ledger","url":"/teacher/wms/ledger","urlExp":[],"role":["ROLE_TEACHER"],"pageRole":["ROLE_TEACHER"],"icon":null,"show":false,"keepalive":true}},
      {"id":"supplier","is":{"parentId":null,"name":"供应商存放","nameTag":"menu.supplier","url":null,"urlExp":[],"role":["ROLE_SUPPLIER"],"pageRole":[],"icon":"supplier","show":true,"keepalive":true}},
      {"id":"supplier.inbound","is":{"parentId":"supplier","name":"存放申请","nameTag":"menu.deposit","url":"/supplier/wms/transaction/inbound","urlExp":[],"role":["ROLE_SUPPLIER"],"pageRole":["ROLE_SUPPLIER"],"icon":null,"show":true,"keepalive":true}},
      {"id":"supplier.outbound","is":{"parentId":"supplier","name":"领取申请","nameTag":"menu.collect","url":"/supplier/wms/transaction/outbound","urlExp":[],"role":["ROLE_SUPPLIER"],"pageRole":["ROLE_SUPPLIER"],"icon":null,"show":true,"keepalive":true}},
      {"id":"supplier.space","is":{"parentId":"supplier","name":"存储空间","nameTag":"menu.productSpace","url":"/supplier/wms/product-space","urlExp":[],"role":["ROLE_SUPPLIER"],"pageRole":["ROLE_SUPPLIER"],"icon":null,"show":true,"keepalive":true}},
      {"id":"supplier.stock","is":{"parentId":"supplier","name":"库存列表","nameTag":"menu.productBox","url":"/supplier/wms/product-box/list","urlExp":[],"role":["ROLE_SUPPLIER"],"pageRole":["ROLE_SUPPLIER"],"icon":null,"show":true,"keepalive":true}},
      {"id":"supplier.warning","is":{"parentId":"supplier","name":"库存预警","nameTag":"menu.warning","url":"/supplier/wms/ews-product","urlExp":[],"role":["ROLE_SUPPLIER"],"pageRole":["ROLE_SUPPLIER"],"icon":null,"show":true,"keepalive":true}},
      {"id":"supplier.ledger","is":{"parentId":"supplier","name":"台账","nameTag":"menu.ledger","url":"/supplier/wms/ledger","urlExp":[],"role":["ROLE_SUPPLIER"],"pageRole":["ROLE_SUPPLIER"],"icon":null,"show":false,"keepalive":true}},
      {"id":"staff","is":{"parentId":null,"name":"采购存放","nameTag":"menu.staff","url":null,"urlExp":[],"role":["ROLE_STAFF"],"pageRole":[],"icon":"staff","show":true,"keepalive":true}},
      {"id":"staff.inbound","is":{"parentId":"staff","name":"存放申请","nameTag":"menu.deposit","url":"/staff/wms/transaction/inbound","urlExp":[],"role":["ROLE_STAFF"],"pageRole":["ROLE_STAFF"],"icon":null,"show":true,"keepalive":true}},
      {"id":"staff.outbound","is":{"parentId":"staff","name":"领取申请","nameTag":"menu.collect","url":"/staff/wms/transaction/outbound","urlExp":[],"role":["ROLE_STAFF"],"pageRole":["ROLE_STAFF"],"icon":null,"show":true,"keepalive":true}},
      {"id":"staff.space","is":{"parentId":"staff","name":"存储空间","nameTag":"menu.productSpace","url":"/staff/wms/product-space","urlExp":[],"role":["ROLE_STAFF"],"pageRole":["ROLE_STAFF"],"icon":null,"show":true,"keepalive":true}},
      {"id":"staff.stock","is":{"parentId":"staff","name":"库存列表","nameTag":"menu.productBox","url":"/staff/wms/product-box/list","urlExp":[],"role":["ROLE_STAFF"],"pageRole":["ROLE_STAFF"],"icon":null,"show":true,"keepalive":true}},
      {"id":"staff.warning","is":{"parentId":"staff","name":"库存预警","nameTag":"menu.warning","url":"/staff/wms/ews-product","urlExp":[],"role":["ROLE_STAFF"],"pageRole":["ROLE_STAFF"],"icon":null,"show":true,"keepalive":true}},
      {"id":"staff.ledger","is":{"parentId":"staff","name":"台账","nameTag":"menu.ledger","url":"/staff/wms/ledger","urlExp":[],"role":["ROLE_STAFF"],"pageRole":["ROLE_STAFF"],"icon":null,"show":false,"keepalive":true}},
      {"id":"warehouse","is":{"parentId":null,"name":"仓库管理","nameTag":"menu.warehouse","url":null,"urlExp":[],"role":["ROLE_WAREHOUSE_ADMIN"],"pageRole":[],"icon":"warehouse","show":true,"keepalive":true}},
      {"id":"warehouse.inbound","is":{"parentId":"warehouse","name":"入库审核","nameTag":"menu.inboundReview","url":"/admin/wms/transaction/inbound","urlExp":[],"role":["ROLE_WMS_ADMIN_INBOUND_01","ROLE_WMS_ADMIN_INBOUND_02"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"warehouse.outbound","is":{"parentId":"warehouse","name":"出库审核","nameTag":"menu.outboundReview","url":"/admin/wms/transaction/outbound","urlExp":[],"role":["ROLE_WMS_ADMIN_OUTBOUND_01","ROLE_WMS_ADMIN_OUTBOUND_02"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"warehouse.putaway","is":{"parentId":"warehouse","name":"入库上架","nameTag":"menu.putaway","url":"/admin/wms/transaction/inbound?task=execute","urlExp":[],"role":["ROLE_WMS_ADMIN_PBOX"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"warehouse.picking","is":{"parentId":"warehouse","name":"出库拣货","nameTag":"menu.picking","url":"/admin/wms/transaction/outbound?task=execute","urlExp":[],"role":["ROLE_WMS_ADMIN_PBOX"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"warehouse.move","is":{"parentId":"warehouse","name":"移库","nameTag":"menu.move","url":"/admin/wms/transaction/move","urlExp":[],"role":["ROLE_WMS_ADMIN_PBOX","ROLE_WMS_ADMIN_OUTBOUND_01","ROLE_WMS_ADMIN_OUTBOUND_02"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"warehouse.space","is":{"parentId":"warehouse","name":"存储空间","nameTag":"menu.productSpace","url":"/admin/wms/product-space","urlExp":[],"role":["ROLE_WMS_ADMIN_PBOX"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"warehouse.stock","is":{"parentId":"warehouse","name":"库位库存","nameTag":"menu.warehouseBox","url":"/admin/wms/warehouse-box/list","urlExp":[],"role":["ROLE_WMS_ADMIN_PBOX"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"warehouse.productBox","is":{"parentId":"warehouse","name":"库存列表","nameTag":"menu.productBox","url":"/admin/wms/product-box/list","urlExp":[],"role":["ROLE_WMS_ADMIN_PBOX"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"warehouse.standing","is":{"parentId":"warehouse","name":"不符合规则的存放","nameTag":"menu.standing","url":"/admin/wms/storage-rule/standing","urlExp":[],"role":["ROLE_WMS_ADMIN_PBOX"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"warehouse.ledger","is":{"parentId":"warehouse","name":"台账","nameTag":"menu.ledger","url":"/admin/wms/ledger","urlExp":[],"role":["ROLE_WMS_ADMIN_PBOX"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"warehouse.shelf","is":{"parentId":"warehouse","name":"上下架","nameTag":"menu.shelf","url":"/admin/wms/org-product","urlExp":[],"role":["ROLE_WMS_ADMIN_PD_UP"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"warehouse.warning","is":{"parentId":"warehouse","name":"库存预警","nameTag":"menu.warning","url":"/admin/wms/ews-product","urlExp":[],"role":["ROLE_WMS_ADMIN_EWS"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"warehouse.statistics","is":{"parentId":"warehouse","name":"统计报表","nameTag":"menu.statistics","url":"/admin/wms/statistics","urlExp":[],"role":["ROLE_WMS_ADMIN_STATISTIC"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"basic","is":{"parentId":null,"name":"基础信息","nameTag":"menu.basic","url":null,"urlExp":[],"role":["ROLE_WAREHOUSE_ADMIN"],"pageRole":[],"icon":"basic","show":true,"keepalive":true}},
      {"id":"basic.product","is":{"parentId":"basic","name":"产品管理","nameTag":"menu.product","url":"/admin/wms/product","urlExp":["^/admin/wms/product/.*"],"role":["ROLE_WMS_ADMIN_PD"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"basic.batch","is":{"parentId":"basic","name":"批次","nameTag":"menu.batch","url":"/admin/wms/batch","urlExp":[],"role":["ROLE_WMS_ADMIN_PD"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"basic.container","is":{"parentId":"basic","name":"容器管理","nameTag":"menu.container","url":"/admin/wms/container","urlExp":[],"role":["ROLE_WMS_ADMIN_WAREHOUSE"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"basic.storageRule","is":{"parentId":"basic","name":"储存规则","nameTag":"menu.storageRule","url":"/admin/wms/storage-rule","urlExp":[],"role":["ROLE_WMS_ADMIN_WAREHOUSE"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"basic.warehouse","is":{"parentId":"basic","name":"仓库","nameTag":"menu.warehouseList","url":"/admin/wms/warehouse","urlExp":[],"role":["ROLE_WMS_ADMIN_WAREHOUSE"],"pageRole":["ROLE_WAREHOUSE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"afterSales","is":{"parentId":null,"name":"售后管理","nameTag":"menu.afterSales","url":"/admin/wms/after-sales","urlExp":[],"role":["ROLE_WMS_ADMIN_AFS"],"pageRole":[],"icon":"afterSales","show":true,"keepalive":true}},
      {"id":"inventory","is":{"parentId":null,"name":"盘点管理","nameTag":"menu.inventory","url":"/admin/wms/inventory","urlExp":[],"role":["ROLE_WMS_ADMIN_INVENTORY_01","ROLE_WMS_ADMIN_INVENTORY_02"],"pageRole":[],"icon":"inventory","show":true,"keepalive":true}},
      {"id":"user","is":{"parentId":null,"name":"用户管理","nameTag":"menu.user","url":null,"urlExp":[],"role":["ROLE_ADMIN"],"pageRole":[],"icon":"user","show":true,"keepalive":true}},
      {"id":"user.mg","is":{"parentId":"user","name":"用户管理","nameTag":"menu.user","url":"/mg/user/mg","urlExp":[],"role":["ROLE_ADMIN"],"pageRole":["ROLE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"user.org","is":{"parentId":"user","name":"组织","nameTag":"menu.org","url":"/mg/wms/org","urlExp":[],"role":["ROLE_ADMIN"],"pageRole":["ROLE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"power","is":{"parentId":null,"name":"权限管理","nameTag":"menu.power","url":null,"urlExp":[],"role":["ROLE_ADMIN","POWER_ROLE_MANAGE","POWER_POWER_MANAGE","POWER_RULE_MANAGE"],"pageRole":[],"icon":"power","show":true,"keepalive":true}},
      {"id":"power.role","is":{"parentId":"power","name":"角色","nameTag":"menu.role","url":"/def/power/role","urlExp":[],"role":["POWER_ROLE_MANAGE"],"pageRole":[],"icon":null,"show":true,"keepalive":true}},
      {"id":"power.power","is":{"parentId":"power","name":"权限点","nameTag":"menu.powers","url":"/def/power/power","urlExp":[],"role":["POWER_POWER_MANAGE"],"pageRole":[],"icon":null,"show":true,"keepalive":true}},
      {"id":"power.rule","is":{"parentId":"power","name":"数据规则","nameTag":"menu.rule","url":"/def/power/rule/USER/WMS_ORG?subject_model=select","urlExp":[],"role":["POWER_RULE_MANAGE"],"pageRole":[],"icon":null,"show":true,"keepalive":true}},
      {"id":"power.proxy","is":{"parentId":"power","name":"切换用户","nameTag":"menu.proxy","url":"/def/power/proxy","urlExp":[],"role":["ROLE_ADMIN"],"pageRole":[],"icon":null,"show":true,"keepalive":true}},
      {"id":"system","is":{"parentId":null,"name":"系统管理","nameTag":"menu.system","url":null,"urlExp":[],"role":["ROLE_ADMIN"],"pageRole":[],"icon":"system","show":true,"keepalive":true}},
      {"id":"system.dic","is":{"parentId":"system","name":"数据字典","nameTag":"menu.dic","url":"/def/sysbase/dic","urlExp":[],"role":["ROLE_ADMIN"],"pageRole":["ROLE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"system.sender","is":{"parentId":"system","name":"消息发送","nameTag":"menu.sender","url":"/def/sysbase/msg-inbox/sender","urlExp":[],"role":["ROLE_ADMIN"],"pageRole":["ROLE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"system.sysconfig","is":{"parentId":"system","name":"系统配置","nameTag":"menu.sysconfig","url":"/def/sysbase/sysconfig","urlExp":[],"role":["ROLE_ADMIN"],"pageRole":["ROLE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"system.report","is":{"parentId":"system","name":"报表查询","nameTag":"menu.report","url":"/def/sysbase/report/query","urlExp":[],"role":["ROLE_ADMIN"],"pageRole":["ROLE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"system.log","is":{"parentId":"system","name":"系统日志","nameTag":"menu.log","url":"/def/sysbase/log","urlExp":[],"role":["ROLE_ADMIN"],"pageRole":["ROLE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"system.bpm","is":{"parentId":"system","name":"流程管理","nameTag":"menu.bpm","url":"/def/sysbase/bpm","urlExp":[],"role":["ROLE_ADMIN"],"pageRole":["ROLE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"system.upgrade","is":{"parentId":"system","name":"系统维护","nameTag":"menu.upgrade","url":"/def/sysbase/maintain/upgrade","urlExp":[],"role":["ROLE_ADMIN"],"pageRole":["ROLE_ADMIN"],"icon":null,"show":true,"keepalive":true}},
      {"id":"approval","is":{"parentId":null,"name":"我的审批","nameTag":"menu.approval","url":"/def/base/bpm/todo","urlExp":["^/[^/]+/base/bpm/todo"],"role":[],"pageRole":[],"icon":"inventory","show":true,"keepalive":true}},
      {"id":"other","is":{"parentId":null,"name":"其他","nameTag":"menu.other","url":null,"urlExp":[],"role":[],"pageRole":[],"icon":null,"show":false,"keepalive":true}},
      {"id":"other.login","is":{"parentId":"other","name":"登录","nameTag":"menu.login","url":"/def/common/login","urlExp":[],"role":[],"pageRole":[],"icon":null,"show":false,"keepalive":true}},
      {"id":"other.password","is":{"parentId":"other","name":"我的账户","nameTag":"menu.account","url":"/def/base/user/change-password","urlExp":["^/[^/]+/base/user/(second-factor|session)$"],"role":[],"pageRole":[],"icon":null,"show":false,"keepalive":true}},
      {"id":"other.switchorg","is":{"parentId":"other","name":"选择课题组","nameTag":"menu.switchorg","url":"/def/wms/user/switchorg","urlExp":[],"role":[],"pageRole":[],"icon":null,"show":false,"keepalive":true}},
      {"id":"other.msgInbox","is":{"parentId":"other","name":"消息","nameTag":"menu.msgInbox","url":"/def/base/msg-inbox","urlExp":[],"role":[],"pageRole":[],"icon":null,"show":false,"keepalive":true}}
    ]'::jsonb) s (id text, "is" jsonb) on s.id = m.id
 where s.id is null or m.form is distinct from s."is";
drop table sys_menu_seeded;
drop function sys_menu_list_in(text);
