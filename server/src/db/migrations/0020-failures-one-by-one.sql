-- Each failure by itself, so that those within a time can be counted.
drop table sys_sign_in_failure;
create table sys_sign_in_failure (
  username text not null,
  ip text,
  at timestamptz not null default now()
);
create index sys_sign_in_failure_username on sys_sign_in_failure (username, at);
create index sys_sign_in_failure_ip on sys_sign_in_failure (ip, at);
comment on column sys_sign_in_failure.ip is 'As limits count addresses; null where a failure counts wherever it comes from';
