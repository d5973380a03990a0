alter table wms_warehouse add column name_en text;
comment on column wms_warehouse.name_en is 'What those who read English are shown; null where the name does for both';

-- Windows for choosing a product go by the name that is shown.
create index wms_product_name_en on wms_product ((coalesce(nullif(name_en, ''), name)) collate "zh-x-icu");
