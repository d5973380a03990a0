-- Stock of one product, what moved last first: without it a page of 500 rows read 4,400 to 6,400 buffers.
create index wms_product_box_product on wms_product_box (product_id, last_move_at, id) where qty > 0;
