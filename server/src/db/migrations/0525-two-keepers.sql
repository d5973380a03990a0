-- Since when each product takes two keepers, written by triggers: the proof asks every later entry of it for both.
create table wms_two_keepers (
  product_id uuid primary key references wms_product (id) on delete cascade,
  since timestamptz not null default clock_timestamp()
);
comment on table wms_two_keepers is 'Products that take two keepers, and since when: highly toxic ones, and those whose hazards nobody has assessed';

create function wms_keep_two_keepers() returns trigger language plpgsql as $$
begin
  if 'TOXIC' = any (new.control_flags) or new.hazard = 'UNKNOWN' then
    insert into wms_two_keepers (product_id) values (new.id) on conflict do nothing;
  else
    delete from wms_two_keepers where product_id = new.id;
  end if;
  return null;
end $$;
create trigger wms_two_keepers_new after insert on wms_product for each row execute function wms_keep_two_keepers();
create trigger wms_two_keepers_changed after update on wms_product for each row
  when ((old.control_flags, old.hazard) is distinct from (new.control_flags, new.hazard)) execute function wms_keep_two_keepers();

insert into wms_two_keepers (product_id) select id from wms_product where 'TOXIC' = any (control_flags) or hazard = 'UNKNOWN';
