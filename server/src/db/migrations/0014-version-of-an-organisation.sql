-- What an organisation has otherwise in the version that everybody reads; null leaves what is general.
create table sys_menu_org (
  org_id uuid not null references wms_org (id) on delete cascade,
  menu_id text not null references sys_menu (id) on delete cascade,
  name text,
  show boolean,
  primary key (org_id, menu_id)
);

create table sys_config_org (
  org_id uuid not null references wms_org (id) on delete cascade,
  code text not null references sys_config (code) on delete cascade,
  value text not null,
  primary key (org_id, code)
);
comment on table sys_config_org is 'Sent along only where the general entry is public and valid';
