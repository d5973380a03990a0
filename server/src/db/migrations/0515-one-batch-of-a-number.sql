-- A product has one batch of a number, in whatever letters it is written (decision 187). Batches that differ by their letters alone are
-- there already, each with entries of its own: they stay, numbered as twins from the one that was written first. A new one finds the first.
alter table wms_batch add column folded text not null generated always as (lower(batch_no collate "und-x-icu")) stored;
alter table wms_batch add column twin integer not null default 0;

update wms_batch b set twin = r.n
  from (select id, row_number() over (partition by product_id, folded order by created_at, id) - 1 as n from wms_batch) r
 where r.id = b.id and r.n > 0;

-- What is held or recalled of a number holds for all of it, the stricter first.
update wms_batch b set status = s.status, status_reason = s.status_reason, rev = b.rev + 1
  from (select distinct on (product_id, folded) product_id, folded, status, status_reason from wms_batch
         where status in ('HOLD', 'RECALLED') order by product_id, folded, status = 'RECALLED' desc, twin) s
 where s.product_id = b.product_id and s.folded = b.folded and (b.status = 'OK' or b.status = 'HOLD' and s.status = 'RECALLED');

alter table wms_batch drop constraint wms_batch_product_id_batch_no_key;
create unique index wms_batch_folded_key on wms_batch (product_id, folded, twin);
comment on column wms_batch.folded is 'What batches of a product are told apart by: their number in small letters';
comment on column wms_batch.twin is '0 but for batches of before 0515 that differ from an older one by their letters alone';
