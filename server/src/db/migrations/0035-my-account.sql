-- What was called after the password alone holds devices and the second step, too. A name that the site gave stays.
update sys_menu
   set name = '我的账户', name_tag = 'menu.account', url_exp = '["^/[^/]+/base/user/(second-factor|session)$"]'
 where code = 'other.password' and name = '修改密码';
