-- Master data of what can be stored. What is not known of a chemical is not harmless: it counts as the strictest until a person has
-- said what it is.

create table wms_category (
  id uuid primary key,
  parent_id uuid references wms_category (id),
  code text not null unique,
  name text not null,
  name_en text,
  sort integer not null default 0,
  rev integer not null default 1,
  updated_at timestamptz not null default now(),
  former text[] not null default '{}'
);
comment on column wms_category.former is 'Names and codes that it had';

-- Which storage groups may share a place. The site edits it and says where each rule comes from. Groups meet at two levels: in one
-- box, and in one cabinet on trays of their own.
create table wms_storage_group (
  code text primary key check (code ~ '^[A-Z]$'),
  name text not null,
  name_en text not null,
  source text not null
);

create table wms_storage_group_pair (
  a text not null references wms_storage_group (code),
  b text not null references wms_storage_group (code),
  level text not null check (level in ('BOX', 'CABINET')),
  primary key (level, a, b)
);
comment on table wms_storage_group_pair is
  'Both directions of every allowed pair; groups whose pair is missing do not share the place, but a product always lies with itself';
comment on column wms_storage_group_pair.level is 'BOX: in one box or tray; CABINET: behind the same walls, on trays of their own';

create table wms_storage_rule (
  only_row boolean primary key default true check (only_row),
  rev integer not null default 1,
  version uuid not null default gen_random_uuid()
);
comment on table wms_storage_rule is
  'The state of both matrices: processes keep what they have read of them for as long as the version is the same';

insert into wms_storage_rule default values;

create table wms_storage_rule_change (
  id uuid primary key,
  rev integer not null unique,
  changed_at timestamptz not null default now(),
  changed_by uuid not null references sys_user (id),
  source text not null check (source <> ''),
  reason text not null check (reason <> ''),
  changes jsonb not null
);
comment on column wms_storage_rule_change.changes is '[{level, a, b, allowed}] with a <= b';

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
  price numeric(18, 6) check (price >= 0),
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
  deleted_at timestamptz,
  not_hazardous boolean not null default false,
  assessed_at timestamptz,
  assessed_by uuid references sys_user (id),
  assessed_source text,
  hazard text not null
    generated always as (
      case when h_codes <> '{}' or un_no is not null or control_flags <> '{}' or storage_group <> 'G' then 'HAZARDOUS'
           when kind <> 'CHEMICAL' or storage_group is not null or not_hazardous then 'HARMLESS'
           else 'UNKNOWN' end) stored
    constraint wms_product_hazard check (hazard in ('HAZARDOUS', 'HARMLESS', 'UNKNOWN')),
  separation_group text
    generated always as (
      case when storage_group is not null then storage_group
           when h_codes <> '{}' or un_no is not null or control_flags <> '{}' then 'X'
           when kind <> 'CHEMICAL' then null
           when not_hazardous then 'G'
           else 'X' end) stored,
  -- What safety data sheets and catalogues say of a chemical beyond its group.
  other_cas text[] not null default '{}',
  catalog_no text,
  p_codes text[] not null default '{}',
  flash_point_c numeric(7, 2),
  boiling_point_c numeric(7, 2),
  lower_explosion_percent numeric(7, 4) check (lower_explosion_percent between 0 and 100),
  upper_explosion_percent numeric(7, 4) check (upper_explosion_percent between 0 and 100),
  iarc_group text check (iarc_group in ('1', '2A', '2B', '3')),
  exposure_limit text,
  -- The barcode on a bottle; those of packs are in units.
  gtin text,
  constraint wms_product_not_hazardous check (
    not not_hazardous
    or (assessed_at is not null and assessed_by is not null
        and h_codes = '{}' and un_no is null and control_flags = '{}' and coalesce(storage_group, 'G') = 'G'))
);
create unique index wms_product_code on wms_product (code) where deleted_at is null;
create index wms_product_search on wms_product using gin (search gin_trgm_ops);
create index wms_product_name on wms_product (name collate "zh-x-icu");
create index wms_product_updated on wms_product (updated_at desc nulls last, id desc);
create index wms_product_cas on wms_product (cas) where cas is not null;
create index wms_product_category on wms_product (category_id);
create index wms_product_images on wms_product using gin (images);
-- Windows for choosing a product go by the name that is shown.
create index wms_product_name_en on wms_product ((coalesce(nullif(name_en, ''), name)) collate "zh-x-icu");
create index wms_product_not_assessed on wms_product (id) where hazard = 'UNKNOWN' and deleted_at is null;
-- Those that can be added up are few among all products.
create index wms_product_critical on wms_product (id) where critical_qty_t is not null;
-- The log is searched by what its rows show: records are looked up by code or name, deleted ones too.
create index wms_product_coded on wms_product (code);
-- Lists of documents read only the products whose marks they show, not the product of each line.
create index wms_product_marked on wms_product (id) where control_flags <> '{}' or hazard = 'UNKNOWN';
comment on column wms_product.units is '[{unit, factor, isPack, gtin}]: factor says how many base units one of it holds';
comment on column wms_product.critical_qty_t is 'Critical quantity Q in tonnes (GB 18218); entered by the site, none is shipped';
comment on column wms_product.search is
  'Lower-case code, names, CAS, specification and pinyin (whole and initials), for the search box';
comment on column wms_product.not_hazardous is
  'Assessed: not hazardous; who said so and when stands in assessed_by and assessed_at';
comment on column wms_product.assessed_source is 'What the assessment rests on: a safety data sheet, a catalogue file';
comment on column wms_product.hazard is
  'UNKNOWN: a chemical of which nobody has said whether it is hazardous; every rule takes it for the strictest';
comment on column wms_product.separation_group is
  'Storage group that it is kept apart by: its own, X where hazards are not known or have no group, null where none matters';
comment on column wms_product.other_cas is 'Of a mixture: the CAS numbers of its other parts';
comment on column wms_product.catalog_no is 'Serial number in the catalogue of hazardous chemicals (危险化学品目录)';
comment on column wms_product.exposure_limit is 'Occupational exposure limit with its unit, such as 20 ppm (TWA)';

-- A product has one batch of a number, in whatever letters it is written (decision 187). Batches that differed by their letters alone
-- before that rule have entries of their own and stay: twins, numbered from the one that was written first, which a new one finds.
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
  folded text not null generated always as (lower(batch_no collate "und-x-icu")) stored,
  twin integer not null default 0,
  check (expires_on is null or made_on is null or expires_on >= made_on)
);
create index wms_batch_updated on wms_batch (updated_at, id);
create index wms_batch_no on wms_batch using gin (lower(batch_no) gin_trgm_ops);
create index wms_batch_expires on wms_batch (expires_on, id);
create index wms_batch_expires_last on wms_batch (expires_on desc nulls last, id);
create index wms_batch_number on wms_batch ((batch_no collate wms_natural), id);
-- What deleting an organisation has to find.
create index wms_batch_supplier on wms_batch (supplier_org_id) where supplier_org_id is not null;
create unique index wms_batch_folded_key on wms_batch (product_id, folded, twin);
create index wms_batch_folded on wms_batch (folded);
comment on column wms_batch.batch_no is '- where the product is not tracked by batch';
comment on column wms_batch.folded is 'What batches of a product are told apart by: their number in small letters';
comment on column wms_batch.twin is '0 but for batches of before 0515 that differ from an older one by their letters alone';

-- Written by triggers; the proof asks every later entry of such a product for both keepers.
create table wms_two_keepers (
  product_id uuid primary key references wms_product (id) on delete cascade,
  since timestamptz not null default clock_timestamp()
);
comment on table wms_two_keepers is
  'Products that take two keepers, and since when: highly toxic ones, and those whose hazards nobody has assessed';

create function wms_keep_two_keepers() returns trigger language plpgsql as $$
begin
  if 'TOXIC' = any (new.control_flags) or new.hazard = 'UNKNOWN' then
    insert into wms_two_keepers (product_id) values (new.id) on conflict do nothing;
  else
    delete from wms_two_keepers where product_id = new.id;
  end if;
  return null;
end $$;
create trigger wms_two_keepers_new after insert on wms_product for each row execute function wms_keep_two_keepers();
create trigger wms_two_keepers_changed after update on wms_product for each row
  when ((old.control_flags, old.hazard) is distinct from (new.control_flags, new.hazard)) execute function wms_keep_two_keepers();

-- How much of a unit one base unit of a product holds; null where nobody has said.
create function wms_in_unit(p wms_product, p_unit text) returns numeric
language sql immutable as $$
  with mass (unit, grams) as (values ('KG', 1000::numeric), ('G', 1), ('MG', 0.001)),
  volume (unit, litres) as (values ('L', 1::numeric), ('ML', 0.001))
  select coalesce(
    case when p.base_unit = p_unit then 1::numeric end,
    (select 1 / (u ->> 'factor')::numeric from jsonb_array_elements(p.units) u where u ->> 'unit' = p_unit limit 1),
    (select a.grams / b.grams from mass a, mass b where a.unit = p.base_unit and b.unit = p_unit),
    (select a.litres / b.litres from volume a, volume b where a.unit = p.base_unit and b.unit = p_unit),
    (select nullif(p.unit_mass_kg, 0) * 1000 / b.grams from mass b where b.unit = p_unit))
$$;
