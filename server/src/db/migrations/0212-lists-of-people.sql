-- What few accounts are: found by these, not by reading all.
create index sys_user_by_identity on sys_user (identity) where deleted_at is null;
create index sys_user_disabled on sys_user (id) where state = 'DISABLED' and deleted_at is null;
create index sys_user_deleted on sys_user (id) where deleted_at is not null;
