-- Settings: what they are stands in the program. Here stands what the site has set otherwise than the program begins with, and,
-- for good, who set what, when and why.
drop trigger sys_config_notify on sys_config;
drop function sys_config_notify();

alter table sys_config_org drop constraint sys_config_org_code_fkey;
-- A limit that was switched off was none.
update sys_config set value = '1000000000000', valid = true
 where not valid and code in ('WMS_OUTBOUND_QTY_LIMIT', 'WMS_OUTBOUND_VALUE_LIMIT');
delete from sys_config
 where not valid
    or (code, trim(value)) in (('SYS_ADMIN_TITLE', '管理系统'), ('SYS_ADMIN_TITLE_EN', ''), ('YCT_SYSTEM_LOGIN_URL', ''), ('SYS_SECOND_FACTOR_ROLES', ''),
                               ('WMS_LEDGER_PROOF_DAYS', '7'), ('WMS_OUTBOUND_QTY_LIMIT', '1000'), ('WMS_OUTBOUND_VALUE_LIMIT', '50000'));
alter table sys_config drop column valid, drop column public, drop column description;
alter table sys_config alter column value type jsonb using
  case when code = 'SYS_SECOND_FACTOR_ROLES' then to_jsonb(array_remove(string_to_array(replace(value, ' ', ''), ','), ''))
       when code like 'WMS\_%' and value ~ '^\s*\d+(\.\d+)?\s*$' then to_jsonb(trim(value)::numeric)
       else to_jsonb(value) end;
comment on table sys_config is 'Settings that are set otherwise than the program begins with';
comment on column sys_config.value is 'As the kind of the setting has it; a secret is sealed';

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
comment on column sys_config_history.value is 'What was set; null for a secret, and where what the program begins with was put back';
create trigger sys_config_history_append_only before update or delete on sys_config_history
  for each row execute function wms_append_only();
create trigger sys_config_history_no_truncate before truncate on sys_config_history
  for each statement execute function wms_append_only();

-- Every process hears of it with the commit, and reads the settings again; nobody else is told by this note.
create function sys_config_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('kuwei_event', json_build_object('origin', 'database', 'event', json_build_object(
            'to', '[]'::json, 'bc', 'sys', 'fc', 'config', 'ec', 'write', 'd', '{}'::json))::text);
  return null;
end $$;
create trigger sys_config_notify after insert or update or delete on sys_config
  for each statement execute function sys_config_notify();
