-- A document is finished once all of it is done or the rest is given up, not with its first part.
update wms_transaction set finished_at = null where state = 'PARTIAL' and finished_at is not null;
update wms_transaction t set finished_at = r.at
  from (select transaction_id, min(at) filter (where to_state = 'DONE') as at from wms_transaction_record group by 1) r
 where r.transaction_id = t.id and t.state = 'DONE' and t.reverses_id is null and r.at - t.finished_at > interval '1 minute';
