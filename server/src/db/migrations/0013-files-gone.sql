-- Files that nothing refers to go: the row first, and with it, in the same commit, the note that its bytes must follow.
create table sys_file_gone (
  id uuid primary key
);
comment on table sys_file_gone is 'Files whose row is deleted and whose bytes may still lie on the disk';

-- What nobody has taken over yet, by sender: there is a limit to it.
create index sys_file_unattached on sys_file (created_by) where org_id is null and visibility <> 'ALL';
create index sys_file_perishable on sys_file (created_at) where visibility <> 'ALL';

alter table sys_user add constraint sys_user_avatar foreign key (avatar_file_id) references sys_file (id);
