-- The functions and triggers of the database as the migrations leave them, to be read: nothing runs this file.
-- Made by tools/db-types.ts. A change is a new migration.

CREATE OR REPLACE FUNCTION public.sys_config_notify()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('kuwei_event', json_build_object('origin', 'database', 'event', json_build_object(
            'to', '[]'::json, 'bc', 'sys', 'fc', 'config', 'ec', 'write', 'd', '{}'::json))::text);
  return null;
end $function$;
CREATE TRIGGER sys_config_notify AFTER INSERT OR DELETE OR UPDATE ON public.sys_config FOR EACH STATEMENT EXECUTE FUNCTION sys_config_notify();

CREATE OR REPLACE FUNCTION public.sys_holders_notify()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform sys_notify_rights(array(select distinct user_id from changed));
  return null;
end $function$;
CREATE TRIGGER sys_user_role_notify_added AFTER INSERT ON public.sys_role_grant REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_holders_notify();
CREATE TRIGGER sys_user_role_notify_after AFTER UPDATE ON public.sys_role_grant REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_holders_notify();
CREATE TRIGGER sys_user_role_notify_before AFTER UPDATE ON public.sys_role_grant REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_holders_notify();
CREATE TRIGGER sys_user_role_notify_taken AFTER DELETE ON public.sys_role_grant REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_holders_notify();
CREATE TRIGGER wms_org_user_notify_added AFTER INSERT ON public.wms_org_member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_holders_notify();
CREATE TRIGGER wms_org_user_notify_after AFTER UPDATE ON public.wms_org_member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_holders_notify();
CREATE TRIGGER wms_org_user_notify_before AFTER UPDATE ON public.wms_org_member REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_holders_notify();
CREATE TRIGGER wms_org_user_notify_taken AFTER DELETE ON public.wms_org_member REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_holders_notify();

CREATE OR REPLACE FUNCTION public.sys_log_make_month(day timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.sys_log_note_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into sys_log_key
  select k.key, l.kind, l.id, l.at, l.action ~ '^[A-Z]+ /', l.kind = 'ACTING' or l.proxy_user_id is not null, l.entity
    from fresh l cross join lateral (values
      (hashtextextended(l.user_id::text, 1)),
      (hashtextextended(case when l.kind in ('ACTING', 'DATA', 'API', 'ERROR') then l.proxy_user_id::text end, 1)),
      (hashtextextended(l.entity_id, 0)),
      -- Rows of an import are called as its file.
      (hashtextextended(case when l.entity_id in ('import', 'undo') or l.entity = 'sys_import_run' then l.change ->> 'file' end, 0))
    ) k(key)
   where k.key is not null
  on conflict do nothing;
  return null;
end $function$;
CREATE TRIGGER sys_log_keys AFTER INSERT ON public.sys_log REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION sys_log_note_keys();

CREATE OR REPLACE FUNCTION public.sys_log_since(moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select floor(extract(epoch from moment) * 1000)::bigint * 100000 $function$;

CREATE OR REPLACE FUNCTION public.sys_notify_rights(people uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.sys_refuse(p_code text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if p_code is not null then
    raise exception '%', p_code using errcode = 'KW001', detail = json_build_object('code', p_code)::text;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.sys_report_next(rhythm text, day integer, hour integer, after timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select min(t) from (
    select (case rhythm
        when 'DAILY' then date_trunc('day', after::timestamp) + make_interval(days => n)
        when 'WEEKLY' then date_trunc('week', after::timestamp) + make_interval(days => 7 * n + day - 1)
        else m + make_interval(days => least(day, extract(day from m + interval '1 month - 1 day')::integer) - 1)
      end + make_interval(hours => hour))::timestamptz as t
      from (select n, date_trunc('month', after::timestamp) + make_interval(months => n) as m from generate_series(0, 1) n) x) y
   where t > after
$function$;

CREATE OR REPLACE FUNCTION public.sys_role_grant_idle()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.idle := exists (select from sys_role where code = new.role_code and not valid);
  return new;
end $function$;
CREATE TRIGGER sys_role_grant_idle BEFORE INSERT OR UPDATE OF role_code ON public.sys_role_grant FOR EACH ROW EXECUTE FUNCTION sys_role_grant_idle();

CREATE OR REPLACE FUNCTION public.sys_role_idle()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update sys_role_grant set idle = not new.valid where role_code = new.code;
  return null;
end $function$;
CREATE TRIGGER sys_role_idle AFTER UPDATE ON public.sys_role FOR EACH ROW WHEN ((new.valid IS DISTINCT FROM old.valid)) EXECUTE FUNCTION sys_role_idle();

CREATE OR REPLACE FUNCTION public.sys_role_power_notify()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform sys_notify_rights(array(
    select distinct h.user_id from changed c join sys_user_role h on h.role_code = c.role_code));
  return null;
end $function$;
CREATE TRIGGER sys_role_power_notify_added AFTER INSERT ON public.sys_role_power REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_role_power_notify();
CREATE TRIGGER sys_role_power_notify_after AFTER UPDATE ON public.sys_role_power REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_role_power_notify();
CREATE TRIGGER sys_role_power_notify_before AFTER UPDATE ON public.sys_role_power REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_role_power_notify();
CREATE TRIGGER sys_role_power_notify_taken AFTER DELETE ON public.sys_role_power REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_role_power_notify();

CREATE OR REPLACE FUNCTION public.sys_rule_covers(r sys_rule, subject uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from sys_rule_facts(r.subject_type) f where f.id = subject)
     and (r.subject_model = 'all' or subject = any(sys_rule_ids(r)))
$function$;

CREATE OR REPLACE FUNCTION public.sys_rule_facts(kind text)
 RETURNS TABLE(id uuid, facts jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select o.id, jsonb_build_object('code', o.code, 'name', o.name, 'type', o.type) from wms_org o where kind = 'WMS_ORG'
  union all
  select w.id, jsonb_build_object('code', w.code, 'name', w.name, 'campus', w.campus)
    from wms_warehouse w where kind = 'WMS_WAREHOUSE' and w.deleted_at is null
  union all
  select c.id, jsonb_build_object('code', c.code, 'name', c.name, 'type', c.type, 'warehouse', w.code)
    from wms_container c join wms_warehouse w on w.id = c.warehouse_id
   where kind = 'WMS_CONTAINER' and c.deleted_at is null and w.deleted_at is null
  union all
  select c.id, jsonb_build_object('code', c.code, 'name', c.name) from wms_category c where kind = 'CATEGORY'
  union all
  select r.id, jsonb_build_object('code', r.code, 'name', r.name, 'category', r.category) from sys_report r where kind = 'REPORT'
$function$;

CREATE OR REPLACE FUNCTION public.sys_rule_ids(r sys_rule)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  case r.subject_model
    when 'select' then
      return array(select subject_id from sys_rule_subject where rule_id = r.id order by 1);
    when 'tree' then
      if r.subject_type = 'CATEGORY' then
        return array(
          with recursive tree as (
            select subject_id as id from sys_rule_subject where rule_id = r.id
            union select c.id from wms_category c join tree on c.parent_id = tree.id)
          select id from tree order by 1);
      end if;
      return array(
        with recursive tree as (
          select subject_id as id from sys_rule_subject where rule_id = r.id
          union select c.id from wms_container c join tree on c.parent_id = tree.id where c.deleted_at is null)
        select id from tree order by 1);
    when 'expr' then
      return array(select f.id from sys_rule_facts(r.subject_type) f where sys_rule_meets(f.facts, r.conditions) order by 1);
    when 'all' then
      return '{}';
  end case;
end $function$;

CREATE OR REPLACE FUNCTION public.sys_rule_meets(facts jsonb, conditions jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(bool_and(coalesce(exists (
           select from jsonb_array_elements_text(c -> 'values') v
            where case c ->> 'op'
                    when 'is' then lower(facts ->> (c ->> 'field')) = lower(v)
                    when 'starts' then starts_with(lower(facts ->> (c ->> 'field')), lower(v))
                    when 'contains' then position(lower(v) in lower(facts ->> (c ->> 'field'))) > 0
                    else false end), false)), false)
    from jsonb_array_elements(conditions) c
$function$;

CREATE OR REPLACE FUNCTION public.sys_rule_notify()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform sys_notify_rights(array(select distinct p from changed c, sys_rule_people(c.user_id, c.role_code, c.org_id) p));
  return null;
end $function$;
CREATE TRIGGER sys_rule_notify_added AFTER INSERT ON public.sys_rule REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_rule_notify();
CREATE TRIGGER sys_rule_notify_after AFTER UPDATE ON public.sys_rule REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_rule_notify();
CREATE TRIGGER sys_rule_notify_before AFTER UPDATE ON public.sys_rule REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_rule_notify();
CREATE TRIGGER sys_rule_notify_taken AFTER DELETE ON public.sys_rule REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_rule_notify();

CREATE OR REPLACE FUNCTION public.sys_rule_people(of_user uuid, of_role text, of_org uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select of_user where of_user is not null
  union select g.user_id from sys_role_grant g where g.role_code = of_role
  union select m.user_id from wms_org_member m where m.org_id = of_org
$function$;

CREATE OR REPLACE FUNCTION public.sys_rule_reach_notify()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform sys_notify_rights(array(
    select distinct p from sys_rule r, sys_rule_people(r.user_id, r.role_code, r.org_id) p
     where r.ended_at is null and r.subject_type = any(tg_argv) and r.subject_model in ('tree', 'expr')));
  return null;
end $function$;
CREATE TRIGGER sys_rule_reach_report AFTER INSERT OR DELETE OR UPDATE OF code, name, category ON public.sys_report FOR EACH STATEMENT EXECUTE FUNCTION sys_rule_reach_notify('REPORT');
CREATE TRIGGER sys_rule_reach_category AFTER INSERT OR DELETE OR UPDATE OF code, name, parent_id ON public.wms_category FOR EACH STATEMENT EXECUTE FUNCTION sys_rule_reach_notify('CATEGORY');
CREATE TRIGGER sys_rule_reach_container AFTER INSERT OR DELETE OR UPDATE OF code, name, type, parent_id, warehouse_id, deleted_at ON public.wms_container FOR EACH STATEMENT EXECUTE FUNCTION sys_rule_reach_notify('WMS_CONTAINER');
CREATE TRIGGER sys_rule_reach_org AFTER INSERT OR DELETE OR UPDATE OF code, name, type ON public.wms_org FOR EACH STATEMENT EXECUTE FUNCTION sys_rule_reach_notify('WMS_ORG');
CREATE TRIGGER sys_rule_reach_warehouse AFTER INSERT OR DELETE OR UPDATE OF code, name, campus, deleted_at ON public.wms_warehouse FOR EACH STATEMENT EXECUTE FUNCTION sys_rule_reach_notify('WMS_WAREHOUSE', 'WMS_CONTAINER');

CREATE OR REPLACE FUNCTION public.sys_rule_subject_notify()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform sys_notify_rights(array(
    select distinct p from changed c join sys_rule r on r.id = c.rule_id, sys_rule_people(r.user_id, r.role_code, r.org_id) p));
  return null;
end $function$;
CREATE TRIGGER sys_rule_entry_notify_added AFTER INSERT ON public.sys_rule_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_rule_subject_notify();
CREATE TRIGGER sys_rule_entry_notify_taken AFTER DELETE ON public.sys_rule_entry REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_rule_subject_notify();
CREATE TRIGGER sys_rule_subject_notify_added AFTER INSERT ON public.sys_rule_subject REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_rule_subject_notify();
CREATE TRIGGER sys_rule_subject_notify_taken AFTER DELETE ON public.sys_rule_subject REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_rule_subject_notify();

CREATE OR REPLACE FUNCTION public.sys_rule_watchers(owner uuid, warehouse uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  select array(
    select distinct p
      from (select r.user_id, r.role_code, r.org_id
              from sys_rule_subject s join sys_rule_now r on r.id = s.rule_id
             where (s.subject_id = owner and r.subject_type = 'WMS_ORG') or (s.subject_id = warehouse and r.subject_type = 'WMS_WAREHOUSE')
            union
            select r.user_id, r.role_code, r.org_id
              from sys_rule_now r join lateral (select case r.subject_type when 'WMS_ORG' then owner else warehouse end as id) x on true
             where r.subject_model <> 'select' and r.subject_type in ('WMS_ORG', 'WMS_WAREHOUSE')
               and (r.subject_model = 'all' or exists (
                 select from sys_rule_facts(r.subject_type) f where f.id = x.id and sys_rule_meets(f.facts, r.conditions)))) r
      cross join lateral sys_rule_people(r.user_id, r.role_code, r.org_id) p)
$function$;

CREATE OR REPLACE FUNCTION public.sys_user_deleted_notify()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform sys_notify_rights(array(select id from changed));
  return null;
end $function$;
CREATE TRIGGER sys_user_deleted_notify AFTER DELETE ON public.sys_user REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sys_user_deleted_notify();

CREATE OR REPLACE FUNCTION public.sys_user_link_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.password_hash, old.sessions_ended_at, old.deleted_at) is distinct from (new.password_hash, new.sessions_ended_at, new.deleted_at)
     or new.state <> 'ACTIVE' then
    new.email_pending := null;
  end if;
  if (old.password_hash, old.sessions_ended_at, old.deleted_at, old.state, old.until_day, old.username, old.email, old.email_verified_at)
     is distinct from
     (new.password_hash, new.sessions_ended_at, new.deleted_at, new.state, new.until_day, new.username, new.email, new.email_verified_at) then
    update sys_user_link set standing = '' where user_id = new.id;
  elsif old.email_pending is distinct from new.email_pending then
    update sys_user_link set standing = '' where user_id = new.id and purpose = 'ADDRESS';
  end if;
  return new;
end $function$;
CREATE TRIGGER sys_user_link_end BEFORE UPDATE OF password_hash, sessions_ended_at, deleted_at, state, until_day, username, email, email_verified_at, email_pending ON public.sys_user FOR EACH ROW EXECUTE FUNCTION sys_user_link_end();

CREATE OR REPLACE FUNCTION public.sys_user_notify()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform sys_notify_rights(array(
    select n.id from after_it n join before_it o on o.id = n.id
     where (n.state, n.deleted_at, n.must_change_password, n.password_hash is null, n.until_day)
           is distinct from (o.state, o.deleted_at, o.must_change_password, o.password_hash is null, o.until_day)));
  return null;
end $function$;
CREATE TRIGGER sys_user_notify AFTER UPDATE ON public.sys_user REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION sys_user_notify();

CREATE OR REPLACE FUNCTION public.sys_user_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.search := lower(concat_ws(' ', new.username, new.name, new.staff_no, new.email, new.phone));
  return new;
end $function$;
CREATE TRIGGER sys_user_search BEFORE INSERT ON public.sys_user FOR EACH ROW WHEN ((new.search IS NULL)) EXECUTE FUNCTION sys_user_search();

CREATE OR REPLACE FUNCTION public.wms_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'KW002';
end $function$;
CREATE TRIGGER bpm_decision_append_only BEFORE DELETE OR UPDATE ON public.bpm_decision FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER bpm_decision_no_truncate BEFORE TRUNCATE ON public.bpm_decision FOR EACH STATEMENT EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER sys_config_history_append_only BEFORE DELETE OR UPDATE ON public.sys_config_history FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER sys_config_history_no_truncate BEFORE TRUNCATE ON public.sys_config_history FOR EACH STATEMENT EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER sys_log_no_truncate BEFORE TRUNCATE ON public.sys_log FOR EACH STATEMENT EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER sys_log_no_update BEFORE UPDATE ON public.sys_log FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_after_sales_message_append_only BEFORE DELETE OR UPDATE ON public.wms_after_sales_message FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_after_sales_record_append_only BEFORE DELETE OR UPDATE ON public.wms_after_sales_record FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_ews_event_append_only BEFORE DELETE OR UPDATE ON public.wms_ews_event FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_ews_event_no_truncate BEFORE TRUNCATE ON public.wms_ews_event FOR EACH STATEMENT EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_inventory_record_append_only BEFORE DELETE OR UPDATE ON public.wms_inventory_record FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_inventory_value_append_only BEFORE DELETE OR UPDATE ON public.wms_inventory_value FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_ledger_append_only BEFORE DELETE OR UPDATE ON public.wms_ledger FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_ledger_no_truncate BEFORE TRUNCATE ON public.wms_ledger FOR EACH STATEMENT EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_ledger_block_append_only BEFORE DELETE OR UPDATE ON public.wms_ledger_block FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_ledger_block_no_truncate BEFORE TRUNCATE ON public.wms_ledger_block FOR EACH STATEMENT EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_org_product_event_append_only BEFORE DELETE OR UPDATE ON public.wms_org_product_event FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_org_product_event_no_truncate BEFORE TRUNCATE ON public.wms_org_product_event FOR EACH STATEMENT EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_share_record_append_only BEFORE DELETE OR UPDATE ON public.wms_share_record FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_transaction_record_append_only BEFORE DELETE OR UPDATE ON public.wms_transaction_record FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_transaction_record_no_truncate BEFORE TRUNCATE ON public.wms_transaction_record FOR EACH STATEMENT EXECUTE FUNCTION wms_append_only();

CREATE OR REPLACE FUNCTION public.wms_average_step(average numeric, start numeric, before numeric, qty numeric, paid numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  known constant numeric := coalesce(average, start);
  worth numeric;
begin
  if paid is null then
    return known;
  end if;
  if known is null or before <= 0 then
    return case when qty > 0 then round(paid, 6) else known end;
  end if;
  worth := before * known + qty * paid;
  return case when before + qty > 0 and worth >= 0 then round(worth / (before + qty), 6) else known end;
end $function$;

CREATE OR REPLACE FUNCTION public.wms_box_count(p_box uuid, p_lock_reason text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select case when p_lock_reason = 'COUNT' then (
    select jsonb_build_object('id', i.id, 'no', i.no, 'until', i.deadline)
      from wms_inventory_box x join wms_inventory i on i.id = x.inventory_id
     where x.open and x.box_id = p_box) end
$function$;

CREATE OR REPLACE FUNCTION public.wms_box_quarantine()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.type = 'QUARANTINE') = (new.type = 'QUARANTINE') then
    return new;
  end if;
  if exists (select from wms_product_box s where s.box_id = new.id and s.qty > 0) then
    raise exception 'box has goods' using errcode = 'KW001',
      detail = jsonb_build_object('code', 'BOX_NOT_EMPTY', 'boxId', new.id, 'boxCode', new.code)::text;
  end if;
  update wms_product_box s set frozen = false, frozen_reason = null where s.box_id = new.id and s.frozen;
  return new;
end $function$;
CREATE TRIGGER wms_box_quarantine BEFORE UPDATE OF type ON public.wms_warehouse_box FOR EACH ROW EXECUTE FUNCTION wms_box_quarantine();

CREATE OR REPLACE FUNCTION public.wms_container_layout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into wms_layout (warehouse_id, version)
    select warehouse_id, gen_random_uuid() from (select distinct warehouse_id from changed order by 1) w
        on conflict (warehouse_id) do update set version = excluded.version;
  return null;
end $function$;
CREATE TRIGGER wms_container_layout_added AFTER INSERT ON public.wms_container REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION wms_container_layout();
CREATE TRIGGER wms_container_layout_after AFTER UPDATE ON public.wms_container REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION wms_container_layout();
CREATE TRIGGER wms_container_layout_before AFTER UPDATE ON public.wms_container REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION wms_container_layout();
CREATE TRIGGER wms_container_layout_removed AFTER DELETE ON public.wms_container REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION wms_container_layout();

CREATE OR REPLACE FUNCTION public.wms_ews_batch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  orgs uuid[]; warehouses uuid[];
begin
  select array_agg(x.owner_org_id), array_agg(x.warehouse_id) into orgs, warehouses
    from (select distinct s.owner_org_id, s.warehouse_id from wms_product_box s where s.batch_id = new.id and s.qty > 0) x;
  if orgs is not null then
    perform wms_ews_look(orgs, array_fill(new.product_id, array[cardinality(orgs)]), warehouses);
  end if;
  return null;
end $function$;
CREATE TRIGGER wms_ews_batch AFTER UPDATE OF status, expires_on ON public.wms_batch FOR EACH ROW WHEN (((old.status <> new.status) OR (old.expires_on IS DISTINCT FROM new.expires_on))) EXECUTE FUNCTION wms_ews_batch();

CREATE OR REPLACE FUNCTION public.wms_ews_goods(p_orgs uuid[], p_products uuid[], p_warehouses uuid[])
 RETURNS TABLE(kind text, subject text, org_id uuid, product_id uuid, warehouse_id uuid, batch_id uuid, severity text, value numeric, threshold numeric, day date)
 LANGUAGE sql
 STABLE
AS $function$
  with asked as (
    select distinct t.org_id, t.product_id, t.warehouse_id, format('%s/%s/%s', t.org_id, t.product_id, t.warehouse_id) as goods
      from unnest(p_orgs, p_products, p_warehouses) t(org_id, product_id, warehouse_id)
  ), lying as materialized (
    select a.*, s.batch_id, s.qty, s.deposit_until, s.last_move_at, b.expires_on,
           not s.frozen and b.status = 'OK' and (b.expires_on is null or b.expires_on >= current_date) as usable
      from asked a
      join wms_product_box s on s.product_id = a.product_id and s.owner_org_id = a.org_id and s.warehouse_id = a.warehouse_id
      join wms_batch b on b.id = s.batch_id
     where s.qty > 0
  ), sums as (
    select a.*, l.min_qty, l.max_qty, coalesce(l.expiry_days, (select k.threshold from wms_ews_kind k where k.kind = 'EXPIRY')) as days,
           coalesce(x.qty, 0) as qty, coalesce(x.usable, 0) as usable, x.deposit_until, x.late, x.moved
      from asked a cross join lateral wms_limit_of(a.org_id, a.product_id, a.warehouse_id) l
      left join lateral (
        select sum(y.qty) as qty, sum(y.qty) filter (where y.usable) as usable, min(y.deposit_until) as deposit_until,
               sum(y.qty) filter (where y.deposit_until < current_date) as late, max(y.last_move_at) as moved
          from lying y where y.goods = a.goods) x on true
  ), batches as (
    select s.goods, s.org_id, s.product_id, s.warehouse_id, s.days, l.batch_id, l.expires_on, sum(l.qty) as qty
      from sums s join lying l on l.goods = s.goods
     where l.expires_on is not null and l.expires_on <= current_date + s.days::integer
     group by 1, 2, 3, 4, 5, 6, 7
  )
  select case when s.usable = 0 then 'OUT' else 'LOW_STOCK' end, s.goods, s.org_id, s.product_id, s.warehouse_id, null::uuid,
         case when s.usable = 0 then 'URGENT' else 'SERIOUS' end, s.usable, s.min_qty, null::date
    from sums s join wms_product p on p.id = s.product_id where s.usable < s.min_qty and p.deleted_at is null and p.state <> 'DISABLED'
  union all
  select 'OVER_STOCK', s.goods, s.org_id, s.product_id, s.warehouse_id, null, 'NOTICE', s.qty, s.max_qty, null
    from sums s where s.qty > s.max_qty
  union all
  select case when b.expires_on < current_date then 'EXPIRED' else 'EXPIRY' end, b.goods || '/' || b.batch_id,
         b.org_id, b.product_id, b.warehouse_id, b.batch_id,
         case when b.expires_on <= current_date + 7 then 'URGENT' when b.expires_on <= current_date + 30 then 'SERIOUS' else 'NOTICE' end,
         b.qty,
         case when b.expires_on < current_date then null when b.expires_on <= current_date + 7 then least(7, b.days)
              when b.expires_on <= current_date + 30 then least(30, b.days) else b.days end,
         b.expires_on
    from batches b
  union all
  select 'DEPOSIT_OVERDUE', s.goods, s.org_id, s.product_id, s.warehouse_id, null, 'NOTICE', s.late, null, s.deposit_until
    from sums s where s.deposit_until < current_date
  union all
  select 'NO_MOVE', s.goods, s.org_id, s.product_id, s.warehouse_id, null, 'NOTICE', s.qty, k.threshold, s.moved::date
    from sums s join wms_ews_kind k on k.kind = 'NO_MOVE'
   where s.moved < now() - make_interval(days => k.threshold::integer)
  union all
  select case when p.sds_file_id is null then 'SDS_MISSING' else 'SDS_OLD' end, s.goods, s.org_id, s.product_id, s.warehouse_id, null,
         'SERIOUS', s.qty, case when p.sds_file_id is not null then k.threshold end, p.sds_rev_date
    from sums s join wms_product p on p.id = s.product_id join wms_ews_kind k on k.kind = 'SDS_OLD'
   where s.qty > 0 and p.kind = 'CHEMICAL' and p.hazard <> 'HARMLESS'
     and (p.sds_file_id is null or p.sds_rev_date is null
          or p.sds_rev_date < current_date - make_interval(years => k.threshold::integer))
$function$;

CREATE OR REPLACE FUNCTION public.wms_ews_look(p_orgs uuid[], p_products uuid[], p_warehouses uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(x.key) from (
    select distinct hashtextextended(format('ews/%s/%s/%s', t.org_id, t.product_id, t.warehouse_id), 0) as key
      from unnest(p_orgs, p_products, p_warehouses) t(org_id, product_id, warehouse_id) order by 1) x;
  perform wms_ews_settle(
    array(select row(g.kind, g.subject, g.org_id, g.warehouse_id, g.product_id, g.batch_id, null, null, g.severity, g.value, g.threshold,
                     g.day)::wms_ews_found
            from wms_ews_goods(p_orgs, p_products, p_warehouses) g),
    array(select w.id from wms_ews w join wms_ews_kind k on k.kind = w.kind and k.goods
            join unnest(p_orgs, p_products, p_warehouses) t(org_id, product_id, warehouse_id)
              on (w.org_id, w.product_id, w.warehouse_id) = (t.org_id, t.product_id, t.warehouse_id)
           where w.state <> 'RESOLVED'));
end $function$;

CREATE OR REPLACE FUNCTION public.wms_ews_product()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  orgs uuid[]; warehouses uuid[];
begin
  select array_agg(x.owner_org_id), array_agg(x.warehouse_id) into orgs, warehouses
    from (select s.owner_org_id, s.warehouse_id from wms_product_box s where s.product_id = new.id and s.qty > 0
          union select l.org_id, l.warehouse_id from wms_stock_limit l where l.product_id = new.id
          union select w.org_id, w.warehouse_id from wms_ews w where w.product_id = new.id and w.org_id is not null and w.state <> 'RESOLVED') x;
  if orgs is not null then
    perform wms_ews_look(orgs, array_fill(new.id, array[cardinality(orgs)]), warehouses);
  end if;
  return null;
end $function$;
CREATE TRIGGER wms_ews_product AFTER UPDATE ON public.wms_product FOR EACH ROW WHEN ((((((((old.sds_file_id IS DISTINCT FROM new.sds_file_id) OR (old.sds_rev_date IS DISTINCT FROM new.sds_rev_date)) OR (old.hazard IS DISTINCT FROM new.hazard)) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.category_id IS DISTINCT FROM new.category_id)) OR (old.state IS DISTINCT FROM new.state)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION wms_ews_product();

CREATE OR REPLACE FUNCTION public.wms_ews_settle(p_found wms_ews_found[], p_open uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with found as materialized (
    select f.*, case f.severity when 'URGENT' then 200 when 'SERIOUS' then 100 else 0 end + k.weight as weight
      from unnest(p_found) f join wms_ews_kind k on k.kind = f.kind
  ), ended as (
    update wms_ews w
       set state = 'RESOLVED', until_day = null, resolved_at = clock_timestamp(), to_tell = true, rev = w.rev + 1, updated_at = now()
     where w.id = any(p_open) and w.state <> 'RESOLVED'
       and not exists (select from found f where (f.kind, f.subject) = (w.kind, w.subject))
    returning w.id
  ), changed as (
    update wms_ews w
       set value = f.value, threshold = f.threshold, day = f.day, severity = f.severity, weight = f.weight, updated_at = now(),
           state = case when f.weight > w.weight then 'OPEN' else w.state end,
           until_day = case when f.weight > w.weight then null else w.until_day end,
           to_tell = w.to_tell or f.weight > w.weight, rev = w.rev + 1
      from found f join wms_ews o on o.kind = f.kind and o.subject = f.subject and o.state <> 'RESOLVED'
     where w.id = o.id and (w.value, w.threshold, w.day, w.severity) is distinct from (f.value, f.threshold, f.day, f.severity)
    returning w.id, f.weight > o.weight as grew
  ), made as (
    insert into wms_ews (kind, subject, org_id, warehouse_id, product_id, batch_id, box_id, transaction_id, severity, weight, value, threshold, day)
    select f.kind, f.subject, f.org_id, f.warehouse_id, f.product_id, f.batch_id, f.box_id, f.transaction_id, f.severity, f.weight,
           f.value, f.threshold, f.day
      from found f
     where not exists (select from wms_ews w where w.kind = f.kind and w.subject = f.subject and w.state <> 'RESOLVED')
    on conflict (kind, subject) where state <> 'RESOLVED' do nothing
    returning id
  )
  insert into wms_ews_event (ews_id, what)
    select id, 'RESOLVED' from ended union all select id, 'GREW' from changed where grew union all select id, 'OPENED' from made
$function$;

CREATE OR REPLACE FUNCTION public.wms_ews_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  orgs uuid[]; products uuid[]; warehouses uuid[];
begin
  select array_agg(x.owner_org_id), array_agg(x.product_id), array_agg(x.warehouse_id) into orgs, products, warehouses
    from (select distinct s.owner_org_id, s.product_id, s.warehouse_id
            from after_it s join wms_batch b on b.id = s.batch_id join wms_product p on p.id = s.product_id
           where b.expires_on <= current_date + 400
              or (p.kind = 'CHEMICAL' and p.hazard <> 'HARMLESS' and (p.sds_file_id is null or p.sds_rev_date is null))
              or exists (select from wms_stock_limit l
                          where l.org_id = s.owner_org_id and l.warehouse_id = s.warehouse_id
                            and (l.product_id = s.product_id or l.category_id is not null))
              or exists (select from wms_ews w
                          where w.org_id = s.owner_org_id and w.product_id = s.product_id and w.warehouse_id = s.warehouse_id
                            and w.state <> 'RESOLVED')) x;
  if orgs is not null then
    perform wms_ews_look(orgs, products, warehouses);
  end if;
  return null;
end $function$;
CREATE TRIGGER wms_ews_stock AFTER UPDATE ON public.wms_product_box REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION wms_ews_stock();

CREATE OR REPLACE FUNCTION public.wms_flow_lift()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into wms_flow_lifted (product_id, control_class, lifted_at)
    select old.id, flag, clock_timestamp()
      from unnest(old.control_flags) flag
     where flag in ('TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR') and flag <> all (new.control_flags)
  on conflict (product_id, control_class) do update set lifted_at = excluded.lifted_at;
  return null;
end $function$;
CREATE TRIGGER wms_flow_lift AFTER UPDATE OF control_flags ON public.wms_product FOR EACH ROW WHEN ((old.control_flags IS DISTINCT FROM new.control_flags)) EXECUTE FUNCTION wms_flow_lift();

CREATE OR REPLACE FUNCTION public.wms_in_unit(p wms_product, p_unit text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  with mass (unit, grams) as (values ('KG', 1000::numeric), ('G', 1), ('MG', 0.001)),
  volume (unit, litres) as (values ('L', 1::numeric), ('ML', 0.001))
  select coalesce(
    case when p.base_unit = p_unit then 1::numeric end,
    (select 1 / (u ->> 'factor')::numeric from jsonb_array_elements(p.units) u where u ->> 'unit' = p_unit limit 1),
    (select a.grams / b.grams from mass a, mass b where a.unit = p.base_unit and b.unit = p_unit),
    (select a.litres / b.litres from volume a, volume b where a.unit = p.base_unit and b.unit = p_unit),
    (select nullif(p.unit_mass_kg, 0) * 1000 / b.grams from mass b where b.unit = p_unit))
$function$;

CREATE OR REPLACE FUNCTION public.wms_keep_two_keepers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if 'TOXIC' = any (new.control_flags) or new.hazard = 'UNKNOWN' then
    insert into wms_two_keepers (product_id) values (new.id) on conflict do nothing;
  else
    delete from wms_two_keepers where product_id = new.id;
  end if;
  return null;
end $function$;
CREATE TRIGGER wms_two_keepers_changed AFTER UPDATE ON public.wms_product FOR EACH ROW WHEN (((old.control_flags IS DISTINCT FROM new.control_flags) OR (old.hazard IS DISTINCT FROM new.hazard))) EXECUTE FUNCTION wms_keep_two_keepers();
CREATE TRIGGER wms_two_keepers_new AFTER INSERT ON public.wms_product FOR EACH ROW EXECUTE FUNCTION wms_keep_two_keepers();

CREATE OR REPLACE FUNCTION public.wms_ledger_digest(l wms_ledger)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(convert_to(concat_ws('|',
    l.seq, (extract(epoch from l.at) * 1000000)::bigint, l.kind, l.transaction_id, coalesce(l.line_id::text, ''), l.product_box_id,
    l.product_id, l.batch_id, l.owner_org_id, l.box_id, l.warehouse_id, l.qty_delta, l.qty_after, coalesce(l.unit_price::text, ''),
    l.actor1_id, coalesce(l.actor2_id::text, ''), coalesce(l.proxy_user_id::text, ''), coalesce(l.reverses_seq::text, ''),
    quote_nullable(l.reason)), 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.wms_limit_of(p_org uuid, p_product uuid, p_warehouse uuid, OUT min_qty numeric, OUT max_qty numeric, OUT expiry_days integer)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  with recursive up as (
    select c.id, c.parent_id, 1 as depth from wms_product p join wms_category c on c.id = p.category_id where p.id = p_product
    union all
    select c.id, c.parent_id, up.depth + 1 from up join wms_category c on c.id = up.parent_id where up.depth < 50
  ), said as (
    select l.min_qty, l.max_qty, l.expiry_days, 0 as depth from wms_stock_limit l
     where l.org_id = p_org and l.warehouse_id = p_warehouse and l.product_id = p_product
    union all
    select l.min_qty, l.max_qty, l.expiry_days, up.depth from wms_stock_limit l join up on up.id = l.category_id
     where l.org_id = p_org and l.warehouse_id = p_warehouse
  ), nearest as (
    select (select array[s.min_qty, s.depth] from said s where s.min_qty is not null order by s.depth limit 1) as low,
           (select array[s.max_qty, s.depth] from said s where s.max_qty is not null order by s.depth limit 1) as high,
           (select s.expiry_days from said s where s.expiry_days is not null order by s.depth limit 1) as days
  )
  select case when low[1] > high[1] and low[2] > high[2] then null else low[1] end,
         case when low[1] > high[1] and low[2] <= high[2] then null else high[1] end, days
    from nearest
$function$;

CREATE OR REPLACE FUNCTION public.wms_never_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of % are never deleted', tg_table_name using errcode = 'KW002';
end $function$;
CREATE TRIGGER wms_product_box_delete BEFORE DELETE ON public.wms_product_box FOR EACH ROW EXECUTE FUNCTION wms_never_delete();
CREATE TRIGGER wms_product_box_truncate BEFORE TRUNCATE ON public.wms_product_box FOR EACH STATEMENT EXECUTE FUNCTION wms_never_delete();

CREATE OR REPLACE FUNCTION public.wms_only_posting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(current_setting('kuwei.posting', true), '') <> 'on' then
    raise exception '% is written by wms_post() only', tg_table_name using errcode = 'KW002';
  end if;
  return new;
end $function$;
CREATE TRIGGER wms_ledger_insert BEFORE INSERT ON public.wms_ledger FOR EACH ROW EXECUTE FUNCTION wms_only_posting();
CREATE TRIGGER wms_product_box_insert BEFORE INSERT ON public.wms_product_box FOR EACH ROW EXECUTE FUNCTION wms_only_posting();
CREATE TRIGGER wms_product_box_update BEFORE UPDATE ON public.wms_product_box FOR EACH ROW WHEN (((old.product_id IS DISTINCT FROM new.product_id) OR (old.batch_id IS DISTINCT FROM new.batch_id) OR (old.owner_org_id IS DISTINCT FROM new.owner_org_id) OR (old.box_id IS DISTINCT FROM new.box_id) OR (old.qty IS DISTINCT FROM new.qty) OR (old.reserved IS DISTINCT FROM new.reserved) OR (old.ledger_seq IS DISTINCT FROM new.ledger_seq))) EXECUTE FUNCTION wms_only_posting();

CREATE OR REPLACE FUNCTION public.wms_org_notify()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform sys_notify_rights(array(
    select distinct m.user_id from after_it n join before_it o on o.id = n.id join wms_org_user m on m.org_id = n.id
     where (n.valid, n.type) is distinct from (o.valid, o.type)));
  return null;
end $function$;
CREATE TRIGGER wms_org_notify AFTER UPDATE ON public.wms_org REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION wms_org_notify();

CREATE OR REPLACE FUNCTION public.wms_permit_admits(p_kind text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from sys_dic d join sys_dic_field f on f.dic_id = d.id cross join jsonb_array_elements(f.props) p
                  where d.code = 'WMS_PERMIT_KIND' and f.code = p_kind and p ->> 'code' = 'deposit' and p ->> 'value' = '1')
$function$;

CREATE OR REPLACE FUNCTION public.wms_permit_allot(p_transaction uuid, p_lines uuid[], p_classes text[])
 RETURNS TABLE(line_no integer, product_id uuid, control_class text, cause text, permit_id uuid, amount_left numeric, needed numeric)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  doc wms_transaction;
  need record;
  best record;
begin
  select * into strict doc from wms_transaction where id = p_transaction;
  -- What it was allotted when it was submitted before, others may have taken since.
  if doc.state in ('DRAFT', 'RETURNED') then
    delete from wms_permit_use u using wms_transaction_line l where l.id = u.line_id and l.transaction_id = p_transaction;
  end if;
  if not exists (select from wms_transaction_line l join wms_product p on p.id = l.product_id
                  where l.transaction_id = p_transaction and (p_lines is null or l.id = any(p_lines)) and p.control_flags && p_classes) then
    return;
  end if;
  perform from wms_permit m
    where m.org_id = doc.owner_org_id and m.warehouse_id = doc.warehouse_id and m.control_class = any(p_classes)
    order by m.id for no key update;

  for need in
    select l.id, l.line_no, l.product_id, l.qty_done, c.class, coalesce(l.qty_appr, l.qty_req) as qty, u.permit_id as kept
      from wms_transaction_line l
      join wms_product p on p.id = l.product_id
     cross join unnest(p.control_flags) c(class)
      left join wms_permit_use u on u.line_id = l.id and u.control_class = c.class
     where l.transaction_id = p_transaction and (p_lines is null or l.id = any(p_lines)) and c.class = any(p_classes)
     order by l.line_no, c.class
  loop
    continue when exists (select from wms_permit m where m.id = need.kept and wms_permit_holds(m, need.product_id));
    if need.kept is not null and need.qty_done > 0 then
      return query select need.line_no, need.product_id, need.class, 'ENDED', need.kept, null::numeric, null::numeric;
      continue;
    end if;
    delete from wms_permit_use u where u.line_id = need.id and u.control_class = need.class;

    select m.id, x.holds, m.amount is null or x.factor is not null as known, x.factor, x.amount_left, need.qty * x.factor as needed,
           x.holds and (m.amount is null or round(need.qty * x.factor, 9) <= round(x.amount_left, 9)) as fits
      into best
      from wms_permit m
     cross join lateral (
       select wms_permit_holds(m, need.product_id) and (doc.permit_ids = '{}' or m.id = any(doc.permit_ids)) as holds,
              case when m.amount is not null then (select wms_in_unit(p, m.unit) from wms_product p where p.id = need.product_id) end as factor,
              m.amount
                - coalesce((select sum(k.amount) from wms_permit_taken k where k.permit_id = m.id and k.transaction_id <> p_transaction), 0)
                - coalesce((select sum(coalesce(o.qty_appr, o.qty_req) * u.factor)
                              from wms_permit_use u join wms_transaction_line o on o.id = u.line_id
                             where u.permit_id = m.id and o.transaction_id = p_transaction), 0) as amount_left) x
     where m.org_id = doc.owner_org_id and m.warehouse_id = doc.warehouse_id and m.control_class = need.class
       and (m.product_ids = '{}' or need.product_id = any(m.product_ids))
     -- One that fits; else whatever says most about why none does.
     order by (x.holds and (m.amount is null or round(need.qty * x.factor, 9) <= round(x.amount_left, 9))) is true desc,
              x.holds desc, (m.amount is null or x.factor is not null) desc,
              case when x.holds and round(need.qty * x.factor, 9) > round(x.amount_left, 9) then x.amount_left / x.factor end desc nulls last,
              m.amount is null, m.valid_until, m.code
     limit 1;
    if best.fits then
      insert into wms_permit_use (line_id, control_class, permit_id, factor) values (need.id, need.class, best.id, best.factor);
    else
      return query select need.line_no, need.product_id, need.class,
        case when best.id is null then 'NONE' when not best.holds then 'ENDED' when not best.known then 'UNKNOWN' else 'USED' end,
        best.id, greatest(best.amount_left, 0), best.needed;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.wms_permit_holds(m wms_permit, p_product uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select m.state = 'VALID' and current_date between m.valid_from and m.valid_until
     and (m.product_ids = '{}' or p_product = any(m.product_ids)) and wms_permit_admits(m.kind)
$function$;

CREATE OR REPLACE FUNCTION public.wms_post(p_transaction uuid, p_actor1 uuid, p_actor2 uuid, p_proxy uuid, p_entries jsonb)
 RETURNS TABLE(n integer, product_box_id uuid, seq bigint, qty_after numeric)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  e wms_post_entry[];
  moment timestamptz;
begin
  select array_agg(row(
      x."n", x."productBoxId", x."productId", x."batchId", x."ownerOrgId", x."boxId",
      coalesce(x."qty", 0), coalesce(x."reserved", 0), x."kind", x."lineId", x."unitPrice", x."reason",
      x."reversesSeq", x."depositUntil", null)::wms_post_entry)
    into e
    from jsonb_to_recordset(p_entries) as x(
      "n" integer, "productBoxId" uuid, "productId" uuid, "batchId" uuid, "ownerOrgId" uuid, "boxId" uuid,
      "qty" numeric, "reserved" numeric, "kind" text, "lineId" uuid, "unitPrice" numeric, "reason" text,
      "reversesSeq" bigint, "depositUntil" date);
  if e is null then
    return;
  end if;
  -- What was there before the first document is said by a document for that, and by no other.
  if (select bool_or(x.kind = 'OPENING') from unnest(e) x)
     and not exists (select from wms_transaction d where d.id = p_transaction and d.type = 'OPENING' and d.reverses_id is null) then
    raise exception 'opening stock is posted by its own documents only' using errcode = 'KW002';
  end if;
  -- What a count corrects enters boxes that are locked for it: nothing else does.
  if (select bool_or(x.kind = 'COUNT_ADJ') from unnest(e) x)
     and not exists (select from wms_transaction d where d.id = p_transaction and d.type = 'COUNT') then
    raise exception 'differences of a count are posted by its own document only' using errcode = 'KW002';
  end if;
  -- Taken back below: what follows in the same transaction writes beside this function no more than anybody else.
  perform set_config('kuwei.posting', 'on', true);

  -- Keys that are not there yet.
  if exists (select from unnest(e) x where x.product_box_id is null) then
    insert into wms_product_box (id, product_id, batch_id, owner_org_id, box_id, warehouse_id)
      select gen_random_uuid(), k.product_id, k.batch_id, k.owner_org_id, k.box_id,
             (select b.warehouse_id from wms_warehouse_box b where b.id = k.box_id)
        from (select distinct x.product_id, x.batch_id, x.owner_org_id, x.box_id
                from unnest(e) x where x.product_box_id is null
               order by 1, 2, 3, 4) k
      on conflict do nothing;
    select array_agg(row(x.n, coalesce(x.product_box_id, b.id), x.product_id, x.batch_id, x.owner_org_id, x.box_id,
        x.qty, x.reserved, x.kind, x.line_id, x.unit_price, x.reason, x.reverses_seq, x.deposit_until, null)::wms_post_entry)
      into e
      from unnest(e) x
      left join wms_product_box b
        on x.product_box_id is null
       and (b.product_id, b.batch_id, b.owner_org_id, b.box_id) = (x.product_id, x.batch_id, x.owner_org_id, x.box_id);
  end if;

  perform from wms_product_box b
    where b.id in (select x.product_box_id from unnest(e) x)
    order by b.id for no key update;

  -- Looked at once; what is wrong, and every fact to say it with, only where something is.
  if (select bool_or(x.qty <> 0 and b.state <> 'ACTIVE' and x.kind <> 'COUNT_ADJ'
             or x.qty > 0 and x.kind in ('IN', 'OPENING') and b.type = 'QUARANTINE'
             or ((x.qty < 0 and x.kind in ('OUT', 'MOVE_OUT')) or x.reserved > 0) and (s.frozen or t.status <> 'OK')
             or s.qty + x.all_qty < 0 or s.reserved + x.all_reserved < 0 or s.reserved + x.all_reserved > s.qty + x.all_qty)
        from (select y.*, sum(y.qty) over one as all_qty, sum(y.reserved) over one as all_reserved
                from unnest(e) y window one as (partition by y.product_box_id)) x
        join wms_product_box s on s.id = x.product_box_id
        join wms_warehouse_box b on b.id = s.box_id
        join wms_batch t on t.id = s.batch_id) then
    perform wms_refuse_posting(p_transaction, e);
  end if;

  -- One moment for stock and ledger, taken under the locks.
  moment := clock_timestamp();
  -- Numbered under the locks, so that the entries of one stock row follow one another.
  select array_agg(row(x.n, x.product_box_id, x.product_id, x.batch_id, x.owner_org_id, x.box_id,
      x.qty, x.reserved, x.kind, x.line_id, x.unit_price, x.reason, x.reverses_seq, x.deposit_until,
      case when x.qty <> 0 then nextval('wms_ledger_seq_seq') end)::wms_post_entry order by x.n)
    into e
    from (select * from unnest(e) order by n) x;

  return query
    with sums as (
      select x.product_box_id, sum(x.qty) as qty, sum(x.reserved) as reserved,
             max(x.deposit_until) as deposit_until, max(x.seq) as seq
        from unnest(e) x group by 1
    ), stock as (
      update wms_product_box s
         set qty = s.qty + d.qty,
             reserved = s.reserved + d.reserved,
             deposit_until = coalesce(d.deposit_until, s.deposit_until),
             frozen = s.frozen or d.qty > 0 and exists (
               select from wms_warehouse_box q where q.id = s.box_id and q.type = 'QUARANTINE'),
             first_in_at = case when s.qty = 0 and d.qty > 0 then moment else s.first_in_at end,
             last_move_at = case when d.seq is not null then moment else s.last_move_at end,
             ledger_seq = coalesce(d.seq, s.ledger_seq)
        from sums d
       where s.id = d.product_box_id
      returning s.id, s.product_id, s.batch_id, s.owner_org_id, s.box_id, s.warehouse_id, s.qty - d.qty as qty_before
    ), entries as (
      insert into wms_ledger (seq, at, kind, transaction_id, line_id, product_box_id, product_id, batch_id, owner_org_id,
          box_id, warehouse_id, qty_delta, qty_after, unit_price, actor1_id, actor2_id, proxy_user_id, reason, reverses_seq)
        overriding system value
        select x.seq, moment, x.kind, p_transaction, x.line_id, s.id, s.product_id, s.batch_id, s.owner_org_id,
               s.box_id, s.warehouse_id, x.qty, s.qty_before + sum(x.qty) over (partition by s.id order by x.n),
               x.unit_price, p_actor1, p_actor2, p_proxy, x.reason, x.reverses_seq
          from unnest(e) x join stock s on s.id = x.product_box_id
         where x.seq is not null
      returning wms_ledger.seq, wms_ledger.qty_after
    )
    select x.n, x.product_box_id, x.seq, l.qty_after
      from unnest(e) x left join entries l on l.seq = x.seq
     order by x.n;
  perform set_config('kuwei.posting', '', true);
end $function$;

CREATE OR REPLACE FUNCTION public.wms_refuse_posting(p_transaction uuid, e wms_post_entry[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  refusal jsonb;
begin
  select jsonb_build_object('code', case when b.state = 'RETIRED' then 'BOX_RETIRED' when b.lock_reason = 'COUNT' then 'BOX_IN_COUNT' else 'BOX_LOCKED' end,
                            'boxId', b.id, 'boxCode', b.code, 'lockReason', b.lock_reason, 'count', wms_box_count(b.id, b.lock_reason))
    into refusal
    from unnest(e) x
    join wms_product_box s on s.id = x.product_box_id
    join wms_warehouse_box b on b.id = s.box_id
   where x.qty <> 0 and b.state <> 'ACTIVE' and x.kind <> 'COUNT_ADJ'
   order by b.code limit 1;
  if refusal is not null then
    raise exception 'box not open' using errcode = 'KW001', detail = refusal::text;
  end if;

  -- Goods come in for a case alone into boxes where goods in dispute lie; a storekeeper may move some there.
  select jsonb_build_object('code', 'BOX_QUARANTINE', 'boxId', b.id, 'boxCode', b.code)
    into refusal
    from unnest(e) x
    join wms_product_box s on s.id = x.product_box_id
    join wms_warehouse_box b on b.id = s.box_id
   where x.qty > 0 and x.kind in ('IN', 'OPENING') and b.type = 'QUARANTINE'
     and not exists (select from wms_transaction d where d.id = p_transaction and d.after_sales_id is not null)
   order by b.code limit 1;
  if refusal is not null then
    raise exception 'box is for goods in dispute' using errcode = 'KW001', detail = refusal::text;
  end if;

  select jsonb_build_object('code', 'STOCK_FROZEN', 'productBoxId', s.id, 'batchStatus', t.status, 'frozen', s.frozen,
                            'productCode', p.code, 'name', p.name, 'nameEn', p.name_en, 'batchNo', t.batch_no)
    into refusal
    from unnest(e) x
    join wms_product_box s on s.id = x.product_box_id
    join wms_batch t on t.id = s.batch_id
    join wms_product p on p.id = s.product_id
   where ((x.qty < 0 and x.kind in ('OUT', 'MOVE_OUT')) or x.reserved > 0)
     and (s.frozen or t.status <> 'OK' and not exists (
       select from wms_transaction d where d.id = p_transaction and d.type = 'MOVE' and d.target_warehouse_id is null))
     -- What is in dispute is held for its case and leaves by its documents, or is moved out of the box for such goods.
     and not exists (select from wms_after_sales c where c.id = p_transaction)
     and not exists (select from wms_transaction d where d.id = p_transaction and (d.after_sales_id is not null
       or d.type = 'MOVE' and exists (select from wms_warehouse_box q where q.id = s.box_id and q.type = 'QUARANTINE')))
   order by s.id limit 1;
  if refusal is not null then
    raise exception 'stock is frozen' using errcode = 'KW001', detail = refusal::text;
  end if;

  -- Every row that is short, so that nobody is told of one after the other.
  select jsonb_build_object('code', 'INSUFFICIENT', 'short', jsonb_agg(jsonb_build_object(
             'productBoxId', s.id, 'boxCode', b.code, 'productCode', p.code, 'name', p.name, 'nameEn', p.name_en, 'unit', p.base_unit,
             'available', trim_scale(s.qty - s.reserved)::text, 'wanted', trim_scale(greatest(-d.qty, d.reserved))::text) order by p.code, b.code))
    into refusal
    from (select x.product_box_id, sum(x.qty) as qty, sum(x.reserved) as reserved from unnest(e) x group by 1) d
    join wms_product_box s on s.id = d.product_box_id
    join wms_product p on p.id = s.product_id
    join wms_warehouse_box b on b.id = s.box_id
   where s.qty + d.qty < 0 or s.reserved + d.reserved < 0 or s.reserved + d.reserved > s.qty + d.qty
  having count(*) > 0;
  if refusal is not null then
    raise exception 'not enough in stock' using errcode = 'KW001', detail = refusal::text;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.wms_shelf_against(l wms_org_product, p_sds_years integer)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when p.state <> 'ACTIVE' or p.deleted_at is not null then 'AUTO_PRODUCT'
    when l.visible_to <> 'OWN' and p.control_flags <> '{}' then 'AUTO_CONTROL'
    when l.until_day < current_date then 'AUTO_DAY'
    when p.sds_rev_date < current_date - make_interval(years => p_sds_years) then 'AUTO_SDS'
    when not exists (select from wms_product_box s
                      where s.owner_org_id = l.org_id and s.product_id = l.product_id and s.qty > 0) then 'AUTO_STOCK'
    when exists (select from wms_product_box s join wms_batch b on b.id = s.batch_id
                  where s.owner_org_id = l.org_id and s.product_id = l.product_id and s.qty > 0
                    and b.status in ('HOLD', 'RECALLED')) then 'AUTO_BATCH'
  end
  from wms_product p where p.id = l.product_id
$function$;

CREATE OR REPLACE FUNCTION public.wms_shelf_batch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform wms_shelf_clear(array(
    select l.id from wms_org_product l
     where l.product_id = new.product_id and l.state = 'ON'
       and exists (select from wms_product_box s where s.batch_id = new.id and s.owner_org_id = l.org_id and s.qty > 0)));
  return null;
end $function$;
CREATE TRIGGER wms_shelf_batch AFTER UPDATE OF status ON public.wms_batch FOR EACH ROW WHEN ((new.status = ANY (ARRAY['HOLD'::text, 'RECALLED'::text]))) EXECUTE FUNCTION wms_shelf_batch();

CREATE OR REPLACE FUNCTION public.wms_shelf_clear(p_ids uuid[], p_sds_years integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from wms_org_product where id = any(p_ids) and state = 'ON' order by id for no key update;
  if not found then
    return;
  end if;
  with off as (
    select l.id, wms_shelf_against(l, p_sds_years) as cause from wms_org_product l where l.id = any(p_ids) and l.state = 'ON'
  ), told as (
    insert into wms_org_product_event (org_product_id, what, cause)
      select id, 'DOWN', cause from off where cause is not null
    returning id, org_product_id, cause
  )
  update wms_org_product l
     set state = 'OFF', cause = t.cause, reason = null, to_tell = t.id, rev = l.rev + 1, updated_at = now(), updated_by = null
    from told t where l.id = t.org_product_id;
end $function$;

CREATE OR REPLACE FUNCTION public.wms_shelf_product()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform wms_shelf_clear(array(select l.id from wms_org_product l where l.product_id = new.id and l.state = 'ON'));
  return null;
end $function$;
CREATE TRIGGER wms_shelf_product AFTER UPDATE OF state, control_flags, deleted_at ON public.wms_product FOR EACH ROW WHEN (((new.state <> 'ACTIVE'::text) OR (new.deleted_at IS NOT NULL) OR (new.control_flags <> '{}'::text[]))) EXECUTE FUNCTION wms_shelf_product();

CREATE OR REPLACE FUNCTION public.wms_shelf_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from after_it where qty = 0) then
    perform wms_shelf_clear(array(
      select l.id from wms_org_product l join (select distinct owner_org_id, product_id from after_it where qty = 0) x
          on (l.org_id, l.product_id) = (x.owner_org_id, x.product_id) where l.state = 'ON'));
  end if;
  return null;
end $function$;
CREATE TRIGGER wms_shelf_stock AFTER UPDATE ON public.wms_product_box REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION wms_shelf_stock();

CREATE OR REPLACE FUNCTION public.wms_warehouse_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.search := lower(concat_ws(' ', new.code, new.name, new.name_en, new.campus));
  return new;
end $function$;
CREATE TRIGGER wms_warehouse_search BEFORE INSERT ON public.wms_warehouse FOR EACH ROW WHEN ((new.search = ''::text)) EXECUTE FUNCTION wms_warehouse_search();
