-- Organisations are kept by hand: they have versions, a remark, and what became of one that was merged.
alter table wms_org
  add column remark text,
  add column merged_into_id uuid references wms_org (id),
  add column search text not null default '',
  add column rev integer not null default 1,
  add column created_by uuid,
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid,
  add constraint wms_org_merged check (merged_into_id is null or (not valid and merged_into_id <> id));
comment on column wms_org.merged_into_id is 'Its people and quotas are there now; it stays for what names it';
comment on column wms_org.search is 'What the search box looks in: lower case, with pinyin from the first save on';
-- Nobody's rights change.
alter table wms_org disable trigger user;
update wms_org set search = lower(concat_ws(' ', code, name, name_en, contact, phone)), updated_at = created_at;
alter table wms_org enable trigger user;
create index wms_org_search on wms_org using gin (search gin_trgm_ops);
create index wms_org_merged_into on wms_org (merged_into_id) where merged_into_id is not null;
-- One for each order of the list.
create index wms_org_by_code on wms_org (code collate wms_natural, id);
create index wms_org_by_name on wms_org (name collate "zh-x-icu", id);
create index wms_org_by_english_name on wms_org ((coalesce(nullif(name_en, ''), name)) collate "zh-x-icu", id);
create index wms_org_by_updated on wms_org (updated_at, id);
-- What deleting one has to find.
create index wms_batch_supplier on wms_batch (supplier_org_id) where supplier_org_id is not null;
create index wms_transaction_supplier on wms_transaction (supplier_org_id) where supplier_org_id is not null;
create index wms_warehouse_box_owner on wms_warehouse_box (owner_org_id) where owner_org_id is not null;
create index wms_warehouse_of_org on wms_warehouse (org_id);

-- What led to a screen leads to two. An address that the site gave stays.
update sys_menu set url = null where code = 'user' and url = '/mg/user/mg';
