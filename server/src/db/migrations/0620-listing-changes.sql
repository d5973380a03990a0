-- What an edit of a listing changed: old and new value of each field, as in the log.
alter table wms_org_product_event add column change jsonb;
