-- Orders and filters of lists that still read a whole table.

create index wms_transaction_delivery on wms_transaction using gin (lower(delivery_no) gin_trgm_ops);
-- Whose documents are of which type: an owner may have none of one, which their shares do not say.
create statistics wms_transaction_owner_type (mcv) on owner_org_id, type from wms_transaction;

-- What boxes are in use, and by whom. Its entries repeat, so that it is a tenth of the stock rows.
create index wms_product_box_occupied on wms_product_box (warehouse_id, owner_org_id, box_id) where qty > 0;

create index wms_batch_number on wms_batch ((batch_no collate wms_natural), id);

analyze wms_transaction;
