-- Statistics that ask for no owner read sums without owners, and stock is reckoned from what there was at the end of what is folded.

create table wms_stat_product (
  month date not null,
  warehouse_id uuid not null,
  product_id uuid not null,
  flow text not null,
  entries integer not null,
  unpriced integer not null,
  qty numeric not null,
  value numeric not null,
  primary key (month, warehouse_id, product_id, flow)
);
comment on table wms_stat_product is 'wms_stat_month of all owners together';
create index wms_stat_product_of on wms_stat_product (product_id, month);

create table wms_stat_holding (
  warehouse_id uuid not null,
  owner_org_id uuid not null,
  product_id uuid not null,
  qty numeric not null,
  primary key (warehouse_id, owner_org_id, product_id)
);
comment on table wms_stat_holding is 'What an organisation had of a product in a warehouse at the end of what is folded';
create index wms_stat_holding_owner on wms_stat_holding (owner_org_id);

insert into wms_stat_product
select month, warehouse_id, product_id, flow, sum(entries), sum(unpriced), sum(qty), sum(value) from wms_stat_month group by 1, 2, 3, 4;
insert into wms_stat_holding
select warehouse_id, owner_org_id, product_id, sum(qty) from wms_stat_month group by 1, 2, 3;
