-- Statistics: what the ledger says of days and months that are over. The rows follow from it; the fold writes them, and no posting does.

create table wms_stat_folded (
  until date not null,
  zone text not null
);
create unique index wms_stat_folded_one on wms_stat_folded ((true));
comment on table wms_stat_folded is 'One row: how far the ledger is folded; none before the first time';
comment on column wms_stat_folded.until is 'The first day that is not';
comment on column wms_stat_folded.zone is 'Whose days they are: in another one all is folded anew';

create table wms_stat_day (
  day date not null,
  warehouse_id uuid not null,
  owner_org_id uuid not null,
  base_unit text not null,
  flow text not null,
  entries integer not null,
  unpriced integer not null,
  qty numeric not null,
  value numeric not null,
  primary key (day, warehouse_id, owner_org_id, flow, base_unit)
);
comment on table wms_stat_day is 'Entries of the ledger by day, whose they are, where, and what became of the goods';
comment on column wms_stat_day.unpriced is 'Entries without a price, which are not in the value';

create table wms_stat_month (
  month date not null,
  warehouse_id uuid not null,
  owner_org_id uuid not null,
  product_id uuid not null,
  flow text not null,
  entries integer not null,
  unpriced integer not null,
  qty numeric not null,
  priced_qty numeric not null,
  value numeric not null,
  primary key (month, warehouse_id, owner_org_id, product_id, flow)
);
comment on table wms_stat_month is 'The same by month and product';
create index wms_stat_month_owner on wms_stat_month (owner_org_id, month);
create index wms_stat_month_product on wms_stat_month (product_id, month);

-- Lead times are those of documents that were finished in a span.
create index wms_transaction_finished on wms_transaction (finished_at) where finished_at is not null;
