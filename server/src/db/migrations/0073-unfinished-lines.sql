-- Lines of a draft that are no lines yet: as they were typed, with the place they stand in. None are left once it is submitted.
alter table wms_transaction add column unfinished jsonb not null default '[]';
