-- How the last run of each job by the clock went: the queue forgets those that went well.
create table sys_job_run (
  name text primary key,
  at timestamptz not null,
  ms integer not null,
  error text
);
comment on table sys_job_run is 'In no backup, and left as it is by a restore';
comment on column sys_job_run.at is 'When it ended';
comment on column sys_job_run.error is 'Null where it went well';
