-- What a file of organisations says of members is taken after people.
alter table sys_nightly_file drop constraint sys_nightly_file_kind_check;
alter table sys_nightly_file add constraint sys_nightly_file_kind_check
  check (kind in ('GROUPS', 'PEOPLE', 'GROUP_MEMBERS', 'MEMBERS'));
