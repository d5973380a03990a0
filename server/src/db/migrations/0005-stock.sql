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

-- An entry of what wms_post() is given (0036-posting.sql has the function).
create type wms_post_entry as (
  n integer, product_box_id uuid, product_id uuid, batch_id uuid, owner_org_id uuid, box_id uuid,
  qty numeric, reserved numeric, kind text, line_id uuid, unit_price numeric, reason text,
  reverses_seq bigint, deposit_until date, seq bigint
);
