-- Lists of documents read only the products whose marks they show, not the product of each line.
create index wms_product_marked on wms_product (id) where control_flags <> '{}' or hazard = 'UNKNOWN';
