alter table wms_transaction_record add column other_id uuid references sys_user (id);
comment on column wms_transaction_record.other_id is 'To whom a task was given or who was asked besides; of a decision, for whom it was taken';
