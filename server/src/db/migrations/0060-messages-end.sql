-- A message ends with its cause. A copy that nobody had read is then no longer in the inbox; one that was read says it is over.

alter table sys_message add column cause text;
comment on column sys_message.cause is 'What it warns of, such as batch:…; lifted, it ends every message that names it';
create index sys_message_about on sys_message (object_id) where object_id is not null;
create index sys_message_cause on sys_message (cause) where cause is not null;

alter table sys_message_copy add column ended_at timestamptz;
alter table sys_message_copy drop constraint sys_message_copy_state_check;
alter table sys_message_copy add constraint sys_message_copy_state_check
  check (state in ('NEW', 'READ', 'DELETED', 'CLEARED', 'RECALLED', 'ENDED'));
create index sys_message_copy_ended on sys_message_copy (ended_at) where ended_at is not null;

-- What waits for whoever applied is looked up by them.
create index wms_transaction_applicant_waits on wms_transaction (applicant_id)
  where deleted_at is null and state in ('RETURNED', 'EXECUTING', 'PARTIAL');

-- Messages of former versions do not name the kind of document and its goods; their texts now do.
update sys_message m set params = m.params || '{"goods": ""}'::jsonb || w.params
  from (values
    ('INBOUND', '{"what": {"zh": "入库申请", "en": "deposit request"}, "task": {"zh": "待上架", "en": "Ready to put away"},
                  "done": {"zh": "已入库", "en": "Received"}}'::jsonb),
    ('OUTBOUND', '{"what": {"zh": "出库申请", "en": "collection request"}, "task": {"zh": "待拣货", "en": "Ready to pick"},
                   "done": {"zh": "已出库", "en": "Issued"}}'),
    ('MOVE', '{"what": {"zh": "移库单", "en": "transfer"}, "task": {"zh": "待移库", "en": "Ready to move"},
               "done": {"zh": "已移库", "en": "Transferred"}}')) w(type, params)
 where m.template is not null and m.fc = 'transaction' and m.params ->> 'type' = w.type;
