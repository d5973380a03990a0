-- Whoever reviews moves opens their list and their pages. Roles that the site gave stay.
update sys_menu
   set role = '["ROLE_WMS_ADMIN_PBOX","ROLE_WMS_ADMIN_OUTBOUND_01","ROLE_WMS_ADMIN_OUTBOUND_02"]'
 where code = 'warehouse.move' and role::jsonb = '["ROLE_WMS_ADMIN_PBOX"]';
