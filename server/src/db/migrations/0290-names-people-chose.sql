-- People change their own names; workbooks name people by them. By a name that somebody gave themselves nobody is meant.
alter table sys_user add column chosen_name text;
comment on column sys_user.chosen_name is 'The last name they gave themselves: while it is theirs, no workbook finds them by it';
