-- After-sales: cases about goods that were handed over or lie in store, what their parties say to each other, and the documents
-- that come of what was decided.

create sequence wms_after_sales_no;

create table wms_after_sales (
  id uuid primary key,
  no text not null unique,
  kind text not null check (kind in ('RETURN', 'EXCHANGE', 'DAMAGE', 'SHORTAGE', 'COMPLAINT')),
  owner_org_id uuid not null references wms_org (id),
  applicant_id uuid not null references sys_user (id),
  applicant_org_id uuid not null references wms_org (id),
  warehouse_id uuid not null references wms_warehouse (id),
  transaction_line_id uuid references wms_transaction_line (id),
  product_box_id uuid references wms_product_box (id),
  product_id uuid not null references wms_product (id),
  batch_id uuid references wms_batch (id),
  qty numeric(18, 6) check (qty > 0),
  held numeric(18, 6) not null default 0 check (held >= 0),
  description text not null,
  pictures uuid[] not null default '{}',
  solution text not null check (solution in ('KEEP', 'TAKE_BACK', 'RETURN_SUPPLIER', 'REPLACE', 'DISPOSE', 'COMPENSATE')),
  supplier_org_id uuid references wms_org (id),
  state text not null default 'DRAFT'
    check (state in ('DRAFT', 'SUBMITTED', 'PROCESSING', 'DONE', 'RETURNED', 'REJECTED', 'CANCELED')),
  round integer not null default 0,
  levels integer not null default 0,
  submitted_at timestamptz,
  due_at timestamptz,
  decided_at timestamptz,
  ended_at timestamptz,
  reminded_at timestamptz,
  told_late_at timestamptz,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null references sys_user (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references sys_user (id),
  check (transaction_line_id is not null or product_box_id is not null),
  check (held = 0 or (state = 'SUBMITTED' and product_box_id is not null))
);
create index wms_after_sales_owner on wms_after_sales (owner_org_id, created_at desc);
create index wms_after_sales_warehouse on wms_after_sales (warehouse_id, created_at desc);
create index wms_after_sales_supplier on wms_after_sales (supplier_org_id, created_at desc) where supplier_org_id is not null;
create index wms_after_sales_line on wms_after_sales (transaction_line_id) where transaction_line_id is not null;
create index wms_after_sales_stock on wms_after_sales (product_box_id) where product_box_id is not null;
create index wms_after_sales_open on wms_after_sales (due_at) where state = 'SUBMITTED';
create index wms_after_sales_pictures on wms_after_sales using gin (pictures);
comment on column wms_after_sales.applicant_org_id is 'For whom it was begun: the owner, or the warehouse';
comment on column wms_after_sales.transaction_line_id is 'The line by which the goods came or left';
comment on column wms_after_sales.product_box_id is 'The goods in store; null where they are with their owner';
comment on column wms_after_sales.held is 'How much of them is promised to this case until it is decided';
comment on column wms_after_sales.solution is 'What was asked for, and once it is decided what is done';
comment on column wms_after_sales.supplier_org_id is 'A party to the case once somebody has asked it to be one';
comment on column wms_after_sales.due_at is 'When it should have been decided';

create table wms_after_sales_message (
  id uuid primary key,
  after_sales_id uuid not null references wms_after_sales (id),
  at timestamptz not null default clock_timestamp(),
  user_id uuid not null references sys_user (id),
  proxy_user_id uuid references sys_user (id),
  side text not null check (side in ('OWNER', 'WAREHOUSE', 'SUPPLIER', 'REVIEWER')),
  content text not null,
  pictures uuid[] not null default '{}'
);
create index wms_after_sales_message_case on wms_after_sales_message (after_sales_id, at);
create index wms_after_sales_message_pictures on wms_after_sales_message using gin (pictures);
create trigger wms_after_sales_message_append_only before update or delete on wms_after_sales_message
  for each row execute function wms_append_only();

create table wms_after_sales_record (
  id bigint generated always as identity primary key,
  after_sales_id uuid not null references wms_after_sales (id),
  round integer not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid not null references sys_user (id),
  proxy_user_id uuid references sys_user (id),
  action text not null,
  from_state text,
  to_state text not null,
  level integer,
  step text,
  step_en text,
  comment text,
  other_id uuid references sys_user (id),
  solution text
);
create index wms_after_sales_record_case on wms_after_sales_record (after_sales_id, id);
create trigger wms_after_sales_record_append_only before update or delete on wms_after_sales_record
  for each row execute function wms_append_only();
comment on table wms_after_sales_record is 'The audit timeline: one row for every step, in the same commit as the step';

alter table wms_transaction
  add column after_sales_id uuid references wms_after_sales (id),
  add column after_sales_as text check (after_sales_as in ('LEAVE', 'DISPOSE', 'BACK', 'REPLACEMENT')),
  add check ((after_sales_id is null) = (after_sales_as is null));
create index wms_transaction_after_sales on wms_transaction (after_sales_id) where after_sales_id is not null;
comment on column wms_transaction.after_sales_id is 'The case that it carries out: decided there, it has no review of its own';
comment on column wms_transaction.after_sales_as is 'Goods leave for good, or are disposed of; they come back, or others come in their place';

-- Goods in dispute lie apart. Whatever comes into such a box is frozen, and is so no more when the box becomes another one, empty.
alter table wms_warehouse_box drop constraint wms_warehouse_box_type_check;
alter table wms_warehouse_box add constraint wms_warehouse_box_type_check check (type in ('SHARED', 'EXCLUSIVE', 'QUARANTINE'));

create function wms_box_quarantine() returns trigger language plpgsql as $$
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
end $$;
create trigger wms_box_quarantine before update of type on wms_warehouse_box
  for each row execute function wms_box_quarantine();

create or replace function wms_post(p_transaction uuid, p_actor1 uuid, p_actor2 uuid, p_proxy uuid, p_entries jsonb)
 RETURNS TABLE(n integer, product_box_id uuid, seq bigint, qty_after numeric)
 LANGUAGE plpgsql
AS $$
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
