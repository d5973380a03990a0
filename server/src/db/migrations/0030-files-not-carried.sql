-- What a person has stored that no submitted document carries is limited: a draft's files count, too.
drop index sys_file_unattached;
create index sys_file_not_carried on sys_file (created_by) where visibility <> 'ALL';
create index wms_transaction_attachments on wms_transaction using gin (attachments)
  where submitted_at is not null and deleted_at is null and attachments <> '{}';
create index wms_product_images on wms_product using gin (images);
