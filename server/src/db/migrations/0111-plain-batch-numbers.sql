-- Full-width characters, dashes and spaces of batch numbers are plain from here on: those entered before are found by the plain
-- number as well. Where a product has a batch of the plain number already, each stays the batch that it is.
with written as (
  select b.id, b.batch_no <> w.no as differs, w.no, row_number() over (partition by b.product_id, w.no order by b.batch_no <> w.no, b.id) as n
    from wms_batch b
   cross join lateral (select trim(regexp_replace(translate(normalize(b.batch_no, NFKC), '‐‑‒–—―−', '-------'), '\s+', ' ', 'g')) as no) w
)
update wms_batch b set batch_no = w.no from written w where w.id = b.id and w.n = 1 and w.differs;

update wms_transaction_line l
   set batch_no = trim(regexp_replace(translate(normalize(l.batch_no, NFKC), '‐‑‒–—―−', '-------'), '\s+', ' ', 'g'))
  from wms_transaction t
 where t.id = l.transaction_id and t.state not in ('DONE', 'REJECTED', 'CANCELED') and l.batch_no is not nfkc normalized;
