-- The shelf: which goods of an organisation others may see and ask for, and what they have asked for. What must not be there is taken
-- down in the commit that makes it so, by triggers.

create table wms_org_product (
  id uuid primary key,
  org_id uuid not null references wms_org (id),
  product_id uuid not null references wms_product (id),
  state text not null default 'OFF' check (state in ('OFF', 'ON')),
  visible_to text not null check (visible_to in ('OWN', 'CAMPUS', 'MALL')),
  share_mode text not null check (share_mode in ('NONE', 'GIVE', 'LEND', 'SELL')),
  price numeric(18, 6) check (price >= 0),
  max_qty numeric(18, 6) check (max_qty > 0),
  from_day date,
  until_day date,
  note text,
  cause text check (cause in ('MANUAL', 'AUTO_PRODUCT', 'AUTO_CONTROL', 'AUTO_DAY', 'AUTO_SDS', 'AUTO_STOCK', 'AUTO_BATCH')),
  reason text,
  to_tell bigint,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references sys_user (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references sys_user (id),
  check (price is null or share_mode = 'SELL'),
  check (until_day >= from_day),
  check (state = 'OFF' or cause is null)
);
create unique index wms_org_product_key on wms_org_product (org_id, product_id);
create index wms_org_product_product on wms_org_product (product_id);
create index wms_org_product_to_tell on wms_org_product (to_tell) where to_tell is not null;
comment on column wms_org_product.price is 'Per base unit';
comment on column wms_org_product.max_qty is 'Per request, in the base unit';
comment on column wms_org_product.cause is 'Why it was taken down last; null while it is up, and before it ever was';
comment on column wms_org_product.to_tell is 'Entry of the history that nobody was told of yet';

create table wms_org_product_event (
  id bigint generated always as identity primary key,
  org_product_id uuid not null references wms_org_product (id),
  at timestamptz not null default clock_timestamp(),
  what text not null check (what in ('MADE', 'CHANGED', 'UP', 'DOWN')),
  cause text not null default 'MANUAL'
    check (cause in ('MANUAL', 'AUTO_PRODUCT', 'AUTO_CONTROL', 'AUTO_DAY', 'AUTO_SDS', 'AUTO_STOCK', 'AUTO_BATCH')),
  reason text,
  user_id uuid references sys_user (id)
);
create index wms_org_product_event_of on wms_org_product_event (org_product_id, id);
comment on column wms_org_product_event.user_id is 'Null: by itself';
create trigger wms_org_product_event_append_only before update or delete on wms_org_product_event
  for each row execute function wms_append_only();
create trigger wms_org_product_event_no_truncate before truncate on wms_org_product_event
  for each statement execute function wms_append_only();

-- What keeps goods off the shelf; null where nothing does. Safety data sheets older than so many years count, where it is said.
create function wms_shelf_against(l wms_org_product, p_sds_years integer) returns text
language sql stable as $$
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
$$;

-- Takes down those of them that something keeps off the shelf. Looks under their locks: of two who take the last of something in two
-- places, the second sees what the first has taken.
create function wms_shelf_clear(p_ids uuid[], p_sds_years integer default null) returns void
language plpgsql as $$
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
end $$;

create function wms_shelf_stock() returns trigger
language plpgsql as $$
begin
  if exists (select from after_it where qty = 0) then
    perform wms_shelf_clear(array(
      select l.id from wms_org_product l join (select distinct owner_org_id, product_id from after_it where qty = 0) x
          on (l.org_id, l.product_id) = (x.owner_org_id, x.product_id) where l.state = 'ON'));
  end if;
  return null;
end $$;
create trigger wms_shelf_stock after update on wms_product_box
  referencing new table as after_it for each statement execute function wms_shelf_stock();

create function wms_shelf_product() returns trigger
language plpgsql as $$
begin
  perform wms_shelf_clear(array(select l.id from wms_org_product l where l.product_id = new.id and l.state = 'ON'));
  return null;
end $$;
create trigger wms_shelf_product after update of state, control_flags, deleted_at on wms_product
  for each row when (new.state <> 'ACTIVE' or new.deleted_at is not null or new.control_flags <> '{}')
  execute function wms_shelf_product();

create function wms_shelf_batch() returns trigger
language plpgsql as $$
begin
  perform wms_shelf_clear(array(
    select l.id from wms_org_product l
     where l.product_id = new.product_id and l.state = 'ON'
       and exists (select from wms_product_box s where s.batch_id = new.id and s.owner_org_id = l.org_id and s.qty > 0)));
  return null;
end $$;
create trigger wms_shelf_batch after update of status on wms_batch
  for each row when (new.status in ('HOLD', 'RECALLED')) execute function wms_shelf_batch();

create sequence wms_share_no;

-- Requests for goods on another organisation's shelf. Documents that carry them out name them (wms_transaction.share_request_id).
create table wms_share_request (
  id uuid primary key,
  no text not null unique,
  listing_id uuid not null references wms_org_product (id),
  owner_org_id uuid not null references wms_org (id),
  org_id uuid not null references wms_org (id),
  applicant_id uuid not null references sys_user (id),
  product_id uuid not null references wms_product (id),
  warehouse_id uuid not null references wms_warehouse (id),
  qty numeric(18, 6) not null check (qty > 0),
  mode text not null check (mode in ('GIVE', 'LEND', 'SELL')),
  price numeric(18, 6) check (price >= 0),
  purpose text not null,
  needed_by date,
  give_back_by date,
  state text not null default 'SUBMITTED' check (state in ('SUBMITTED', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  levels integer not null default 0,
  ended_at timestamptz,
  reminded_at timestamptz,
  told_late_at timestamptz,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references sys_user (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references sys_user (id),
  check (org_id <> owner_org_id),
  check ((mode = 'LEND') = (give_back_by is not null)),
  check ((mode = 'SELL') = (price is not null))
);
create index wms_share_request_org on wms_share_request (org_id, created_at desc);
create index wms_share_request_owner on wms_share_request (owner_org_id, created_at desc);
create index wms_share_request_listing on wms_share_request (listing_id);
create index wms_share_request_lent on wms_share_request (give_back_by) where state = 'APPROVED' and mode = 'LEND';
comment on column wms_share_request.org_id is 'Whoever asks';
comment on column wms_share_request.qty is 'In the base unit';
comment on column wms_share_request.mode is 'As the listing had it, with its price, when it was asked for';
comment on column wms_share_request.ended_at is 'When it was decided or withdrawn';
comment on column wms_share_request.told_late_at is 'When both sides were told last that it should have been given back';
alter table wms_transaction
  add constraint wms_transaction_share_request_id_fkey foreign key (share_request_id) references wms_share_request (id);

create table wms_share_record (
  id bigint generated always as identity primary key,
  share_request_id uuid not null references wms_share_request (id),
  at timestamptz not null default clock_timestamp(),
  actor_id uuid not null references sys_user (id),
  proxy_user_id uuid references sys_user (id),
  action text not null,
  to_state text not null,
  level integer,
  step text,
  step_en text,
  comment text,
  other_id uuid references sys_user (id)
);
create index wms_share_record_of on wms_share_record (share_request_id, id);
comment on table wms_share_record is 'The audit timeline: one row for every step, in the same commit as the step';
create trigger wms_share_record_append_only before update or delete on wms_share_record
  for each row execute function wms_append_only();
