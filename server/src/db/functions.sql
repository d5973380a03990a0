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
CREATE TRIGGER wms_ledger_append_only BEFORE DELETE OR UPDATE ON public.wms_ledger FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_ledger_no_truncate BEFORE TRUNCATE ON public.wms_ledger FOR EACH STATEMENT EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_ledger_block_append_only BEFORE DELETE OR UPDATE ON public.wms_ledger_block FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_ledger_block_no_truncate BEFORE TRUNCATE ON public.wms_ledger_block FOR EACH STATEMENT EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_transaction_record_append_only BEFORE DELETE OR UPDATE ON public.wms_transaction_record FOR EACH ROW EXECUTE FUNCTION wms_append_only();
CREATE TRIGGER wms_transaction_record_no_truncate BEFORE TRUNCATE ON public.wms_transaction_record FOR EACH STATEMENT EXECUTE FUNCTION wms_append_only();

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

CREATE OR REPLACE FUNCTION public.wms_post(p_transaction uuid, p_actor1 uuid, p_actor2 uuid, p_proxy uuid, p_entries jsonb)
 RETURNS TABLE(n integer, product_box_id uuid, seq bigint, qty_after numeric)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  e wms_post_entry[];
  refusal jsonb;
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

  -- Refusals, each with everything the caller needs to say why.
  select jsonb_build_object('code', case when b.state = 'RETIRED' then 'BOX_RETIRED' when b.lock_reason = 'COUNT' then 'BOX_IN_COUNT' else 'BOX_LOCKED' end,
                            'boxId', b.id, 'boxCode', b.code, 'lockReason', b.lock_reason)
    into refusal
    from unnest(e) x
    join wms_product_box s on s.id = x.product_box_id
    join wms_warehouse_box b on b.id = s.box_id
   where x.qty <> 0 and b.state <> 'ACTIVE' and x.kind <> 'COUNT_ADJ'
   order by b.code limit 1;
  if refusal is not null then
    raise exception 'box not open' using errcode = 'KW001', detail = refusal::text;
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
