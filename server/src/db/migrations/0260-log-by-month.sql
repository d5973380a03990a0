-- The log lies by month and kind, so that what a site keeps no longer is dropped and not deleted row by row. Numbers of rows begin
-- with the moment they were written at: what is looked for by number or by time is looked for in its month alone.
alter table sys_log rename to sys_log_before;
alter table sys_log_before drop constraint sys_log_pkey;
drop index sys_log_at, sys_log_user, sys_log_record, sys_log_entity, sys_log_proxy, sys_log_sign_in, sys_log_acting, sys_log_job;

create sequence sys_log_number;

-- The least number of a row that is written from this moment on: milliseconds, and five digits to tell their rows apart.
create function sys_log_since(moment timestamptz) returns bigint language sql immutable parallel safe
as $$ select floor(extract(epoch from moment) * 1000)::bigint * 100000 $$;

create table sys_log (
  id bigint not null
    default floor(extract(epoch from clock_timestamp()) * 1000)::bigint * 100000 + nextval('sys_log_number') % 100000,
  kind text not null
    constraint sys_log_kind check (kind in ('OPERATION', 'SIGN_IN', 'API', 'ERROR', 'DATA', 'ACTING', 'JOB')),
  at timestamptz not null default now(),
  action text not null,
  user_id uuid,
  proxy_user_id uuid,
  page_role text,
  org_id uuid,
  device_id text,
  ip text,
  request_id text,
  entity text,
  entity_id text,
  change jsonb,
  -- Of calls that were refused or failed: what was answered, and after how many milliseconds.
  status integer,
  ms integer,
  primary key (id, kind)
) partition by range (id);
create index sys_log_user on sys_log (user_id, id desc) where user_id is not null;
create index sys_log_proxy on sys_log (proxy_user_id, id desc) where proxy_user_id is not null;
create index sys_log_entity on sys_log (entity, id desc) where entity is not null;
create index sys_log_record on sys_log (entity_id, id desc) where entity_id is not null;
create index sys_log_request on sys_log (request_id) where request_id is not null;
create index sys_log_acting on sys_log (id) where kind = 'ACTING' or proxy_user_id is not null;
create index sys_log_job on sys_log (id) where action !~ '^[A-Z]+ /';

create trigger sys_log_no_update before update on sys_log
  for each row execute function wms_append_only();
create trigger sys_log_no_truncate before truncate on sys_log
  for each statement execute function wms_append_only();

-- Makes room for the month that a day is in, a table for each kind, each guarded as the whole is. Nobody who writes to the log
-- waits for it.
create function sys_log_make_month(day timestamptz) returns boolean language plpgsql as $$
declare
  first timestamptz := date_trunc('month', day, 'UTC');
  month text := 'sys_log_' || to_char(first at time zone 'UTC', 'YYYYMM');
  kind text;
begin
  perform pg_advisory_xact_lock(7318005);
  if to_regclass(format('public.%I', month)) is not null then
    return false;
  end if;
  execute format('create table %I (like sys_log including defaults including constraints) partition by list (kind)', month);
  foreach kind in array array['OPERATION', 'SIGN_IN', 'API', 'ERROR', 'DATA', 'ACTING', 'JOB'] loop
    execute format('create table %I partition of %I for values in (%L)', lower(month || '_' || kind), month, kind);
    execute format('create trigger sys_log_no_truncate before truncate on %I for each statement execute function wms_append_only()',
      lower(month || '_' || kind));
  end loop;
  execute format('alter table sys_log attach partition %I for values from (%s) to (%s)', month, sys_log_since(first),
    sys_log_since((first at time zone 'UTC' + interval '1 month') at time zone 'UTC'));
  return true;
end $$;

select sys_log_make_month(at) from (
  select distinct date_trunc('month', at, 'UTC') as at from sys_log_before
  union select now() + n * interval '1 month' from generate_series(0, 3) n) months;

insert into sys_log (id, kind, at, action, user_id, proxy_user_id, page_role, org_id, device_id, ip, request_id, entity, entity_id, change)
select sys_log_since(at) + row_number() over (order by id) % 100000,
       case when entity like '%\_%' then 'DATA'
            when entity = 'acting' or proxy_user_id is not null then 'ACTING'
            when entity in ('sign-in', 'sign-out', 'session', 'password', 'second-factor', 'identity') then 'SIGN_IN'
            when action !~ '^[A-Z]+ /' then 'JOB'
            else 'OPERATION' end,
       at, action, user_id, proxy_user_id, page_role, org_id, device_id, ip, request_id, entity, entity_id, change
  from sys_log_before;
drop table sys_log_before;
