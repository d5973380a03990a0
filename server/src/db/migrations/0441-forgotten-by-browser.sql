-- What is asked for by a browser that is known counts for it alone: others behind its address go on.
alter table sys_password_request rename column ip to asked_from;
comment on column sys_password_request.asked_from is 'An address, or a known browser by the hash of what it shows';
