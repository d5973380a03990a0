-- API tokens: sessions without a password, of an integration. The log names them.
alter table sys_session
  add column api_name text,
  add column api_roles text[],
  add column issued_by uuid references sys_user (id) on delete set null,
  add constraint sys_session_api check ((api_name is null) = (api_roles is null));
alter table sys_log add column api_name text;
