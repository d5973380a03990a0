-- The functions and triggers that notify of changed rights are called by the word for it.
alter function sys_tell_rights(uuid[]) rename to sys_notify_rights;
alter function sys_user_told() rename to sys_user_notify;
alter function sys_user_gone_told() rename to sys_user_deleted_notify;
alter function sys_holders_told() rename to sys_holders_notify;
alter function sys_role_power_told() rename to sys_role_power_notify;
alter function wms_org_told() rename to wms_org_notify;
alter function sys_config_told() rename to sys_config_notify;

-- A body names what it calls by text, which a renaming leaves as it is.
do $$
declare
  f record;
begin
  for f in select pg_get_functiondef(p.oid) as text from pg_proc p
            where p.pronamespace = 'public'::regnamespace and p.prosrc like '%sys_tell_rights%' loop
    execute replace(f.text, 'sys_tell_rights', 'sys_notify_rights');
  end loop;
  for f in select t.tgname as name, t.tgrelid::regclass::text as tab,
                  replace(replace(t.tgname, '_gone_told', '_deleted_notify'), '_told', '_notify') as renamed
             from pg_trigger t where not t.tgisinternal and t.tgname like '%\_told%' loop
    execute format('alter trigger %I on %s rename to %I', f.name, f.tab, f.renamed);
  end loop;
end $$;
