-- What safety data sheets and catalogues say of a chemical beyond its group.

alter table wms_product add column other_cas text[] not null default '{}';
alter table wms_product add column catalog_no text;
alter table wms_product add column p_codes text[] not null default '{}';
alter table wms_product add column flash_point_c numeric(7, 2);
alter table wms_product add column boiling_point_c numeric(7, 2);
alter table wms_product add column lower_explosion_percent numeric(7, 4) check (lower_explosion_percent between 0 and 100);
alter table wms_product add column upper_explosion_percent numeric(7, 4) check (upper_explosion_percent between 0 and 100);
alter table wms_product add column iarc_group text check (iarc_group in ('1', '2A', '2B', '3'));
alter table wms_product add column exposure_limit text;
comment on column wms_product.other_cas is 'Of a mixture: the CAS numbers of its other parts';
comment on column wms_product.catalog_no is 'Serial number in the catalogue of hazardous chemicals (危险化学品目录)';
comment on column wms_product.exposure_limit is 'Occupational exposure limit with its unit, such as 20 ppm (TWA)';
