-- After-sales: cases about goods that were handed over or lie in store, what their parties say to each other, and the documents that
-- come of what was decided.

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
alter table wms_transaction
  add constraint wms_transaction_after_sales_id_fkey foreign key (after_sales_id) references wms_after_sales (id);

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
comment on table wms_after_sales_record is 'The audit timeline: one row for every step, in the same commit as the step';
create trigger wms_after_sales_record_append_only before update or delete on wms_after_sales_record
  for each row execute function wms_append_only();
