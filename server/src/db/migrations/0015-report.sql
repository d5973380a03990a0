-- Statistics that follow from the ledger, and reports over what people may see.

-- Statistics: what the ledger says of days and months that are over. The rows follow from it; the fold writes them, and no posting does.
create table wms_stat_folded (
  until date not null,
  zone text not null
);
create unique index wms_stat_folded_one on wms_stat_folded ((true));
comment on table wms_stat_folded is 'One row: how far the ledger is folded; none before the first time';
comment on column wms_stat_folded.until is 'The first day that is not';
comment on column wms_stat_folded.zone is 'Whose days they are: in another one all is folded anew';

create table wms_stat_day (
  day date not null,
  warehouse_id uuid not null,
  owner_org_id uuid not null,
  base_unit text not null,
  flow text not null,
  entries integer not null,
  unpriced integer not null,
  qty numeric not null,
  value numeric not null,
  primary key (day, warehouse_id, owner_org_id, flow, base_unit)
);
comment on table wms_stat_day is 'Entries of the ledger by day, whose they are, where, and what became of the goods';
comment on column wms_stat_day.unpriced is 'Entries whose value is not known';

create table wms_stat_month (
  month date not null,
  warehouse_id uuid not null,
  owner_org_id uuid not null,
  product_id uuid not null,
  flow text not null,
  entries integer not null,
  unpriced integer not null,
  qty numeric not null,
  value numeric not null,
  primary key (month, warehouse_id, owner_org_id, product_id, flow)
);
create index wms_stat_month_owner on wms_stat_month (owner_org_id, month);
create index wms_stat_month_product on wms_stat_month (product_id, month);
comment on table wms_stat_month is 'The same by month and product';

-- Statistics value everything one way: at the moving average of what an organisation's arrivals of a product have cost.
create table wms_stat_price (
  owner_org_id uuid not null,
  product_id uuid not null,
  day date not null,
  seq bigint not null,
  price numeric(18, 6) not null,
  primary key (owner_org_id, product_id, day, seq)
);
comment on table wms_stat_price is
  'The average price of an organisation''s goods after each entry that changes it, of days that are folded';

create table wms_stat_pool (
  owner_org_id uuid not null,
  product_id uuid not null,
  qty numeric not null,
  price numeric(18, 6),
  primary key (owner_org_id, product_id)
);
comment on table wms_stat_pool is 'What an organisation had of a product, and its average price, at the end of what is folded';
comment on column wms_stat_pool.price is 'Null where nothing with a price has come';

create function wms_average_step(average numeric, start numeric, before numeric, qty numeric, paid numeric) returns numeric
  language plpgsql immutable parallel safe as $$
declare
  known constant numeric := coalesce(average, start);
  worth numeric;
begin
  if paid is null then
    return known;
  end if;
  if known is null or before <= 0 then
    return case when qty > 0 then round(paid, 6) else known end;
  end if;
  worth := before * known + qty * paid;
  return case when before + qty > 0 and worth >= 0 then round(worth / (before + qty), 6) else known end;
end $$;
comment on function wms_average_step is
  'The average price after an entry. Start: before the first one; before: how much there was; paid: null where the entry leaves the price alone';

create aggregate wms_average_price(start numeric, before numeric, qty numeric, paid numeric) (
  sfunc = wms_average_step, stype = numeric, parallel = safe
);

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
create unique index sys_report_code_key on sys_report (code);
comment on column sys_report.built is 'What it was built of without SQL; null where its SQL was written';
comment on column sys_report.row_limit is 'Rows that a screen shows; files have all';
comment on column sys_report.roles is 'Whose holders may run it; rules may open it to others';
comment on column sys_report.shipped is 'As it came with the product; null: the site''s own';

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
create index sys_report_run_listed on sys_report_run (at desc, id desc);
create index sys_report_run_of on sys_report_run (report_id, at desc);
comment on column sys_report_run.code is 'Of the report as it was called then';
comment on column sys_report_run.fault is 'Code of the refusal';

-- For whom a report is running on a connection, and what they may see. The reporting views ask here, by the number of the connection's
-- own process, which no statement can change; the login of reports can neither read nor write it.
create unlogged table sys_report_reader (
  pid integer primary key,
  until_at timestamptz not null,
  own_orgs uuid[] not null,
  orgs uuid[] not null,
  warehouses uuid[] not null,
  goods_warehouses uuid[] not null,
  containers uuid[] not null,
  categories uuid[] not null,
  people boolean not null,
  -- Names that reporting views show are those of the reader's language.
  lang text not null default 'zh' check (lang in ('zh', 'en'))
);
comment on table sys_report_reader is
  'Of the report that runs on a connection: written by the program before, deleted after. Without a row nothing is seen';
comment on column sys_report_reader.pid is 'Of the connection that the report runs on';
comment on column sys_report_reader.until_at is
  'The row of a program that was killed says nothing to whoever gets its number later';
comment on column sys_report_reader.own_orgs is 'Whose drafts are seen as well';
comment on column sys_report_reader.orgs is 'Whose goods, history and documents are seen';
comment on column sys_report_reader.warehouses is 'Of which everything is seen';
comment on column sys_report_reader.goods_warehouses is 'Of which the goods that lie there now are seen';
comment on column sys_report_reader.people is 'Whether accounts and roles are seen';

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
create index sys_report_plan_due on sys_report_plan (next_at) where active;
create index sys_report_plan_user on sys_report_plan (user_id) where user_id is not null;
create index sys_report_plan_report on sys_report_plan (report_id);
comment on column sys_report_plan.user_id is
  'Whose own it is, who sees in it what they see under their page role and organisation of then';
comment on column sys_report_plan.role_code is 'For everybody who has this role, each for themselves';
comment on column sys_report_plan.day is 'Of the week, from Monday; of the month, the last where it has fewer';
comment on column sys_report_plan.only_rows is 'Nothing is sent where it has no rows';
comment on column sys_report_plan.fault is 'Why it has stopped by itself';

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
create index sys_report_sending_open on sys_report_sending (due_at, id) where state in ('WAITING', 'RUNNING');
create index sys_report_sending_user on sys_report_sending (user_id, due_at desc);
create index sys_report_sending_plan on sys_report_sending (plan_id, due_at desc);
comment on column sys_report_sending.fault is 'Code of the refusal';
comment on column sys_report_sending.result is 'Columns and first rows as a screen shows them, in the language of whom it is for';

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
