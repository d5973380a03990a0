-- One index over all months of the log, of whom and what its rows are about: an index of each part would have to be planned and
-- opened in every month, for a person of whom twenty rows lie in three years.
create table sys_log_key (
  -- A hash, of what is done by a person with 1, of what a row is about with 0.
  key bigint not null,
  kind text not null,
  id bigint not null,
  at timestamptz not null,
  -- Whether a call did it, and no job.
  called boolean not null,
  acting boolean not null,
  entity text,
  primary key (key, kind, id) include (at, called, acting, entity)
)
-- What is new is asked for most, and read from the index alone once it was vacuumed.
with (autovacuum_vacuum_insert_scale_factor = 0.02);
-- Its rows come in the order of their numbers, so that those of a month that is dropped lie together.
create index sys_log_key_month on sys_log_key using brin (id) with (pages_per_range = 16);

create function sys_log_note_keys() returns trigger language plpgsql as $$
begin
  insert into sys_log_key
  select k.key, l.kind, l.id, l.at, l.action ~ '^[A-Z]+ /', l.kind = 'ACTING' or l.proxy_user_id is not null, l.entity
    from fresh l cross join lateral (values
      (hashtextextended(l.user_id::text, 1)),
      (hashtextextended(case when l.kind in ('ACTING', 'DATA', 'API', 'ERROR') then l.proxy_user_id::text end, 1)),
      (hashtextextended(l.entity_id, 0)),
      -- Rows of an import are called as its file.
      (hashtextextended(case when l.entity_id in ('import', 'undo') or l.entity = 'sys_import_run' then l.change ->> 'file' end, 0))
    ) k(key)
   where k.key is not null
  on conflict do nothing;
  return null;
end $$;

create trigger sys_log_keys after insert on sys_log
  referencing new table as fresh for each statement execute function sys_log_note_keys();

insert into sys_log_key
select distinct k.key, l.kind, l.id, l.at, l.action ~ '^[A-Z]+ /', l.kind = 'ACTING' or l.proxy_user_id is not null, l.entity
  from sys_log l cross join lateral (values
    (hashtextextended(l.user_id::text, 1)),
    (hashtextextended(case when l.kind in ('ACTING', 'DATA', 'API', 'ERROR') then l.proxy_user_id::text end, 1)),
    (hashtextextended(l.entity_id, 0)),
    (hashtextextended(case when l.entity_id in ('import', 'undo') or l.entity = 'sys_import_run' then l.change ->> 'file' end, 0))
  ) k(key)
 where k.key is not null
 order by l.id;

drop index sys_log_user, sys_log_proxy, sys_log_record;

-- Stock of then in the order of its quantity is read from the balances of a month until a page is full.
create index wms_stock_balance_qty on wms_stock_balance (at, qty, product_box_id);

-- What each owner has of a product in a warehouse: the groups of space, read without the stock rows themselves.
create index wms_product_box_space on wms_product_box (product_id, owner_org_id, warehouse_id) where qty > 0;

-- Copies are found by told_id: among those who are asked by name, each list of what waits read all that a person was told of.
drop index bpm_task_named;
create index bpm_task_named on bpm_task using gin (candidate_ids) with (fastupdate = off) where state = 'OPEN';
