-- Stock counts: what lies in boxes, counted by people who do not see what the books say, and one document that books the differences.

create sequence wms_count_no;

create table wms_inventory (
  id uuid primary key,
  no text not null unique,
  warehouse_id uuid not null references wms_warehouse (id),
  type text not null check (type in ('FULL', 'CYCLE', 'SPOT')),
  scope text not null
    check (scope in ('WAREHOUSE', 'CONTAINER', 'BOX', 'OWNER', 'PRODUCT', 'CATEGORY', 'CONTROL', 'ABC', 'RISK', 'RANDOM', 'DIFFERENCES')),
  container_ids uuid[] not null default '{}',
  box_ids uuid[] not null default '{}',
  org_ids uuid[] not null default '{}',
  product_ids uuid[] not null default '{}',
  abc text[] not null default '{}',
  sample integer check (sample > 0),
  recount_of uuid references wms_inventory (id),
  blind boolean not null default true,
  frozen boolean not null default true,
  assignees uuid[] not null default '{}',
  deadline timestamptz,
  tolerance_pct numeric(18, 6) not null default 0 check (tolerance_pct between 0 and 100),
  tolerance_abs numeric(18, 6) not null default 0 check (tolerance_abs >= 0),
  remark text,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'COUNTING', 'SUBMITTED', 'APPROVED', 'CANCELED')),
  round integer not null default 0,
  levels integer not null default 0,
  published_at timestamptz,
  published_by uuid references sys_user (id),
  submitted_at timestamptz,
  ended_at timestamptz,
  adjustment_id uuid unique references wms_transaction (id),
  reminded_at timestamptz,
  told_late_at timestamptz,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null references sys_user (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references sys_user (id),
  category_ids uuid[] not null default '{}',
  control_flags text[] not null default '{}',
  -- Counters learn nothing of the books, by nothing that changes meanwhile.
  named uuid[] not null default '{}'
);
create index wms_inventory_warehouse on wms_inventory (warehouse_id, created_at desc);
create index wms_inventory_open on wms_inventory (deadline) where state = 'COUNTING';
comment on column wms_inventory.recount_of is 'The count whose differences are counted again';
comment on column wms_inventory.frozen is 'Whether nothing enters or leaves its boxes until it ends';
comment on column wms_inventory.adjustment_id is 'The document that booked the differences; null where there were none';
comment on column wms_inventory.told_late_at is 'When whoever opened it was told last that its deadline has passed';
comment on column wms_inventory.category_ids is 'Categories whose goods are counted, with all below them';
comment on column wms_inventory.named is
  'Who was named to count since it was published, or has counted, and who acted as them: they stay blind when they are named no more';

create table wms_inventory_box (
  inventory_id uuid not null references wms_inventory (id) on delete cascade,
  box_id uuid not null references wms_warehouse_box (id),
  open boolean not null,
  lock_before text,
  primary key (inventory_id, box_id)
);
create unique index wms_inventory_box_open on wms_inventory_box (box_id) where open;
comment on table wms_inventory_box is 'Boxes of a count since it was published. A box is in one open count at most';
comment on column wms_inventory_box.lock_before is 'Why it was locked before, and is again afterwards';

create table wms_inventory_line (
  id uuid primary key,
  inventory_id uuid not null references wms_inventory (id) on delete cascade,
  line_no integer not null,
  box_id uuid not null references wms_warehouse_box (id),
  product_id uuid not null references wms_product (id),
  owner_org_id uuid not null references wms_org (id),
  batch_no text not null,
  made_on date,
  expires_on date,
  product_box_id uuid references wms_product_box (id),
  found boolean not null default false,
  two_counters boolean not null default false,
  qty_book numeric(18, 6) not null check (qty_book >= 0),
  ledger_seq bigint not null,
  qty_then numeric(18, 6) check (qty_then >= 0),
  qty_count numeric(18, 6) check (qty_count >= 0),
  state text not null default 'OPEN' check (state in ('OPEN', 'HALF', 'COUNTED')),
  pass integer not null default 1,
  counter_id uuid references sys_user (id),
  second_id uuid references sys_user (id),
  counted_at timestamptz,
  not_by uuid[] not null default '{}',
  reason text,
  note text,
  ver integer not null default 1,
  counted_by uuid[] not null default '{}',
  unique (inventory_id, line_no),
  check ((state = 'COUNTED') <= (qty_count is not null and qty_then is not null)),
  check (not two_counters or state <> 'COUNTED' or second_id is not null)
);
create unique index wms_inventory_line_key on wms_inventory_line (inventory_id, box_id, product_id, owner_org_id, batch_no);
comment on column wms_inventory_line.batch_no is '- for what has no batch, as batches themselves have it';
comment on column wms_inventory_line.found is 'Not in the books there when the count was published';
comment on column wms_inventory_line.two_counters is 'Two people count it, each by themselves, until both say the same';
comment on column wms_inventory_line.qty_book is 'In stock when the count was published, by the ledger up to ledger_seq';
comment on column wms_inventory_line.qty_then is 'In stock when it was counted: another amount only where boxes were not frozen';
comment on column wms_inventory_line.not_by is 'Who has counted it before, and does not count it again';
comment on column wms_inventory_line.ver is
  'What a counter has seen of it: two who count the same line do not overwrite each other';
comment on column wms_inventory_line.counted_by is
  'Whose values stand, with who acted as them: nobody is both of two who count the same';

create table wms_inventory_value (
  id uuid primary key,
  line_id uuid not null references wms_inventory_line (id) on delete cascade,
  pass integer not null,
  outcome text not null check (outcome in ('TAKEN', 'CONFLICT')),
  qty numeric(18, 6) not null check (qty >= 0),
  user_id uuid not null references sys_user (id),
  proxy_user_id uuid references sys_user (id),
  at timestamptz not null default clock_timestamp(),
  said_at timestamptz,
  reason text,
  note text,
  ver integer not null default 0
);
create index wms_inventory_value_line on wms_inventory_value (line_id, at);
comment on table wms_inventory_value is 'Every amount that somebody has counted, also such as another had counted first';
comment on column wms_inventory_value.id is 'Made by the device that it was typed into: sent twice, it counts once';
comment on column wms_inventory_value.said_at is 'By the clock of that device, which decides nothing';
comment on column wms_inventory_value.ver is 'The version of the line that whoever said it has in front of them from then on';
create trigger wms_inventory_value_append_only before update or delete on wms_inventory_value
  for each row execute function wms_append_only();

create table wms_inventory_record (
  id bigint generated always as identity primary key,
  inventory_id uuid not null references wms_inventory (id),
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
  lines integer
);
create index wms_inventory_record_inventory on wms_inventory_record (inventory_id, id);
comment on table wms_inventory_record is 'The audit timeline: one row for every step, in the same commit as the step';
comment on column wms_inventory_record.lines is 'How many lines the step was about';
create trigger wms_inventory_record_append_only before update or delete on wms_inventory_record
  for each row execute function wms_append_only();

-- A refusal at a box that is being counted says by which count, and until when.
create function wms_box_count(p_box uuid, p_lock_reason text) returns jsonb
language sql stable as $$
  select case when p_lock_reason = 'COUNT' then (
    select jsonb_build_object('id', i.id, 'no', i.no, 'until', i.deadline)
      from wms_inventory_box x join wms_inventory i on i.id = x.inventory_id
     where x.open and x.box_id = p_box) end
$$;
comment on function wms_box_count(uuid, text) is 'The count that locks a box, and its deadline; null where none does';
