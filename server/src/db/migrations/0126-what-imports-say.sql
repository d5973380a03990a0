-- What entries of dictionaries and categories were called: workbooks that were exported or written before go on being understood.
alter table sys_dic_field add column former text[] not null default '{}';
comment on column sys_dic_field.former is 'Names that it had';
alter table wms_category add column former text[] not null default '{}';
comment on column wms_category.former is 'Names and codes that it had';

-- A price has six decimals wherever it is entered; here the last two were rounded off, and the log said otherwise.
alter table wms_product alter column price type numeric(18, 6);
