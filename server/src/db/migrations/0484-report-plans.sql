-- Reports that come to the inbox by the clock: for whom and when, and what came.

create table sys_report_plan (
  id uuid primary key,
  report_id uuid not null references sys_report (id) on delete cascade,
  user_id uuid references sys_user (id) on delete cascade,
  role_code text references sys_role (code) on delete cascade,
  page_role text,
  org_id uuid references wms_org (id) on delete cascade,
  params jsonb not null default '{}',
  rhythm text not null check (rhythm in ('DAILY', 'WEEKLY', 'MONTHLY')),
  day integer,
  hour integer not null check (hour between 0 and 23),
  only_rows boolean not null default false,
  active boolean not null default true,
  next_at timestamptz not null,
  fault text,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references sys_user (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references sys_user (id),
  constraint sys_report_plan_whose check (num_nonnulls(user_id, role_code) = 1),
  constraint sys_report_plan_day check (case rhythm
    when 'DAILY' then day is null
    when 'WEEKLY' then day is not null and day between 1 and 7
    else day is not null and day between 1 and 31 end)
);
comment on column sys_report_plan.user_id is 'Whose own it is, who sees in it what they see under their page role and organisation of then';
comment on column sys_report_plan.role_code is 'For everybody who has this role, each for themselves';
comment on column sys_report_plan.day is 'Of the week, from Monday; of the month, the last where it has fewer';
comment on column sys_report_plan.only_rows is 'Nothing is sent where it has no rows';
comment on column sys_report_plan.fault is 'Why it has stopped by itself';
create index sys_report_plan_due on sys_report_plan (next_at) where active;
create index sys_report_plan_user on sys_report_plan (user_id) where user_id is not null;
create index sys_report_plan_report on sys_report_plan (report_id);

create table sys_report_sending (
  id uuid primary key,
  plan_id uuid references sys_report_plan (id) on delete set null,
  report_id uuid references sys_report (id) on delete set null,
  user_id uuid not null references sys_user (id) on delete cascade,
  page_role text,
  org_id uuid references wms_org (id) on delete cascade,
  params jsonb not null,
  only_rows boolean not null,
  due_at timestamptz not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'EMPTY', 'FAILED')),
  tries integer not null default 0,
  begun_at timestamptz,
  done_at timestamptz,
  fault text,
  row_count integer,
  result jsonb,
  constraint sys_report_sending_once unique nulls not distinct (plan_id, user_id, org_id, due_at)
);
comment on column sys_report_sending.result is 'Columns and first rows as a screen shows them, in the language of whom it is for';
comment on column sys_report_sending.fault is 'Code of the refusal';
create index sys_report_sending_open on sys_report_sending (due_at, id) where state in ('WAITING', 'RUNNING');
create index sys_report_sending_user on sys_report_sending (user_id, due_at desc);
create index sys_report_sending_plan on sys_report_sending (plan_id, due_at desc);

-- The first moment after another that a rhythm names, in the time zone of the session: that of the site.
create function sys_report_next(rhythm text, day integer, hour integer, after timestamptz) returns timestamptz language sql stable as $$
  select min(t) from (
    select (case rhythm
        when 'DAILY' then date_trunc('day', after::timestamp) + make_interval(days => n)
        when 'WEEKLY' then date_trunc('week', after::timestamp) + make_interval(days => 7 * n + day - 1)
        else m + make_interval(days => least(day, extract(day from m + interval '1 month - 1 day')::integer) - 1)
      end + make_interval(hours => hour))::timestamptz as t
      from (select n, date_trunc('month', after::timestamp) + make_interval(months => n) as m from generate_series(0, 1) n) x) y
   where t > after
$$;
comment on function sys_report_next is 'When a report is sent next';
