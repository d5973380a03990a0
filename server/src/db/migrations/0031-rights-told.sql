-- Whoever changes what people may do, the product or an administrator at the database: all processes hear of it with the
-- commit, as of the product's other live events.

create function sys_tell_rights(people uuid[]) returns void language plpgsql as $$
declare
  everybody constant boolean := people is null or cardinality(people) > 1500;
begin
  -- A note takes 8,000 bytes: 150 ids stay below.
  perform pg_notify('kuwei_event', json_build_object('origin', 'database', 'event', json_build_object(
            'to', told.ids, 'bc', 'sys', 'fc', 'rights', 'ec', 'change', 'd', '{}'::json))::text)
     from (select to_json('all'::text) as ids where everybody
           union all
           select json_agg(numbered.id)
             from (select one.id, (row_number() over () - 1) / 150 as part
                     from (select distinct unnest(people) as id) as one) as numbered
            where not everybody group by numbered.part) as told;
end $$;
comment on function sys_tell_rights is 'Tells that the rights of these users have changed; null: of everybody';

create function sys_user_told() returns trigger language plpgsql as $$
begin
  perform sys_tell_rights(array(
    select n.id from after_it n join before_it o on o.id = n.id
     where (n.state, n.deleted_at, n.must_change_password, n.password_hash is null)
           is distinct from (o.state, o.deleted_at, o.must_change_password, o.password_hash is null)));
  return null;
end $$;
create trigger sys_user_told after update on sys_user
  referencing old table as before_it new table as after_it for each statement execute function sys_user_told();

create function sys_user_gone_told() returns trigger language plpgsql as $$
begin
  perform sys_tell_rights(array(select id from changed));
  return null;
end $$;
create trigger sys_user_gone_told after delete on sys_user
  referencing old table as changed for each statement execute function sys_user_gone_told();

-- Of tables with a row for each person and what they have.
create function sys_holders_told() returns trigger language plpgsql as $$
begin
  perform sys_tell_rights(array(select distinct user_id from changed));
  return null;
end $$;
create trigger sys_user_role_told_added after insert on sys_user_role
  referencing new table as changed for each statement execute function sys_holders_told();
create trigger sys_user_role_told_taken after delete on sys_user_role
  referencing old table as changed for each statement execute function sys_holders_told();
create trigger sys_user_role_told_before after update on sys_user_role
  referencing old table as changed for each statement execute function sys_holders_told();
create trigger sys_user_role_told_after after update on sys_user_role
  referencing new table as changed for each statement execute function sys_holders_told();
create trigger wms_org_user_told_added after insert on wms_org_user
  referencing new table as changed for each statement execute function sys_holders_told();
create trigger wms_org_user_told_taken after delete on wms_org_user
  referencing old table as changed for each statement execute function sys_holders_told();
create trigger wms_org_user_told_before after update on wms_org_user
  referencing old table as changed for each statement execute function sys_holders_told();
create trigger wms_org_user_told_after after update on wms_org_user
  referencing new table as changed for each statement execute function sys_holders_told();

create function sys_role_power_told() returns trigger language plpgsql as $$
begin
  perform sys_tell_rights(array(
    select distinct h.user_id from changed c join sys_user_role h on h.role_code = c.role_code));
  return null;
end $$;
create trigger sys_role_power_told_added after insert on sys_role_power
  referencing new table as changed for each statement execute function sys_role_power_told();
create trigger sys_role_power_told_taken after delete on sys_role_power
  referencing old table as changed for each statement execute function sys_role_power_told();
create trigger sys_role_power_told_before after update on sys_role_power
  referencing old table as changed for each statement execute function sys_role_power_told();
create trigger sys_role_power_told_after after update on sys_role_power
  referencing new table as changed for each statement execute function sys_role_power_told();

create function wms_org_told() returns trigger language plpgsql as $$
begin
  perform sys_tell_rights(array(
    select distinct m.user_id from after_it n join before_it o on o.id = n.id join wms_org_user m on m.org_id = n.id
     where (n.valid, n.type) is distinct from (o.valid, o.type)));
  return null;
end $$;
create trigger wms_org_told after update on wms_org
  referencing old table as before_it new table as after_it for each statement execute function wms_org_told();

create function sys_config_told() returns trigger language plpgsql as $$
begin
  perform sys_tell_rights(null);
  return null;
end $$;
create trigger sys_config_told after update on sys_config for each row
  when (new.code = 'SYS_SECOND_FACTOR_ROLES' and (new.value, new.valid) is distinct from (old.value, old.valid))
  execute function sys_config_told();
