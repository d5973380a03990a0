-- The flow register (流向登记) of controlled goods: months of it that are closed, and what of it was reported to the police. What stands
-- in it is read from the ledger; only what was said of it is kept here.

create table wms_flow_close (
  id uuid primary key,
  warehouse_id uuid not null references wms_warehouse (id),
  control_class text not null check (control_class in ('TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR')),
  month date not null check (month = date_trunc('month', month)::date),
  from_at timestamptz not null,
  until_at timestamptz not null,
  product_ids uuid[] not null,
  figures jsonb not null,
  entries integer not null,
  digest text not null,
  hash text not null,
  closed_by uuid not null references sys_user (id),
  closed_as uuid not null references sys_user (id),
  closed_at timestamptz not null default now(),
  signed_by uuid references sys_user (id),
  signed_at timestamptz,
  reopened_by uuid references sys_user (id),
  reopened_at timestamptz,
  reason text,
  rev integer not null default 1,
  check (from_at < until_at),
  check (signed_by <> closed_by and signed_by <> closed_as),
  check ((reopened_at is null) = (reason is null))
);
create unique index wms_flow_close_month_key on wms_flow_close (warehouse_id, control_class, month) where reopened_at is null;
comment on table wms_flow_close is 'Months of the flow register that were closed; those that were opened again stay, with the reason';
comment on column wms_flow_close.product_ids is 'The class as it was then: a product that comes into it later changes no month that is closed';
comment on column wms_flow_close.figures is 'For each product with anything to say: opening, in, out, closing, entries';
comment on column wms_flow_close.closed_by is 'Who really did it; closed_as: as whom';
comment on column wms_flow_close.digest is 'sha256 over wms_ledger_digest() of the entries, in order of seq';
comment on column wms_flow_close.hash is 'sha256 over all of this and the hash of the month before';

create table wms_flow_report (
  id uuid primary key,
  warehouse_id uuid not null references wms_warehouse (id),
  control_class text not null check (control_class in ('TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR')),
  number text not null,
  filed_on date not null,
  note text,
  entries integer not null,
  withdrawn_by uuid references sys_user (id),
  withdrawn_at timestamptz,
  reason text,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null references sys_user (id),
  check ((withdrawn_at is null) = (reason is null))
);
create index wms_flow_report_warehouse on wms_flow_report (warehouse_id, control_class, created_at);
comment on table wms_flow_report is 'What was reported to the police; of one that was withdrawn the entries are to be reported again';

create table wms_flow_reported (
  seq bigint not null references wms_ledger (seq),
  control_class text not null,
  report_id uuid not null references wms_flow_report (id),
  primary key (seq, control_class)
);
create index wms_flow_reported_report on wms_flow_reported (report_id);
comment on table wms_flow_reported is 'Entries of the ledger that stand in a report, each in one for each class';

insert into wms_ews_kind (kind, weight, goods, threshold) values ('FLOW_REPORT', 75, false, null);
alter table wms_ews add column control_class text
  generated always as (case when kind = 'FLOW_REPORT' then split_part(subject, '/', 2) end) stored;

-- A site that is at work reports from here on what moves from here on.
with since as (
  insert into sys_config (code, value)
    select 'WMS_FLOW_REPORT_FROM', to_jsonb(to_char(current_date, 'YYYY-MM-DD')) where exists (select from wms_ledger)
  on conflict do nothing returning code, value)
insert into sys_config_history (code, rev, value, kind, reason)
  select code, 2, value, 'SET', '升级：此前的流向不再补报 Upgrade: what moved before is not reported belatedly' from since;
