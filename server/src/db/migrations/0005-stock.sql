-- Stock and the ledger. Both are written by wms_post() alone; the triggers below hold that.

create table wms_product_box (
  id uuid primary key,
  product_id uuid not null references wms_product (id),
  batch_id uuid not null references wms_batch (id),
  owner_org_id uuid not null references wms_org (id),
  box_id uuid not null,
  warehouse_id uuid not null,
  qty numeric(18, 6) not null default 0 check (qty >= 0),
  reserved numeric(18, 6) not null default 0 check (reserved >= 0 and reserved <= qty),
  frozen boolean not null default false,
  frozen_reason text,
  deposit_until date,
  note text,
  first_in_at timestamptz not null default now(),
  last_move_at timestamptz not null default now(),
  last_counted_at timestamptz,
  ledger_seq bigint not null default 0,
  rev integer not null default 1,
  unique (product_id, batch_id, owner_org_id, box_id),
  foreign key (box_id, warehouse_id) references wms_warehouse_box (id, warehouse_id) on update cascade
);
create index wms_product_box_owner on wms_product_box (owner_org_id, last_move_at, id) where qty > 0;
create index wms_product_box_warehouse on wms_product_box (warehouse_id, last_move_at, id) where qty > 0;
create index wms_product_box_moved on wms_product_box (last_move_at, id) where qty > 0;
create index wms_product_box_first_in on wms_product_box (first_in_at, id) where qty > 0;
create index wms_product_box_qty on wms_product_box (qty, id) where qty > 0;
create index wms_product_box_frozen on wms_product_box (last_move_at, id) where qty > 0 and frozen;
create index wms_product_box_deposit on wms_product_box (deposit_until) where qty > 0 and deposit_until is not null;
create index wms_product_box_box on wms_product_box (box_id);
create index wms_product_box_batch on wms_product_box (batch_id);
comment on table wms_product_box is 'Stock: one product, batch and owner in one box. Rows that fall to zero stay, as history';
comment on column wms_product_box.warehouse_id is 'Of the box, so that a warehouse''s list need not ask every box where it is';
comment on column wms_product_box.qty is 'In the base unit of the product';
comment on column wms_product_box.reserved is 'Promised to submitted outbound and move documents';

create table wms_ledger (
  seq bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('IN', 'OUT', 'MOVE_OUT', 'MOVE_IN', 'COUNT_ADJ', 'REVERSAL', 'DISPOSE')),
  transaction_id uuid not null,
  line_id uuid,
  product_box_id uuid not null references wms_product_box (id),
  product_id uuid not null,
  batch_id uuid not null,
  owner_org_id uuid not null,
  box_id uuid not null,
  warehouse_id uuid not null,
  qty_delta numeric(18, 6) not null check (qty_delta <> 0),
  qty_after numeric(18, 6) not null check (qty_after >= 0),
  unit_price numeric(18, 6),
  actor1_id uuid not null references sys_user (id),
  actor2_id uuid references sys_user (id),
  proxy_user_id uuid references sys_user (id),
  reason text,
  reverses_seq bigint unique references wms_ledger (seq)
);
create index wms_ledger_product_box on wms_ledger (product_box_id, seq desc);
create index wms_ledger_transaction on wms_ledger (transaction_id);
create index wms_ledger_owner on wms_ledger (owner_org_id, seq desc);
create index wms_ledger_warehouse on wms_ledger (warehouse_id, seq desc);
create index wms_ledger_product on wms_ledger (product_id, seq desc);
create index wms_ledger_rare on wms_ledger (seq) where kind not in ('IN', 'OUT');
create index wms_ledger_at on wms_ledger (at);
comment on table wms_ledger is 'Append-only register of every change of stock (what, where, whose, when, why, by whom)';
comment on column wms_ledger.seq is 'Order of the entries; the clock does not decide it';
comment on column wms_ledger.warehouse_id is 'Where the box was then';
comment on column wms_ledger.actor2_id is 'Second keeper, for highly toxic goods';

-- Finished ledger rows chained into blocks, so that a changed row would show.
create table wms_ledger_block (
  no bigint primary key,
  first_seq bigint not null,
  last_seq bigint not null,
  row_count integer not null,
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  check (last_seq >= first_seq)
);
comment on column wms_ledger_block.hash is
  'sha256 over the previous block''s hash (nothing for the first) and wms_ledger_digest() of the rows in order of seq';
comment on column wms_ledger_block.last_seq is 'A block holds every row after the block before it up to here';

-- What the seal of a row covers. It never changes: the hashes of all blocks rest on it.
create function wms_ledger_digest(l wms_ledger) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws('|',
    l.seq, (extract(epoch from l.at) * 1000000)::bigint, l.kind, l.transaction_id, coalesce(l.line_id::text, ''), l.product_box_id,
    l.product_id, l.batch_id, l.owner_org_id, l.box_id, l.warehouse_id, l.qty_delta, l.qty_after, coalesce(l.unit_price::text, ''),
    l.actor1_id, coalesce(l.actor2_id::text, ''), coalesce(l.proxy_user_id::text, ''), coalesce(l.reverses_seq::text, ''),
    quote_nullable(l.reason)), 'UTF8'))
$$;

create function wms_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'KW002';
end $$;

create trigger wms_ledger_append_only before update or delete on wms_ledger
  for each row execute function wms_append_only();
create trigger wms_ledger_no_truncate before truncate on wms_ledger
  for each statement execute function wms_append_only();
create trigger wms_ledger_block_append_only before update or delete on wms_ledger_block
  for each row execute function wms_append_only();

create function wms_only_posting() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('kuwei.posting', true), '') <> 'on' then
    raise exception '% is written by wms_post() only', tg_table_name using errcode = 'KW002';
  end if;
  return new;
end $$;

create function wms_never_delete() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never deleted', tg_table_name using errcode = 'KW002';
end $$;

create trigger wms_product_box_insert before insert on wms_product_box
  for each row execute function wms_only_posting();
create trigger wms_product_box_update before update on wms_product_box
  for each row when (
    (old.product_id, old.batch_id, old.owner_org_id, old.box_id, old.qty, old.reserved, old.ledger_seq)
      is distinct from
    (new.product_id, new.batch_id, new.owner_org_id, new.box_id, new.qty, new.reserved, new.ledger_seq))
  execute function wms_only_posting();
create trigger wms_product_box_delete before delete on wms_product_box
  for each row execute function wms_never_delete();
create trigger wms_product_box_truncate before truncate on wms_product_box
  for each statement execute function wms_never_delete();
create trigger wms_ledger_insert before insert on wms_ledger
  for each row execute function wms_only_posting();

-- The one function that changes stock.
--
-- entries: [{ "n": 0, "productBoxId": uuid | null,
--             "productId", "batchId", "ownerOrgId", "boxId": uuid (where productBoxId is null),
--             "qty": "±decimal", "reserved": "±decimal", "kind", "lineId", "unitPrice", "reason", "reversesSeq", "depositUntil" }]
-- An entry with qty 0 changes the reservation alone and leaves no ledger row.
-- Rows are created in key order, then locked in id order, so that postings at once wait for one another and never
-- deadlock; sums are taken over all entries of a row, so that two lines cannot each spend the same unit.
-- Raises KW001 with {code, ...} in the detail: INSUFFICIENT, STOCK_FROZEN, BOX_LOCKED, BOX_RETIRED.
create type wms_post_entry as (
  n integer, product_box_id uuid, product_id uuid, batch_id uuid, owner_org_id uuid, box_id uuid,
  qty numeric, reserved numeric, kind text, line_id uuid, unit_price numeric, reason text,
  reverses_seq bigint, deposit_until date, seq bigint
);

create function wms_post(p_transaction uuid, p_actor1 uuid, p_actor2 uuid, p_proxy uuid, p_entries jsonb)
  returns table (n integer, product_box_id uuid, seq bigint, qty_after numeric)
  language plpgsql
  set kuwei.posting = 'on'
as $$
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
    order by b.id for update;

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

  select jsonb_build_object('code', 'STOCK_FROZEN', 'productBoxId', s.id, 'batchStatus', t.status, 'frozen', s.frozen)
    into refusal
    from unnest(e) x
    join wms_product_box s on s.id = x.product_box_id
    join wms_batch t on t.id = s.batch_id
   where ((x.qty < 0 and x.kind in ('OUT', 'MOVE_OUT')) or x.reserved > 0) and (s.frozen or t.status <> 'OK')
   order by s.id limit 1;
  if refusal is not null then
    raise exception 'stock is frozen' using errcode = 'KW001', detail = refusal::text;
  end if;

  select jsonb_build_object('code', 'INSUFFICIENT', 'productBoxId', s.id,
                            'available', trim_scale(s.qty - s.reserved), 'wanted', trim_scale(greatest(-d.qty, d.reserved)))
    into refusal
    from (select x.product_box_id, sum(x.qty) as qty, sum(x.reserved) as reserved from unnest(e) x group by 1) d
    join wms_product_box s on s.id = d.product_box_id
   where s.qty + d.qty < 0 or s.reserved + d.reserved < 0 or s.reserved + d.reserved > s.qty + d.qty
   order by s.id limit 1;
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
end $$;
