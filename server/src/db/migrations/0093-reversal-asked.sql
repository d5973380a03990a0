-- Taking back highly toxic goods needs a second storekeeper, who is asked for it: the version of the document that was asked about.
alter table wms_transaction add column reversal_asked_rev integer;
create index wms_transaction_reversal_asked on wms_transaction (warehouse_id) where reversal_asked_rev is not null;
