-- The log is read by record, by what it tells of, by person and by the parts that are looked at by themselves.
drop index sys_log_entity;
create index sys_log_record on sys_log (entity_id, id desc) where entity_id is not null;
create index sys_log_entity on sys_log (entity, id desc) where entity is not null;
create index sys_log_proxy on sys_log (proxy_user_id, id desc) where proxy_user_id is not null;
create index sys_log_sign_in on sys_log (id)
  where entity in ('sign-in', 'sign-out', 'session', 'password', 'second-factor', 'identity');
create index sys_log_acting on sys_log (id) where proxy_user_id is not null or entity = 'acting';
create index sys_log_job on sys_log (id) where action !~ '^[A-Z]+ /';
