-- The guide from an empty database to the first deposit: what of it is done is asked from the data, what is passed over is kept.
create table sys_first_steps (
  one boolean primary key default true check (one),
  skipped text[] not null default '{}',
  closed boolean not null default false,
  updated_at timestamptz not null default now(),
  updated_by uuid references sys_user (id)
);
insert into sys_first_steps default values;
