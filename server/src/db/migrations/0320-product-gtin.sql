-- The barcode on a bottle: until now packs alone had one, so that what came off a bottle found nothing.
alter table wms_product add column gtin text;
