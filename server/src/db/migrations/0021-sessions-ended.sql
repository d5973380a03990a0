-- A sign-in that has only begun is ended with the sessions.
alter table sys_user add sessions_ended_at timestamptz;
comment on column sys_user.sessions_ended_at is 'When all sessions were ended last; a second step that was begun before is not taken any more';
