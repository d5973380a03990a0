-- Documents that move stock: inbound, outbound, moves, opening stock, and what counts book.

create sequence wms_inbound_no;
create sequence wms_outbound_no;
create sequence wms_move_no;
create sequence wms_opening_no;
create sequence wms_count_adjustment_no;

create table wms_transaction (
  id uuid primary key,
  no text not null unique,
  type text not null check (type in ('INBOUND', 'OUTBOUND', 'MOVE', 'OPENING', 'COUNT')),
  source text not null check (source in ('LAB', 'SUPPLIER', 'PURCHASE', 'ADMIN', 'COUNT', 'AFTER_SALES')),
  owner_org_id uuid not null references wms_org (id),
  applicant_id uuid not null references sys_user (id),
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
  state text not null default 'DRAFT'
    check (state in ('DRAFT', 'SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL', 'DONE', 'RETURNED', 'REJECTED', 'CANCELED')),
  round integer not null default 0,
  levels integer not null default 0 check (levels >= 0),
  controlled boolean not null default false,
  toxic boolean not null default false,
  submitted_at timestamptz,
  approved_at timestamptz,
  -- All of it is done, or the rest is given up.
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
  -- Lines of a draft that are no lines yet: as they were typed, with the place they are in. None are left once it is submitted.
  unfinished jsonb not null default '[]',
  -- Version of the document that a second storekeeper was asked to take back.
  reversal_asked_rev integer,
  -- The number on the paper that comes with the goods.
  delivery_no text,
  after_sales_id uuid,
  after_sales_as text check (after_sales_as in ('LEAVE', 'DISPOSE', 'BACK', 'REPLACEMENT')),
  goods_org_id uuid references wms_org (id),
  share_request_id uuid,
  permit_ids uuid[] not null default '{}',
  cosigned_for text check (cosigned_for in ('FINISH', 'REVERSAL')),
  check (type = 'MOVE' or target_warehouse_id is null),
  check ((after_sales_id is null) = (after_sales_as is null)),
  check ((goods_org_id is null) = (share_request_id is null)),
  check (goods_org_id is null or type in ('INBOUND', 'OUTBOUND') and goods_org_id <> owner_org_id),
  check ((cosigned_by is null) = (cosigned_for is null))
);
-- Indexes for the orders and filters of the lists: a first page reads what it shows, not all there is.
create index wms_transaction_reverses on wms_transaction (reverses_id) where reverses_id is not null;
create index wms_transaction_no on wms_transaction using gin (lower(no) gin_trgm_ops);
create index wms_transaction_attachments on wms_transaction using gin (attachments)
  where submitted_at is not null and deleted_at is null and attachments <> '{}';
-- What waits for the applicant.
create index wms_transaction_applicant_waits on wms_transaction (applicant_id)
  where deleted_at is null and state in ('RETURNED', 'EXECUTING', 'PARTIAL');
create index wms_transaction_created on wms_transaction (type, created_at, id) where deleted_at is null;
create index wms_transaction_numbered on wms_transaction (type, no, id) where deleted_at is null;
create index wms_transaction_updated on wms_transaction (type, updated_at, id) where deleted_at is null;
create index wms_transaction_state on wms_transaction (type, state, id) where deleted_at is null;
-- What may be empty stands last in both directions.
create index wms_transaction_submitted on wms_transaction (type, submitted_at, id) where deleted_at is null;
create index wms_transaction_submitted_last on wms_transaction (type, submitted_at desc nulls last, id desc) where deleted_at is null;
create index wms_transaction_planned on wms_transaction (type, plan_date, id) where deleted_at is null;
create index wms_transaction_planned_last on wms_transaction (type, plan_date desc nulls last, id desc) where deleted_at is null;
create index wms_transaction_applicant on wms_transaction (applicant_id, type, created_at, id) where deleted_at is null;
create index wms_transaction_controlled on wms_transaction (type, created_at, id) where deleted_at is null and controlled;
create index wms_transaction_due on wms_transaction (type, plan_date)
  where deleted_at is null and state not in ('DONE', 'REJECTED', 'CANCELED');
create index wms_transaction_purchase on wms_transaction using gin (lower(purchase_no) gin_trgm_ops);
create index wms_transaction_reversal_asked on wms_transaction (warehouse_id) where reversal_asked_rev is not null;
create index wms_transaction_delivery on wms_transaction using gin (lower(delivery_no) gin_trgm_ops);
create index wms_transaction_open on wms_transaction (type, state, created_at desc)
  where deleted_at is null and state in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL');
-- Deposits on their way, which take room of a quota.
create index wms_transaction_coming on wms_transaction (owner_org_id, warehouse_id, submitted_at)
  where type = 'INBOUND' and deleted_at is null and state in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL');
create index wms_transaction_owner on wms_transaction (owner_org_id, type, created_at, id) where deleted_at is null;
-- What a warehouse sees: not the drafts of others.
create index wms_transaction_warehouse on wms_transaction (warehouse_id, type, created_at, id)
  where deleted_at is null and (submitted_at is not null or type = 'MOVE');
create index wms_transaction_supplier on wms_transaction (supplier_org_id) where supplier_org_id is not null;
-- Lead times are those of documents that were finished in a span of time.
create index wms_transaction_finished on wms_transaction (finished_at) where finished_at is not null;
create index wms_transaction_after_sales on wms_transaction (after_sales_id) where after_sales_id is not null;
create index wms_transaction_goods on wms_transaction (goods_org_id, warehouse_id) where goods_org_id is not null;
create index wms_transaction_share on wms_transaction (share_request_id) where share_request_id is not null;
create unique index wms_transaction_share_once on wms_transaction (share_request_id)
  where type = 'OUTBOUND' and reverses_id is null;
comment on column wms_transaction.cosigned_rev is
  'Version of the document the second keeper confirmed; any later change asks again';
comment on column wms_transaction.pickup_salt is 'With the secret of the installation it yields the six-digit pick-up code';
comment on column wms_transaction.reverses_id is 'The finished document that this one takes back';
comment on column wms_transaction.after_sales_id is 'The case that it carries out: decided there, it has no review of its own';
comment on column wms_transaction.after_sales_as is
  'Goods leave for good, or are disposed of; they come back, or others come in their place';
comment on column wms_transaction.goods_org_id is 'Whose goods they are, where they are not those of its own organisation';
comment on column wms_transaction.share_request_id is 'What it was approved by, or gives back to';
comment on column wms_transaction.permit_ids is 'Permits that whoever applied wants it to go by; none: whichever fit';
comment on column wms_transaction.cosigned_for is
  'What the second keeper confirmed: that goods are put away or leave, or that it is taken back';

-- Whose documents are of which type: an owner may have none of one, which their shares do not say.
create statistics wms_transaction_owner_type (mcv) on owner_org_id, type from wms_transaction;

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
create index wms_transaction_line_batch on wms_transaction_line using gin (lower(batch_no) gin_trgm_ops);
-- Which documents a product is in, known by the index alone.
create index wms_transaction_line_product on wms_transaction_line (product_id) include (transaction_id);
comment on column wms_transaction_line.product_box_id is
  'Outbound and move: the very stock asked for; null: the first that expires';
comment on column wms_transaction_line.qty is 'As entered, in `unit`; qty_req, qty_appr and qty_done are in the base unit';
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
  ip text,
  step text,
  step_en text,
  other_id uuid references sys_user (id)
);
create index wms_transaction_record_transaction on wms_transaction_record (transaction_id, id);
comment on table wms_transaction_record is 'The audit timeline: one row for every step, in the same commit as the step';
comment on column wms_transaction_record.step is 'Of a decision: name of the step, as the definition had it';
comment on column wms_transaction_record.other_id is
  'To whom a task was given or who was asked besides; of a decision, for whom it was taken';
create trigger wms_transaction_record_append_only before update or delete on wms_transaction_record
  for each row execute function wms_append_only();
create trigger wms_transaction_record_no_truncate before truncate on wms_transaction_record
  for each statement execute function wms_append_only();

create table wms_opening_row (
  org_id uuid not null references wms_org (id),
  ref text not null,
  line_id uuid not null unique references wms_transaction_line (id) on delete cascade,
  said jsonb not null,
  primary key (org_id, ref)
);
-- The number of a row of opening stock is the same one in other letters.
create index wms_opening_row_folded on wms_opening_row (org_id, lower(ref collate "und-x-icu"));
comment on table wms_opening_row is
  'By which number of the site a row of opening stock is known: what was posted under it is not posted again';
comment on column wms_opening_row.org_id is 'The warehouse department whose rows the numbers tell apart';
comment on column wms_opening_row.said is 'The row as it was posted';
