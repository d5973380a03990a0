-- As 0111 for batches: lines of open documents whose number differs by a dash or a space alone name the same batch.
update wms_transaction_line l
   set batch_no = w.no
  from wms_transaction t, wms_transaction_line o
 cross join lateral (select trim(regexp_replace(translate(normalize(o.batch_no, NFKC), '‐‑‒–—―−', '-------'), '\s+', ' ', 'g')) as no) w
 where t.id = l.transaction_id and o.id = l.id and t.state not in ('DONE', 'REJECTED', 'CANCELED') and l.batch_no <> w.no;
