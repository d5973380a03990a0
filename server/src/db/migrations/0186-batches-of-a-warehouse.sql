-- Batches that lie, or once lay, in the warehouses of an organisation are known by the index alone: in its order, without a look at
-- the stock of each. It takes the place of one that named the batch only, so that a posting writes as many indexes as before.
create index wms_product_box_of_batch on wms_product_box (batch_id, warehouse_id);
drop index wms_product_box_batch;
