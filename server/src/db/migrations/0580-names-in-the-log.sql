-- The log is searched by what its rows show: each kind of record is looked up by its code or name, deleted ones too.
create index wms_product_coded on wms_product (code);
create index wms_batch_folded on wms_batch (folded);
create index wms_ews_box on wms_ews (box_id) where box_id is not null;
create index wms_ews_transaction on wms_ews (transaction_id) where transaction_id is not null;
create index wms_ews_of_warehouse on wms_ews (warehouse_id) where product_id is null and box_id is null and transaction_id is null;
create index bpm_task_about on bpm_task (biz_id);
create index sys_message_titled on sys_message (title) where sender_id is not null;
create index sys_file_named on sys_file (name);
create index sys_session_forced on sys_session (user_id) where end_reason = 'FORCED';
create index sys_import_file on sys_import (file);
