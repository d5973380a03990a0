-- What is not known of a chemical is not harmless: it counts as the strictest until a person has said what it is.
-- And storage groups meet at two levels: in one box, and in one cabinet on trays of their own.

alter table wms_product add column not_hazardous boolean not null default false;
alter table wms_product add column assessed_at timestamptz;
alter table wms_product add column assessed_by uuid references sys_user (id);
alter table wms_product add column assessed_source text;
alter table wms_product add constraint wms_product_not_hazardous check (
  not not_hazardous
  or (assessed_at is not null and assessed_by is not null
      and h_codes = '{}' and un_no is null and control_flags = '{}' and coalesce(storage_group, 'G') = 'G'));
comment on column wms_product.not_hazardous is 'Assessed: not hazardous; who said so and when stands in assessed_by and assessed_at';
comment on column wms_product.assessed_source is 'What the assessment rests on: a safety data sheet, a catalogue file';

alter table wms_product add column hazard text not null generated always as (
  case when h_codes <> '{}' or un_no is not null or control_flags <> '{}' or storage_group <> 'G' then 'HAZARDOUS'
       when kind <> 'CHEMICAL' or storage_group is not null or not_hazardous then 'HARMLESS'
       else 'UNKNOWN' end) stored;
alter table wms_product add constraint wms_product_hazard check (hazard in ('HAZARDOUS', 'HARMLESS', 'UNKNOWN'));
alter table wms_product add column separation_group text generated always as (
  case when storage_group is not null then storage_group
       when h_codes <> '{}' or un_no is not null or control_flags <> '{}' then 'X'
       when kind <> 'CHEMICAL' then null
       when not_hazardous then 'G'
       else 'X' end) stored;
comment on column wms_product.hazard is 'UNKNOWN: a chemical of which nobody has said whether it is hazardous; every rule takes it for the strictest';
comment on column wms_product.separation_group is 'Storage group that it is kept apart by: its own, X where hazards are not known or have no group, null where none matters';
create index wms_product_not_assessed on wms_product (id) where hazard = 'UNKNOWN' and deleted_at is null;

alter table wms_storage_group_pair add column level text not null default 'CABINET' check (level in ('BOX', 'CABINET'));
alter table wms_storage_group_pair alter column level drop default;
alter table wms_storage_group_pair drop constraint wms_storage_group_pair_pkey;
alter table wms_storage_group_pair add primary key (level, a, b);
comment on column wms_storage_group_pair.level is 'BOX: in one box or tray; CABINET: behind the same walls, on trays of their own';
comment on table wms_storage_group_pair is 'Both directions of every allowed pair; groups whose pair is missing do not share the place, but a product always lies with itself';

-- Databases that have the groups already get the second matrix; X is no longer at ease with another X.
insert into wms_storage_group_pair (level, a, b)
select 'BOX', a.code, b.code
  from (values ('A', 'AG'), ('B', 'B'), ('C', 'CG'), ('D', 'DG'), ('E', 'EG'), ('F', 'FG'), ('G', 'ACDEFGL'), ('L', 'GL')) m (code, beside)
  join wms_storage_group a on a.code = m.code
  join wms_storage_group b on position(b.code in m.beside) > 0;
delete from wms_storage_group_pair where level = 'CABINET' and a = 'X' and b = 'X';

create table wms_storage_rule (
  only_row boolean primary key default true check (only_row),
  rev integer not null default 1,
  version uuid not null default gen_random_uuid()
);
insert into wms_storage_rule default values;
comment on table wms_storage_rule is 'The state of both matrices: processes keep what they have read of them for as long as the version is the same';

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
