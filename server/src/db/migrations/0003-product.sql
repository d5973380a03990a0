-- Master data of what can be stored.

create table wms_category (
  id uuid primary key,
  parent_id uuid references wms_category (id),
  code text not null unique,
  name text not null,
  name_en text,
  sort integer not null default 0,
  rev integer not null default 1,
  updated_at timestamptz not null default now()
);

-- Which storage groups may share a place. The site edits it and says where each rule comes from.
create table wms_storage_group (
  code text primary key check (code ~ '^[A-Z]$'),
  name text not null,
  name_en text not null,
  source text not null
);
create table wms_storage_group_pair (
  a text not null references wms_storage_group (code),
  b text not null references wms_storage_group (code),
  primary key (a, b)
);
comment on table wms_storage_group_pair is 'Both directions of every allowed pair; a pair that is missing must not share a place';

create table wms_product (
  id uuid primary key,
  code text not null,
  name text not null,
  name_en text,
  category_id uuid not null references wms_category (id),
  kind text not null check (kind in ('CHEMICAL', 'CONSUMABLE', 'EQUIPMENT', 'OTHER')),
  spec text,
  grade text,
  brand text,
  maker text,
  base_unit text not null,
  units jsonb not null default '[]',
  default_shelf_life_days integer check (default_shelf_life_days > 0),
  track_batch boolean not null default true,
  track_expiry boolean not null default false,
  cas text,
  formula text,
  un_no text,
  un_class text,
  packing_group text check (packing_group in ('I', 'II', 'III')),
  h_codes text[] not null default '{}',
  signal text check (signal in ('DANGER', 'WARNING')),
  storage_group text references wms_storage_group (code),
  conditions_required text[] not null default '{}',
  control_flags text[] not null default '{}' check (control_flags <@ array['TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR']),
  critical_qty_t numeric(18, 6) check (critical_qty_t > 0),
  unit_volume_l numeric(18, 6) check (unit_volume_l >= 0),
  unit_mass_kg numeric(18, 6) check (unit_mass_kg >= 0),
  price numeric(18, 4) check (price >= 0),
  sds_file_id uuid references sys_file (id),
  sds_rev_date date,
  sds_lang text,
  images uuid[] not null default '{}',
  description text,
  remark text,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'ACTIVE', 'DISABLED')),
  search text not null,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz
);
create unique index wms_product_code on wms_product (code) where deleted_at is null;
create index wms_product_search on wms_product using gin (search gin_trgm_ops);
create index wms_product_name on wms_product (name collate "zh-x-icu");
create index wms_product_updated on wms_product (updated_at desc nulls last, id desc);
create index wms_product_cas on wms_product (cas) where cas is not null;
create index wms_product_category on wms_product (category_id);
comment on column wms_product.units is '[{unit, factor, isPack, gtin}]: factor says how many base units one of it holds';
comment on column wms_product.critical_qty_t is 'Critical quantity Q in tonnes (GB 18218); entered by the site, none is shipped';
comment on column wms_product.search is 'Lower-case code, names, CAS, specification and pinyin (whole and initials), for the search box';

create table wms_batch (
  id uuid primary key,
  product_id uuid not null references wms_product (id),
  batch_no text not null,
  made_on date,
  expires_on date,
  supplier_org_id uuid references wms_org (id),
  coa_file_id uuid references sys_file (id),
  status text not null default 'OK' check (status in ('OK', 'HOLD', 'RECALLED', 'EXPIRED', 'DISPOSED')),
  status_reason text,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  unique (product_id, batch_no),
  check (expires_on is null or made_on is null or expires_on >= made_on)
);
create index wms_batch_updated on wms_batch (updated_at, id);
create index wms_batch_no on wms_batch using gin (lower(batch_no) gin_trgm_ops);
create index wms_batch_expires on wms_batch (expires_on, id);
create index wms_batch_expires_last on wms_batch (expires_on desc nulls last, id);
comment on column wms_batch.batch_no is '- where the product is not tracked by batch';
