-- Roles and powers become records that a site keeps: with a version, who changed them, and whether a role is in use.
alter table sys_role
  add column id uuid not null default gen_random_uuid(),
  add column valid boolean not null default true,
  add column remark text,
  add column rev integer not null default 1,
  add column created_at timestamptz not null default now(),
  add column created_by uuid,
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid,
  add constraint sys_role_reserved_valid check (valid or not reserved);
create unique index sys_role_id on sys_role (id);
comment on column sys_role.valid is 'false: counts for nobody, whoever has it; what was given stays';

alter table sys_power
  add column id uuid not null default gen_random_uuid(),
  add column module text,
  add column description text,
  add column rev integer not null default 1,
  add column created_at timestamptz not null default now(),
  add column created_by uuid,
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid;
create unique index sys_power_id on sys_power (id);
comment on column sys_power.module is 'Code of the dictionary SYS_POWER_MODULE';
update sys_power set module = 'RIGHTS' where code in ('POWER_ROLE_MANAGE', 'POWER_POWER_MANAGE', 'POWER_RULE_MANAGE');
create index sys_role_power_power on sys_role_power (power_code);

-- Kept beside each grant: to ask for the role's own row would cost every queue a second table.
alter table sys_role_grant add column idle boolean not null default false;
comment on column sys_role_grant.idle is 'Its role is out of use; kept by triggers';

create or replace view sys_user_role as
  select user_id, role_code from sys_role_grant
   where (from_day is null or from_day <= current_date) and (until_day is null or until_day >= current_date) and not idle;
comment on view sys_user_role is 'Roles that people hold now, of those in use';

create function sys_role_grant_idle() returns trigger language plpgsql as $$
begin
  new.idle := exists (select from sys_role where code = new.role_code and not valid);
  return new;
end $$;
create trigger sys_role_grant_idle before insert or update of role_code on sys_role_grant
  for each row execute function sys_role_grant_idle();

-- The triggers of sys_role_grant tell whoever has it.
create function sys_role_idle() returns trigger language plpgsql as $$
begin
  update sys_role_grant set idle = not new.valid where role_code = new.code;
  return null;
end $$;
create trigger sys_role_idle after update on sys_role for each row
  when (new.valid is distinct from old.valid) execute function sys_role_idle();
