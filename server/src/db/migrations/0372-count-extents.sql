-- Counts of what is of a category, or controlled in a way.

alter table wms_inventory
  add column category_ids uuid[] not null default '{}',
  add column control_flags text[] not null default '{}',
  drop constraint wms_inventory_scope_check,
  add constraint wms_inventory_scope_check check (
    scope in ('WAREHOUSE', 'CONTAINER', 'BOX', 'OWNER', 'PRODUCT', 'CATEGORY', 'CONTROL', 'ABC', 'RISK', 'RANDOM', 'DIFFERENCES')
  );
comment on column wms_inventory.category_ids is 'Categories whose goods are counted, with all below them';
