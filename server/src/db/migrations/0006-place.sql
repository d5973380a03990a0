-- Where things lie: warehouses, nested containers, and the boxes that have an address.

create table wms_warehouse (
  id uuid primary key,
  org_id uuid not null references wms_org (id),
  code text not null,
  name text not null,
  campus text,
  address text,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'CLOSED')),
  remark text,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  name_en text,
  -- When goods can be brought and collected, as the site writes it: 周一至周五 8:30–17:00.
  opening_hours text,
  search text not null default '',
  -- Where somebody at the warehouse is reached, whoever keeps it this month.
  phone text
);
create unique index wms_warehouse_code on wms_warehouse (code) where deleted_at is null;
create index wms_warehouse_of_org on wms_warehouse (org_id);
comment on column wms_warehouse.org_id is 'Organisation of type WAREHOUSE that runs it; its members see everything in it';
comment on column wms_warehouse.name_en is 'What those who read English are shown; null where the name does for both';
comment on column wms_warehouse.search is 'What the search box looks in: lower case, with pinyin';

-- A warehouse is found by its code, its names, its campus, and the pinyin of them, which the program writes; anything else at least
-- what is in the row.
create function wms_warehouse_search() returns trigger language plpgsql as $$
begin
  new.search := lower(concat_ws(' ', new.code, new.name, new.name_en, new.campus));
  return new;
end $$;
create trigger wms_warehouse_search before insert on wms_warehouse for each row when (new.search = '') execute function wms_warehouse_search();

create table wms_warehouse_keeper (
  warehouse_id uuid not null references wms_warehouse (id) on delete cascade,
  user_id uuid not null references sys_user (id),
  primary key (warehouse_id, user_id)
);

create table wms_container (
  id uuid primary key,
  warehouse_id uuid not null references wms_warehouse (id),
  parent_id uuid,
  type text not null check (type in ('ROOM', 'CABINET', 'SHELF', 'FRIDGE', 'GAS_RACK', 'CAGE')),
  code text not null,
  name text not null,
  conditions_offered text[] not null default '{}',
  allowed_groups text[],
  hazard_allowed boolean not null default true,
  dual_lock boolean not null default false,
  max_volume_l numeric(18, 6) check (max_volume_l > 0),
  max_mass_kg numeric(18, 6) check (max_mass_kg > 0),
  rows integer not null default 1 check (rows between 1 and 200),
  cols integer not null default 1 check (cols between 1 and 200),
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'CLOSED')),
  remark text,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  name_en text,
  check (parent_id <> id),
  unique (id, warehouse_id),
  foreign key (parent_id, warehouse_id) references wms_container (id, warehouse_id) on update cascade
);
create unique index wms_container_code on wms_container (warehouse_id, code) where deleted_at is null;
create index wms_container_parent on wms_container (parent_id);
comment on column wms_container.warehouse_id is
  'Everything below a container and every box in it follows when it moves to another warehouse';
comment on column wms_container.conditions_offered is 'Counts for everything below it as well';
comment on column wms_container.allowed_groups is 'Storage groups that may lie here; null: any';
comment on column wms_container.name_en is 'What those who read English are shown; null where the name does for both';

create table wms_warehouse_box (
  id uuid primary key,
  container_id uuid not null,
  warehouse_id uuid not null,
  code text not null,
  row_no integer check (row_no > 0),
  col_no integer check (col_no > 0),
  type text not null default 'SHARED' check (type in ('SHARED', 'EXCLUSIVE', 'QUARANTINE')),
  owner_org_id uuid references wms_org (id),
  mix_policy text not null default 'MIXED' check (mix_policy in ('EMPTY', 'SAME_PRODUCT', 'SAME_OWNER', 'MIXED')),
  max_volume_l numeric(18, 6) check (max_volume_l > 0),
  max_mass_kg numeric(18, 6) check (max_mass_kg > 0),
  max_lines integer check (max_lines > 0),
  qr_token text not null unique,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'LOCKED', 'RETIRED')),
  lock_reason text check (lock_reason in ('COUNT', 'MAINTENANCE', 'SAFETY')),
  remark text,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  unique (id, warehouse_id),
  foreign key (container_id, warehouse_id) references wms_container (id, warehouse_id) on update cascade,
  check ((type = 'EXCLUSIVE') = (owner_org_id is not null)),
  check ((state = 'LOCKED') = (lock_reason is not null))
);
create unique index wms_warehouse_box_code on wms_warehouse_box (warehouse_id, code);
create unique index wms_warehouse_box_cell on wms_warehouse_box (container_id, row_no, col_no) where state <> 'RETIRED';
create index wms_warehouse_box_order on wms_warehouse_box (code collate wms_natural, id);
create index wms_warehouse_box_container on wms_warehouse_box (container_id);
create index wms_warehouse_box_search on wms_warehouse_box using gin (lower(code) gin_trgm_ops);
create index wms_warehouse_box_owner on wms_warehouse_box (owner_org_id) where owner_org_id is not null;
comment on column wms_warehouse_box.mix_policy is
  'What may lie beside what is there: EMPTY nothing else, SAME_PRODUCT, SAME_OWNER, MIXED anything compatible';
comment on column wms_warehouse_box.max_lines is 'A line is a product of an owner, whatever its batches';

-- Goods in dispute lie apart. Whatever comes into such a box is frozen, and is so no more when the box becomes another one, empty.
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

-- How much an organisation may keep in a warehouse; a deposit that passes it needs a second review.
create table wms_org_quota (
  org_id uuid not null references wms_org (id) on delete cascade,
  warehouse_id uuid not null references wms_warehouse (id) on delete cascade,
  max_boxes integer check (max_boxes > 0),
  max_volume_l numeric(18, 6) check (max_volume_l > 0),
  primary key (org_id, warehouse_id)
);
