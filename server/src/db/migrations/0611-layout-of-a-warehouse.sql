-- The containers of a warehouse have a version: a process that knows it need not read them again.

create table wms_layout (
  warehouse_id uuid primary key references wms_warehouse on delete cascade,
  version uuid not null
);
comment on table wms_layout is 'Which version of its containers a warehouse has';
comment on column wms_layout.version is 'Random, and never used again: what a transaction read that was rolled back names nothing else';

insert into wms_layout select id, gen_random_uuid() from wms_warehouse;

create function wms_container_layout() returns trigger
  language plpgsql
as $$
begin
  insert into wms_layout (warehouse_id, version)
    select warehouse_id, gen_random_uuid() from (select distinct warehouse_id from changed order by 1) w
        on conflict (warehouse_id) do update set version = excluded.version;
  return null;
end $$;
create trigger wms_container_layout_added after insert on wms_container
  referencing new table as changed for each statement execute function wms_container_layout();
create trigger wms_container_layout_after after update on wms_container
  referencing new table as changed for each statement execute function wms_container_layout();
create trigger wms_container_layout_before after update on wms_container
  referencing old table as changed for each statement execute function wms_container_layout();
create trigger wms_container_layout_removed after delete on wms_container
  referencing old table as changed for each statement execute function wms_container_layout();
