-- Lists of warnings go by severity, and by kind among those of one severity: an urgent one stood below a notice of a graver kind.
create or replace function wms_ews_settle(p_found wms_ews_found[], p_open uuid[]) returns void
language sql as $$
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
$$;

update wms_ews w
   set weight = case w.severity when 'URGENT' then 200 when 'SERIOUS' then 100 else 0 end + k.weight
  from wms_ews_kind k where k.kind = w.kind;

comment on column wms_ews.weight is 'Of severity, then of kind: the order of the list';
comment on column wms_ews_kind.weight is 'Graver ones first among those of one severity: safety, expired, out, low, over, the others';
