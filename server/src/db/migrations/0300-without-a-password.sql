-- People without a password are looked for when they have been moved in, and again for the few that are left.
create index sys_user_without_password on sys_user (id) where password_hash is null and deleted_at is null;
