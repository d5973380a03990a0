-- Statistics value everything one way: at the moving average of what an organisation's arrivals of a product have cost.

create table wms_stat_price (
  owner_org_id uuid not null,
  product_id uuid not null,
  day date not null,
  seq bigint not null,
  price numeric(18, 6) not null,
  primary key (owner_org_id, product_id, day, seq)
);
comment on table wms_stat_price is 'The average price of an organisation''s goods after each entry that changes it, of days that are folded';

create table wms_stat_pool (
  owner_org_id uuid not null,
  product_id uuid not null,
  qty numeric not null,
  price numeric(18, 6),
  primary key (owner_org_id, product_id)
);
comment on table wms_stat_pool is 'What an organisation had of a product, and its average price, at the end of what is folded';
comment on column wms_stat_pool.price is 'Null where nothing with a price has come';

-- All is folded anew.
delete from wms_stat_folded;
delete from wms_stat_day;
delete from wms_stat_month;
alter table wms_stat_month drop column priced_qty;
comment on column wms_stat_day.unpriced is 'Entries whose value is not known';

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
