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
create index wms_product_box_withheld on wms_product_box (last_move_at, id) where qty > 0 and (frozen or reserved >= qty);
-- What lies in a box, without looking at the rows: for containers, warehouses and boxes in the order of how full they are.
create index wms_product_box_lying on wms_product_box (box_id) include (product_id, owner_org_id, qty) where qty > 0;
-- What boxes are in use, and by whom. Its entries repeat, so that it is a tenth of the stock rows.
create index wms_product_box_occupied on wms_product_box (warehouse_id, owner_org_id, box_id) where qty > 0;
-- Stock of one product, what moved last first: without it a page of 500 rows read 4,400 to 6,400 buffers.
create index wms_product_box_product on wms_product_box (product_id, last_move_at, id) where qty > 0;
-- Batches that lie, or once lay, in the warehouses of an organisation are known by the index alone: in its order, without a look at
-- the stock of each.
create index wms_product_box_of_batch on wms_product_box (batch_id, warehouse_id);
comment on table wms_product_box is 'Stock: one product, batch and owner in one box. Rows that fall to zero stay, as history';
comment on column wms_product_box.warehouse_id is 'Of the box, so that a warehouse''s list need not ask every box where it is';
comment on column wms_product_box.qty is 'In the base unit of the product';
comment on column wms_product_box.reserved is 'Promised to submitted outbound and move documents';

create function wms_only_posting() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('kuwei.posting', true), '') <> 'on' then
    raise exception '% is written by wms_post() only', tg_table_name using errcode = 'KW002';
  end if;
  return new;
end $$;
create trigger wms_product_box_insert before insert on wms_product_box
  for each row execute function wms_only_posting();
-- In the form in which the database says it back: the proof compares the two.
create trigger wms_product_box_update before update on wms_product_box
  for each row when (
    old.product_id is distinct from new.product_id or old.batch_id is distinct from new.batch_id
    or old.owner_org_id is distinct from new.owner_org_id or old.box_id is distinct from new.box_id
    or old.qty is distinct from new.qty or old.reserved is distinct from new.reserved
    or old.ledger_seq is distinct from new.ledger_seq)
  execute function wms_only_posting();

create function wms_never_delete() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never deleted', tg_table_name using errcode = 'KW002';
end $$;
create trigger wms_product_box_delete before delete on wms_product_box
  for each row execute function wms_never_delete();
create trigger wms_product_box_truncate before truncate on wms_product_box
  for each statement execute function wms_never_delete();

create table wms_ledger (
  seq bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('IN', 'OUT', 'MOVE_OUT', 'MOVE_IN', 'COUNT_ADJ', 'REVERSAL', 'DISPOSE', 'OPENING')),
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
-- The ledger never names one person twice. Not valid: rows of the register are never changed, and those before this rule are not
-- judged by it.
alter table wms_ledger add constraint wms_ledger_two_keepers check (actor2_id <> actor1_id) not valid;
comment on table wms_ledger is 'Append-only register of every change of stock (what, where, whose, when, why, by whom)';
comment on column wms_ledger.seq is 'Order of the entries; the clock does not decide it';
comment on column wms_ledger.warehouse_id is 'Where the box was then';
comment on column wms_ledger.actor2_id is 'Second keeper, for highly toxic goods';
create trigger wms_ledger_append_only before update or delete on wms_ledger
  for each row execute function wms_append_only();
create trigger wms_ledger_no_truncate before truncate on wms_ledger
  for each statement execute function wms_append_only();
create trigger wms_ledger_insert before insert on wms_ledger
  for each row execute function wms_only_posting();

-- An entry of what wms_post() is given.
create type wms_post_entry as (
  n integer, product_box_id uuid, product_id uuid, batch_id uuid, owner_org_id uuid, box_id uuid,
  qty numeric, reserved numeric, kind text, line_id uuid, unit_price numeric, reason text,
  reverses_seq bigint, deposit_until date, seq bigint
);

-- The one function that changes stock.
--
-- entries: [{ "n": 0, "productBoxId": uuid | null,
--             "productId", "batchId", "ownerOrgId", "boxId": uuid (where productBoxId is null),
--             "qty": "±decimal", "reserved": "±decimal", "kind", "lineId", "unitPrice", "reason", "reversesSeq", "depositUntil" }]
-- An entry with qty 0 changes the reservation alone and leaves no ledger row.
--
-- Locks are taken in one order by all who write: documents, the tree of places, containers by id, boxes by id, stock by id.
-- Rows are created in key order, then locked in id order, so that postings at once wait for one another and never deadlock; sums are
-- taken over all entries of a row, so that two lines cannot each spend the same unit. Stock is locked `for no key update`: lines that
-- name it wait for nothing. A step calls this function once, with everything that leaves and everything that comes: two calls would
-- lock stock in two orders, and two moves that cross would wait for each other.
--
-- Stock of a batch that is held, recalled or past its day may be moved inside its warehouse: the state of the batch goes along, and
-- nothing leaves. Stock that is frozen by itself stays where it is, since in another box it would be free.
--
-- It changes no setting in its own head: that takes a superuser, and the owner of the database is none.
-- Raises KW001 with {code, ...} in the detail: INSUFFICIENT (every stock row that is short), STOCK_FROZEN, BOX_LOCKED, BOX_IN_COUNT,
-- BOX_QUARANTINE, BOX_RETIRED.
create function wms_post(p_transaction uuid, p_actor1 uuid, p_actor2 uuid, p_proxy uuid, p_entries jsonb)
  returns table (n integer, product_box_id uuid, seq bigint, qty_after numeric)
  language plpgsql
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

  -- Refusals, each with everything the caller needs to say why.
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
end $$;

-- Finished ledger rows chained into blocks, so that a changed row would show. Blocks carry the signature of the installation, and know
-- by when their entries were made, so that a span of time is a span of entries without trusting the clock. Blocks that are older than
-- signatures have none: the chain holds them, and the first signed block signs what they come to.
create table wms_ledger_block (
  no bigint primary key,
  first_seq bigint not null,
  last_seq bigint not null,
  row_count integer not null,
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  signature bytea,
  key_id text,
  until_at timestamptz not null,
  behind bigint not null,
  check (last_seq >= first_seq),
  check ((signature is null) = (key_id is null))
);
create index wms_ledger_block_until on wms_ledger_block (until_at, no);
comment on column wms_ledger_block.last_seq is 'A block holds every row after the block before it up to here';
comment on column wms_ledger_block.hash is
  'sha256 over the previous block''s hash (nothing for the first) and wms_ledger_digest() of the rows in order of seq';
comment on column wms_ledger_block.signature is
  'ed25519 over "kuwei ledger block <no> " and the hash, by the key of the installation, which is kept outside the database';
comment on column wms_ledger_block.key_id is 'First 16 hex digits of sha256 over the public key';
comment on column wms_ledger_block.until_at is 'The latest moment of an entry of this block and of all before it';
comment on column wms_ledger_block.behind is
  'How far at most an entry of this block, or of one before it, lies behind the latest moment of the blocks before its own, in microseconds';
create trigger wms_ledger_block_append_only before update or delete on wms_ledger_block
  for each row execute function wms_append_only();
create trigger wms_ledger_block_no_truncate before truncate on wms_ledger_block
  for each statement execute function wms_append_only();

-- What the seal of a row covers. It never changes: the hashes of all blocks rest on it.
create function wms_ledger_digest(l wms_ledger) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws('|',
    l.seq, (extract(epoch from l.at) * 1000000)::bigint, l.kind, l.transaction_id, coalesce(l.line_id::text, ''), l.product_box_id,
    l.product_id, l.batch_id, l.owner_org_id, l.box_id, l.warehouse_id, l.qty_delta, l.qty_after, coalesce(l.unit_price::text, ''),
    l.actor1_id, coalesce(l.actor2_id::text, ''), coalesce(l.proxy_user_id::text, ''), coalesce(l.reverses_seq::text, ''),
    quote_nullable(l.reason)), 'UTF8'))
$$;

-- What every stock row held at the beginning of each month, so that stock as it stood then need not be replayed from the ledger.
create table wms_stock_balance (
  at timestamptz not null,
  product_box_id uuid not null,
  qty numeric(18, 6) not null check (qty >= 0),
  moved_at timestamptz not null,
  ledger_seq bigint not null,
  primary key (at, product_box_id)
);
comment on table wms_stock_balance is
  'Follows from the ledger, which the proof compares it with; all rows of a moment are written at once';
comment on column wms_stock_balance.at is 'The first moment of a month; a balance is that of all entries before it';
comment on column wms_stock_balance.product_box_id is
  'A stock row, which is never deleted; a foreign key would look at a hundred thousand of them each month';
comment on column wms_stock_balance.ledger_seq is 'The last entry before it, moved_at the moment of that entry';

-- Proofs of the ledger: each that ran, and what the next one may go on from.
create table wms_ledger_proof (
  id uuid primary key,
  kind text not null check (kind in ('FULL', 'INCREMENT')),
  asked_by uuid references sys_user (id),
  begun_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  parts integer not null default 0,
  parts_done integer not null default 0,
  ok boolean,
  result jsonb
);
create index wms_ledger_proof_kind on wms_ledger_proof (kind, begun_at desc);
create index wms_ledger_proof_running on wms_ledger_proof (begun_at) where ended_at is null;
comment on column wms_ledger_proof.asked_by is 'Null: by the clock';
comment on column wms_ledger_proof.seen_at is 'While it runs, when it was last heard of';

-- Up to where everything has been proved, signed with the key that is not in the database.
create table wms_ledger_proved (
  one boolean primary key default true check (one),
  block_no bigint not null,
  last_seq bigint not null,
  block_hash bytea not null,
  balances bytea not null,
  proved_at timestamptz not null,
  full_at timestamptz not null,
  signature bytea not null,
  key_id text not null
);
comment on column wms_ledger_proved.balances is 'sha256 over wms_ledger_proved_stock';
comment on column wms_ledger_proved.full_at is 'When all of it was proved last, and not only what had come';

create table wms_ledger_proved_stock (
  product_box_id uuid primary key,
  qty numeric(18, 6) not null,
  ledger_seq bigint not null
);
comment on table wms_ledger_proved_stock is 'What each stock row held after the last entry of the proved block';

-- How near a warehouse comes to a major hazard installation: S, the sum of what lies there of each hazardous product, in shares of its
-- critical quantity (GB 18218, 4.2). One rule: figures and warnings read this view.
create view wms_hazard_load as
  select s.warehouse_id, s.product_id, sum(s.qty) as qty, p.critical_qty_t,
         sum(s.qty) * nullif(p.unit_mass_kg, 0) / 1000 as mass_t,
         sum(s.qty) * nullif(p.unit_mass_kg, 0) / 1000 / p.critical_qty_t as share
    from wms_product_box s join wms_product p on p.id = s.product_id
   where s.qty > 0 and (p.hazard <> 'HARMLESS' or p.critical_qty_t is not null)
   group by s.warehouse_id, s.product_id, p.critical_qty_t, p.unit_mass_kg;
comment on view wms_hazard_load is
  'Hazardous goods in each warehouse, whoever owns them, held and frozen ones too; a share is null where critical quantity or mass is not known';
