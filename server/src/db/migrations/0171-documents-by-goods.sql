-- Documents by goods, by a text or by whose they are, found by what indexes know of them: which documents a product is in, and of an
-- owner or a warehouse their ids as well. Entries of a product stand in the order of their rows, so that what says whether all may be
-- seen is not looked up for each of them anew.
drop index wms_transaction_line_product;
create index wms_transaction_line_product on wms_transaction_line (product_id) include (transaction_id);

drop index wms_transaction_owner;
create index wms_transaction_owner on wms_transaction (owner_org_id, type, created_at, id) where deleted_at is null;
-- What a warehouse sees: not the drafts of others.
drop index wms_transaction_warehouse;
create index wms_transaction_warehouse on wms_transaction (warehouse_id, type, created_at, id)
  where deleted_at is null and (submitted_at is not null or type = 'MOVE');
