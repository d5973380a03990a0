-- Which goods the flow register is about, and until when: lifting the control of a product takes nothing out of it that moved before.

create table wms_flow_lifted (
  product_id uuid not null references wms_product (id) on delete cascade,
  control_class text not null check (control_class in ('TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR')),
  lifted_at timestamptz not null,
  primary key (product_id, control_class)
);
comment on table wms_flow_lifted is 'When the control of a product was last lifted, written by a trigger: what moved before stays in the register and is reported';

create function wms_flow_lift() returns trigger language plpgsql as $$
begin
  insert into wms_flow_lifted (product_id, control_class, lifted_at)
    select old.id, flag, clock_timestamp()
      from unnest(old.control_flags) flag
     where flag in ('TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR') and flag <> all (new.control_flags)
  on conflict (product_id, control_class) do update set lifted_at = excluded.lifted_at;
  return null;
end $$;
create trigger wms_flow_lift after update of control_flags on wms_product
  for each row when (old.control_flags is distinct from new.control_flags) execute function wms_flow_lift();

create view wms_flow_goods as
  select g.id as product_id, flag as control_class, 'infinity'::timestamptz as until_at
    from wms_product g cross join unnest(g.control_flags) flag
  union all
  select x.product_id, x.control_class, x.lifted_at
    from wms_flow_lifted x join wms_product g on g.id = x.product_id
   where x.control_class <> all (g.control_flags);
comment on view wms_flow_goods is 'Products of each class; until_at: when the control of one was lifted, infinity where it is in force';
