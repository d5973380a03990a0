-- An import changes what follows from a form as well: who has assessed a product, and when. An undo gives that back, too.
alter table sys_import_record add column besides jsonb;
comment on column sys_import_record.besides is 'What the record said besides its form before the import; null where nothing is known of it';
