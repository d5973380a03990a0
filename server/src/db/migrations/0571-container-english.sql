alter table wms_container add column name_en text;
comment on column wms_container.name_en is 'What those who read English are shown; null where the name does for both';
