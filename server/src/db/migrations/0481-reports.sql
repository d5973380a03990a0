-- Reports: statements over the reporting views, how their columns are shown, who may run them, and who ran what.

create table sys_report (
  id uuid primary key,
  code text not null,
  name text not null,
  name_en text,
  description text,
  description_en text,
  category text,
  sql text not null,
  built jsonb,
  params jsonb not null default '[]',
  columns jsonb not null default '[]',
  chart jsonb not null default '{"type":"NONE","x":null,"y":[]}',
  row_limit integer not null default 1000 check (row_limit between 1 and 10000),
  seconds integer not null default 30 check (seconds between 1 and 300),
  roles text[] not null default '{}',
  state text not null default 'DRAFT' check (state in ('DRAFT', 'PUBLISHED')),
  shipped jsonb,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references sys_user (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references sys_user (id)
);
comment on column sys_report.built is 'What it was built of without SQL; null where its SQL was written';
comment on column sys_report.row_limit is 'Rows that a screen shows; files have all';
comment on column sys_report.roles is 'Whose holders may run it; rules may open it to others';
comment on column sys_report.shipped is 'As it came with the product; null: the site''s own';
create unique index sys_report_code_key on sys_report (code);

create table sys_report_run (
  id uuid primary key,
  report_id uuid references sys_report (id) on delete set null,
  code text not null,
  user_id uuid not null references sys_user (id),
  proxy_user_id uuid references sys_user (id),
  kind text not null check (kind in ('SCREEN', 'FILE', 'SCHEDULE', 'TRY')),
  state text not null check (state in ('DONE', 'FAILED', 'CANCELED')),
  params jsonb not null,
  row_count integer not null,
  ms integer not null,
  fault text,
  at timestamptz not null default now()
);
comment on column sys_report_run.code is 'Of the report as it was called then';
comment on column sys_report_run.fault is 'Code of the refusal';
create index sys_report_run_listed on sys_report_run (at desc, id desc);
create index sys_report_run_of on sys_report_run (report_id, at desc);

-- Installations that have their administrator's role already.
insert into sys_power (code, name, name_en, module)
  select 'POWER_REPORT_MANAGE', '报表管理', 'Manage reports', 'REPORT' where exists (select from sys_power);
insert into sys_role_power (role_code, power_code)
  select 'ROLE_ADMIN', 'POWER_REPORT_MANAGE' where exists (select from sys_role where code = 'ROLE_ADMIN')
  on conflict do nothing;
