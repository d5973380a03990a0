-- Inbound, outbound and move documents.

create sequence wms_inbound_no;
create sequence wms_outbound_no;
create sequence wms_move_no;

create table wms_transaction (
  id uuid primary key,
  no text not null unique,
  type text not null check (type in ('INBOUND', 'OUTBOUND', 'MOVE')),
  source text not null check (source in ('LAB', 'SUPPLIER', 'PURCHASE', 'ADMIN', 'COUNT', 'AFTER_SALES')),
  owner_org_id uuid not null references wms_org (id),
  applicant_id uuid not null references sys_user (id),
  applicant_proxy_id uuid references sys_user (id),
  contact text,
  phone text,
  warehouse_id uuid not null references wms_warehouse (id),
  target_warehouse_id uuid references wms_warehouse (id),
  plan_date date,
  deposit_until date,
  purpose text,
  purchase_no text,
  supplier_org_id uuid references wms_org (id),
  remark text,
  attachments uuid[] not null default '{}',
  state text not null default 'DRAFT' check (state in (
    'DRAFT', 'SUBMITTED', 'REVIEW_2', 'APPROVED', 'EXECUTING', 'PARTIAL', 'DONE', 'RETURNED', 'REJECTED', 'CANCELED')),
  round integer not null default 0,
  levels integer not null default 0 check (levels between 0 and 2),
  controlled boolean not null default false,
  toxic boolean not null default false,
  submitted_at timestamptz,
  approved_at timestamptz,
  finished_at timestamptz,
  cosigned_by uuid references sys_user (id),
  cosigned_rev integer,
  pickup_salt bytea,
  pickup_failures integer not null default 0,
  pickup_locked_until timestamptz,
  reverses_id uuid references wms_transaction (id),
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  check (type = 'MOVE' or target_warehouse_id is null)
);
create index wms_transaction_owner on wms_transaction (owner_org_id, type, created_at desc) where deleted_at is null;
create index wms_transaction_warehouse on wms_transaction (warehouse_id, type, created_at desc) where deleted_at is null;
create index wms_transaction_open on wms_transaction (type, state, created_at desc)
  where deleted_at is null and state in ('SUBMITTED', 'REVIEW_2', 'APPROVED', 'EXECUTING', 'PARTIAL');
create index wms_transaction_type on wms_transaction (type, created_at desc nulls last, id desc) where deleted_at is null;
create index wms_transaction_reverses on wms_transaction (reverses_id) where reverses_id is not null;
create index wms_transaction_no on wms_transaction using gin (lower(no) gin_trgm_ops);
comment on column wms_transaction.applicant_proxy_id is 'Who really applied, while acting as the applicant; may not review it either';
comment on column wms_transaction.cosigned_rev is 'Version of the document the second keeper confirmed; any later change asks again';
comment on column wms_transaction.pickup_salt is 'With the secret of the installation it yields the six-digit pick-up code';
comment on column wms_transaction.reverses_id is 'The finished document that this one takes back';

create table wms_transaction_line (
  id uuid primary key,
  transaction_id uuid not null references wms_transaction (id) on delete cascade,
  line_no integer not null,
  product_id uuid not null references wms_product (id),
  product_box_id uuid references wms_product_box (id),
  batch_no text,
  made_on date,
  expires_on date,
  batch_id uuid references wms_batch (id),
  unit text not null,
  unit_factor numeric(18, 6) not null check (unit_factor > 0),
  qty numeric(18, 6) not null check (qty > 0),
  qty_req numeric(18, 6) not null check (qty_req > 0),
  qty_appr numeric(18, 6) check (qty_appr >= 0 and qty_appr <= qty_req),
  qty_done numeric(18, 6) not null default 0 check (qty_done >= 0),
  unit_price numeric(18, 6) check (unit_price >= 0),
  reject_reason text,
  remark text,
  unique (transaction_id, line_no),
  check (qty_done <= coalesce(qty_appr, qty_req)),
  check (qty_req = qty * unit_factor)
);
create index wms_transaction_line_product on wms_transaction_line (product_id);
comment on column wms_transaction_line.qty is 'As entered, in `unit`; qty_req, qty_appr and qty_done are in the base unit';
comment on column wms_transaction_line.product_box_id is 'Outbound and move: the very stock asked for; null: the first that expires';
comment on column wms_transaction_line.unit_price is 'Per base unit';

create table wms_transaction_line_box (
  id uuid primary key,
  line_id uuid not null references wms_transaction_line (id) on delete cascade,
  product_box_id uuid references wms_product_box (id),
  box_id uuid references wms_warehouse_box (id),
  qty numeric(18, 6) not null check (qty > 0),
  qty_done numeric(18, 6) not null default 0 check (qty_done >= 0 and qty_done <= qty),
  reserved numeric(18, 6) not null default 0 check (reserved >= 0 and reserved <= qty - qty_done),
  check (product_box_id is not null or box_id is not null)
);
create unique index wms_transaction_line_box_key
  on wms_transaction_line_box (line_id, product_box_id, box_id) nulls not distinct;
create index wms_transaction_line_box_stock on wms_transaction_line_box (product_box_id) where reserved > 0;
comment on table wms_transaction_line_box is
  'Inbound: box_id receives. Outbound: product_box_id gives. Move: from product_box_id to box_id';
comment on column wms_transaction_line_box.reserved is 'Part of product_box.reserved that this row stands for';

create table wms_transaction_record (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references wms_transaction (id),
  round integer not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid not null references sys_user (id),
  proxy_user_id uuid references sys_user (id),
  page_role text,
  action text not null,
  from_state text,
  to_state text not null,
  level integer,
  comment text,
  diff jsonb,
  ip text
);
create index wms_transaction_record_transaction on wms_transaction_record (transaction_id, id);
create trigger wms_transaction_record_append_only before update or delete on wms_transaction_record
  for each row execute function wms_append_only();
comment on table wms_transaction_record is 'The audit timeline: one row for every step, in the same commit as the step';

-- How much an organisation may keep in a warehouse; a deposit that passes it needs a second review.
create table wms_org_quota (
  org_id uuid not null references wms_org (id) on delete cascade,
  warehouse_id uuid not null references wms_warehouse (id) on delete cascade,
  max_boxes integer check (max_boxes > 0),
  max_volume_l numeric(18, 6) check (max_volume_l > 0),
  primary key (org_id, warehouse_id)
);
