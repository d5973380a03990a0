-- A posting is looked at in one statement; what is wrong is found out only where something is.

create function wms_refuse_posting(p_transaction uuid, e wms_post_entry[]) returns void
  language plpgsql
as $$
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
end $$;
comment on function wms_refuse_posting is 'Raises KW001 with everything the caller needs to say why, where wms_post may not write these entries';

create or replace function wms_post(p_transaction uuid, p_actor1 uuid, p_actor2 uuid, p_proxy uuid, p_entries jsonb)
 RETURNS TABLE(n integer, product_box_id uuid, seq bigint, qty_after numeric)
 LANGUAGE plpgsql
AS $$
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
end $$;
