-- What tells of steps and changes is written once. Rows of the log are deleted when they are as old as they are kept; none is
-- changed, and none of these tables is emptied.
create trigger sys_log_no_update before update on sys_log
  for each row execute function wms_append_only();
create trigger sys_log_no_truncate before truncate on sys_log
  for each statement execute function wms_append_only();
create trigger wms_ledger_block_no_truncate before truncate on wms_ledger_block
  for each statement execute function wms_append_only();
create trigger wms_transaction_record_no_truncate before truncate on wms_transaction_record
  for each statement execute function wms_append_only();
create trigger bpm_decision_no_truncate before truncate on bpm_decision
  for each statement execute function wms_append_only();
