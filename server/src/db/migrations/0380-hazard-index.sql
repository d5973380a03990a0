-- How near a warehouse comes to a major hazard installation: S, the sum of what lies there of each hazardous product, in shares of its
-- critical quantity (GB 18218, 4.2). One rule: figures and warnings read this view.

create view wms_hazard_load as
  select s.warehouse_id, s.product_id, sum(s.qty) as qty, p.critical_qty_t,
         sum(s.qty) * nullif(p.unit_mass_kg, 0) / 1000 as mass_t,
         sum(s.qty) * nullif(p.unit_mass_kg, 0) / 1000 / p.critical_qty_t as share
    from wms_product_box s join wms_product p on p.id = s.product_id
   where s.qty > 0 and (p.hazard <> 'HARMLESS' or p.critical_qty_t is not null)
   group by s.warehouse_id, s.product_id, p.critical_qty_t, p.unit_mass_kg;
comment on view wms_hazard_load is 'Hazardous goods in each warehouse, whoever owns them, held and frozen ones too; a share is null where critical quantity or mass is not known';

-- Those that can be added up are few among all products.
create index wms_product_critical on wms_product (id) where critical_qty_t is not null;

insert into wms_ews_kind (kind, weight, goods, threshold) values ('S_INDEX', 88, false, null);
