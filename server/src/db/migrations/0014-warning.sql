-- Stock warnings: what is wrong with goods, boxes and documents, from when to when, and who took it in hand. Those about goods are
-- looked for in the commit of what changes them, those that come with time by the clock, by the same rule.

create table wms_ews_kind (
  kind text primary key,
  weight integer not null,
  goods boolean not null,
  threshold numeric(18, 6),
  looked_at timestamptz
);
comment on table wms_ews_kind is 'One row for each kind of warning';
comment on column wms_ews_kind.weight is
  'Graver ones first among those of one severity: safety, expired, out, low, over, the others';
comment on column wms_ews_kind.goods is 'Whether wms_ews_goods finds it';
comment on column wms_ews_kind.threshold is 'As the settings of the site have it: the clock writes it';
comment on column wms_ews_kind.looked_at is 'When the clock began to look at all of it last';

insert into wms_ews_kind (kind, weight, goods, threshold) values
  ('INCOMPATIBLE', 90, false, null),
  ('S_INDEX', 88, false, null),
  ('LEDGER_DRIFT', 85, false, null),
  ('SDS_MISSING', 80, true, null),
  ('SDS_OLD', 75, true, 5),
  ('FLOW_REPORT', 75, false, null),
  ('EXPIRED', 70, true, null),
  ('PERMIT_ENDS', 65, false, 30),
  ('OUT', 60, true, null),
  ('PERMIT_USED', 55, false, 80),
  ('LOW_STOCK', 50, true, null),
  ('OVER_STOCK', 40, true, null),
  ('EXPIRY', 35, true, 90),
  ('DEPOSIT_OVERDUE', 30, true, null),
  ('BOX_FULL', 25, false, 90),
  ('APPROVAL_STALE', 20, false, 72),
  ('NO_MOVE', 10, true, 365);

create table wms_stock_limit (
  id uuid primary key,
  org_id uuid not null references wms_org (id),
  warehouse_id uuid not null references wms_warehouse (id),
  product_id uuid references wms_product (id),
  category_id uuid references wms_category (id) on delete cascade,
  min_qty numeric(18, 6) check (min_qty >= 0),
  max_qty numeric(18, 6) check (max_qty >= 0),
  expiry_days integer check (expiry_days between 0 and 400),
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references sys_user (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references sys_user (id),
  check (num_nonnulls(product_id, category_id) = 1),
  check (min_qty <= max_qty)
);
create unique index wms_stock_limit_product on wms_stock_limit (org_id, warehouse_id, product_id) where product_id is not null;
create unique index wms_stock_limit_category on wms_stock_limit (org_id, warehouse_id, category_id) where category_id is not null;
create index wms_stock_limit_warehouse on wms_stock_limit (warehouse_id, org_id);
create index wms_stock_limit_of_product on wms_stock_limit (product_id);
create index wms_stock_limit_of_category on wms_stock_limit (category_id);
comment on column wms_stock_limit.category_id is 'Of whatever of it has no limit of its own: the nearest one above counts';

-- The limits of a product for whoever owns it, in a warehouse: its own, else each from the nearest category that says it. Of two that
-- contradict each other the nearer one counts.
create function wms_limit_of(p_org uuid, p_product uuid, p_warehouse uuid, out min_qty numeric, out max_qty numeric, out expiry_days integer)
language sql stable as $$
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
$$;

create table wms_ews (
  id uuid primary key default gen_random_uuid(),
  kind text not null references wms_ews_kind (kind),
  subject text not null,
  org_id uuid references wms_org (id),
  warehouse_id uuid not null references wms_warehouse (id),
  product_id uuid references wms_product (id),
  batch_id uuid references wms_batch (id),
  box_id uuid references wms_warehouse_box (id),
  transaction_id uuid references wms_transaction (id),
  severity text not null check (severity in ('NOTICE', 'SERIOUS', 'URGENT')),
  weight integer not null,
  value numeric,
  threshold numeric,
  day date,
  state text not null default 'OPEN' check (state in ('OPEN', 'ACKED', 'SNOOZED', 'IGNORED', 'RESOLVED')),
  until_day date,
  reason text,
  since timestamptz not null default clock_timestamp(),
  resolved_at timestamptz,
  handled_by uuid references sys_user (id),
  handled_at timestamptz,
  to_tell boolean not null default true,
  bundle uuid,
  rev integer not null default 1,
  updated_at timestamptz not null default clock_timestamp(),
  -- Which permit it is: a warning stays in the history of its cause when the permit is deleted.
  permit_id uuid
    generated always as (case when kind in ('PERMIT_ENDS', 'PERMIT_USED') then subject::uuid end) stored,
  control_class text
    generated always as (case when kind = 'FLOW_REPORT' then split_part(subject, '/', 2) end) stored,
  check ((state = 'SNOOZED') = (until_day is not null)),
  check ((state = 'RESOLVED') = (resolved_at is not null))
);
create unique index wms_ews_cause on wms_ews (kind, subject) where state <> 'RESOLVED';
create index wms_ews_goods on wms_ews (org_id, product_id, warehouse_id) where state <> 'RESOLVED';
create index wms_ews_subject on wms_ews (kind, subject, since);
create index wms_ews_org_open on wms_ews (org_id, weight, since, id) where state <> 'RESOLVED';
create index wms_ews_warehouse_open on wms_ews (warehouse_id, weight, since, id) where state <> 'RESOLVED';
create index wms_ews_org on wms_ews (org_id, weight, since, id);
create index wms_ews_warehouse on wms_ews (warehouse_id, weight, since, id);
create index wms_ews_product on wms_ews (product_id);
create index wms_ews_to_tell on wms_ews (kind, id) where to_tell;
create index wms_ews_bundle on wms_ews (bundle) where bundle is not null;
create index wms_ews_snoozed on wms_ews (until_day) where state = 'SNOOZED';
create index wms_ews_box on wms_ews (box_id) where box_id is not null;
create index wms_ews_transaction on wms_ews (transaction_id) where transaction_id is not null;
create index wms_ews_of_warehouse on wms_ews (warehouse_id) where product_id is null and box_id is null and transaction_id is null;
comment on column wms_ews.subject is 'What it is about: the same cause has the same subject';
comment on column wms_ews.weight is 'Of severity, then of kind: the order of the list';
comment on column wms_ews.to_tell is 'Has come, grown or ended since people were told';
comment on column wms_ews.bundle is 'The message that told of it, with others of its kind';

create table wms_ews_event (
  id bigint generated always as identity primary key,
  ews_id uuid not null references wms_ews (id),
  at timestamptz not null default clock_timestamp(),
  what text not null check (what in ('OPENED', 'GREW', 'ACKED', 'SNOOZED', 'IGNORED', 'WOKE', 'RESOLVED')),
  reason text,
  until_day date,
  user_id uuid references sys_user (id)
);
create index wms_ews_event_of on wms_ews_event (ews_id, id);
comment on column wms_ews_event.user_id is 'Null: by itself';
create trigger wms_ews_event_append_only before update or delete on wms_ews_event
  for each row execute function wms_append_only();
create trigger wms_ews_event_no_truncate before truncate on wms_ews_event
  for each statement execute function wms_append_only();

-- Everything that is to be warned of about goods of these owners, products and warehouses, named side by side. The one rule: commits
-- and the clock ask it alike. What nobody has said (a day, a limit) warns of nothing, but for data sheets of what may be dangerous.
create function wms_ews_goods(p_orgs uuid[], p_products uuid[], p_warehouses uuid[])
returns table (kind text, subject text, org_id uuid, product_id uuid, warehouse_id uuid, batch_id uuid, severity text,
               value numeric, threshold numeric, day date)
language sql stable as $$
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
$$;

create type wms_ews_found as (
  kind text, subject text, org_id uuid, warehouse_id uuid, product_id uuid, batch_id uuid, box_id uuid, transaction_id uuid,
  severity text, value numeric, threshold numeric, day date
);

-- Makes warnings of what is found, lets those grow that are there, and ends those that are there and no longer found. One that was
-- put aside comes back when it grows. Lists go by severity, and by kind among those of one severity.
create function wms_ews_settle(p_found wms_ews_found[], p_open uuid[]) returns void
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

-- Looks at these goods, under a lock for each: of two postings that cross a limit at once the second sees what the first has taken.
create function wms_ews_look(p_orgs uuid[], p_products uuid[], p_warehouses uuid[]) returns void
language plpgsql as $$
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
end $$;

-- Of stock that changed, only what has a limit, is warned of, or may be warned of for what it is.
create function wms_ews_stock() returns trigger
language plpgsql as $$
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
end $$;
create trigger wms_ews_stock after update on wms_product_box
  referencing new table as after_it for each statement execute function wms_ews_stock();

create function wms_ews_batch() returns trigger
language plpgsql as $$
declare
  orgs uuid[]; warehouses uuid[];
begin
  select array_agg(x.owner_org_id), array_agg(x.warehouse_id) into orgs, warehouses
    from (select distinct s.owner_org_id, s.warehouse_id from wms_product_box s where s.batch_id = new.id and s.qty > 0) x;
  if orgs is not null then
    perform wms_ews_look(orgs, array_fill(new.product_id, array[cardinality(orgs)]), warehouses);
  end if;
  return null;
end $$;
create trigger wms_ews_batch after update of status, expires_on on wms_batch
  for each row when (old.status <> new.status or old.expires_on is distinct from new.expires_on) execute function wms_ews_batch();

create function wms_ews_product() returns trigger
language plpgsql as $$
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
end $$;
create trigger wms_ews_product after update on wms_product
  for each row when ((old.sds_file_id, old.sds_rev_date, old.hazard, old.kind, old.category_id, old.state, old.deleted_at)
    is distinct from (new.sds_file_id, new.sds_rev_date, new.hazard, new.kind, new.category_id, new.state, new.deleted_at))
  execute function wms_ews_product();
