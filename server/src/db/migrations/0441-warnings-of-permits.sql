-- Warnings of permits that end, or are nearly used up.

insert into wms_ews_kind (kind, weight, goods, threshold) values
  ('PERMIT_ENDS', 65, false, 30),
  ('PERMIT_USED', 55, false, 80);

-- Which permit it is: a warning stays in the history of its cause when the permit is deleted.
alter table wms_ews add column permit_id uuid
  generated always as (case when kind in ('PERMIT_ENDS', 'PERMIT_USED') then subject::uuid end) stored;
