-- Where somebody at the warehouse is reached, whoever keeps it this month.
alter table wms_warehouse add column phone text;
