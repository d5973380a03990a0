-- Failures are also counted for an address, whatever the account.
create index sys_sign_in_failure_ip on sys_sign_in_failure (ip, last_at);
