-- The second keeper confirms that goods are handled, or that what was handled is taken back: one is not the other.
alter table wms_transaction add column cosigned_for text check (cosigned_for in ('FINISH', 'REVERSAL'));
update wms_transaction set cosigned_for = case when state = 'DONE' then 'REVERSAL' else 'FINISH' end where cosigned_by is not null;
alter table wms_transaction add check ((cosigned_by is null) = (cosigned_for is null));
comment on column wms_transaction.cosigned_for is 'What the second keeper confirmed: that goods are put away or leave, or that it is taken back';
