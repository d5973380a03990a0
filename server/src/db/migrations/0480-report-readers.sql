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
  people boolean not null
);
comment on table sys_report_reader is 'Of the report that runs on a connection: written by the program before, deleted after. Without a row nothing is seen';
comment on column sys_report_reader.pid is 'Of the connection that the report runs on';
comment on column sys_report_reader.until_at is 'The row of a program that was killed says nothing to whoever gets its number later';
comment on column sys_report_reader.own_orgs is 'Whose drafts are seen as well';
comment on column sys_report_reader.orgs is 'Whose goods, history and documents are seen';
comment on column sys_report_reader.warehouses is 'Of which everything is seen';
comment on column sys_report_reader.goods_warehouses is 'Of which the goods that lie there now are seen';
comment on column sys_report_reader.people is 'Whether accounts and roles are seen';
