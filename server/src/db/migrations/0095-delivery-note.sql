-- The number on the paper that comes with the goods.
alter table wms_transaction add column delivery_no text;
