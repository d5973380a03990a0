-- Rules for entries of the menu: these have codes, or ids of their own, and no rows that a key could name.
alter table sys_rule drop constraint sys_rule_subject_type_check, drop constraint sys_rule_model;
alter table sys_rule
  add constraint sys_rule_subject_type_check
    check (subject_type in ('WMS_ORG', 'WMS_WAREHOUSE', 'WMS_CONTAINER', 'CATEGORY', 'MENU')),
  add constraint sys_rule_model check (
    (subject_model <> 'tree' or subject_type in ('WMS_CONTAINER', 'CATEGORY', 'MENU'))
    and (subject_model <> 'expr' or subject_type <> 'MENU')),
  add constraint sys_rule_looks check (subject_type <> 'MENU' or actions = '{SEE}');

create table sys_rule_entry (
  rule_id uuid not null references sys_rule (id) on delete cascade,
  entry_id text not null,
  primary key (rule_id, entry_id)
);
create index sys_rule_entry_id on sys_rule_entry (entry_id);
comment on table sys_rule_entry is 'Entries of the menu that were picked, of the models select and tree; what stands below one is known to the menu';
create trigger sys_rule_entry_notify_added after insert on sys_rule_entry referencing new table as changed
  for each statement execute function sys_rule_subject_notify();
create trigger sys_rule_entry_notify_taken after delete on sys_rule_entry referencing old table as changed
  for each statement execute function sys_rule_subject_notify();
