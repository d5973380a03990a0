-- Requests for goods on another organisation's shelf, and documents that take or bring what is not their own organisation's.

create sequence wms_share_no;

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
comment on column wms_share_request.org_id is 'Whoever asks';
comment on column wms_share_request.qty is 'In the base unit';
comment on column wms_share_request.mode is 'As the listing had it, with its price, when it was asked for';
comment on column wms_share_request.ended_at is 'When it was decided or withdrawn';
comment on column wms_share_request.told_late_at is 'When both sides were told last that it should have been given back';
create index wms_share_request_org on wms_share_request (org_id, created_at desc);
create index wms_share_request_owner on wms_share_request (owner_org_id, created_at desc);
create index wms_share_request_listing on wms_share_request (listing_id);
create index wms_share_request_lent on wms_share_request (give_back_by) where state = 'APPROVED' and mode = 'LEND';

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
create trigger wms_share_record_append_only before update or delete on wms_share_record
  for each row execute function wms_append_only();
comment on table wms_share_record is 'The audit timeline: one row for every step, in the same commit as the step';

alter table wms_transaction
  add column goods_org_id uuid references wms_org (id),
  add column share_request_id uuid references wms_share_request (id),
  add check ((goods_org_id is null) = (share_request_id is null)),
  add check (goods_org_id is null or type in ('INBOUND', 'OUTBOUND') and goods_org_id <> owner_org_id);
comment on column wms_transaction.goods_org_id is 'Whose goods they are, where they are not those of its own organisation';
comment on column wms_transaction.share_request_id is 'What it was approved by, or gives back to';
create index wms_transaction_goods on wms_transaction (goods_org_id, warehouse_id) where goods_org_id is not null;
create index wms_transaction_share on wms_transaction (share_request_id) where share_request_id is not null;
create unique index wms_transaction_share_once on wms_transaction (share_request_id)
  where type = 'OUTBOUND' and reverses_id is null;
