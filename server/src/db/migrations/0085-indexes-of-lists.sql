-- Indexes for the orders and filters of the lists: a first page reads what it shows, not all there is.

-- In either direction, beside the one by number.
drop index wms_transaction_type;
create index wms_transaction_created on wms_transaction (type, created_at, id) where deleted_at is null;
create index wms_transaction_numbered on wms_transaction (type, no, id) where deleted_at is null;
create index wms_transaction_updated on wms_transaction (type, updated_at, id) where deleted_at is null;
create index wms_transaction_state on wms_transaction (type, state, id) where deleted_at is null;
-- What may be empty stands last in both directions.
create index wms_transaction_submitted on wms_transaction (type, submitted_at, id) where deleted_at is null;
create index wms_transaction_submitted_last on wms_transaction (type, submitted_at desc nulls last, id desc) where deleted_at is null;
create index wms_transaction_planned on wms_transaction (type, plan_date, id) where deleted_at is null;
create index wms_transaction_planned_last on wms_transaction (type, plan_date desc nulls last, id desc) where deleted_at is null;

create index wms_transaction_applicant on wms_transaction (applicant_id, type, created_at, id) where deleted_at is null;
create index wms_transaction_controlled on wms_transaction (type, created_at, id) where deleted_at is null and controlled;
create index wms_transaction_due on wms_transaction (type, plan_date)
  where deleted_at is null and state not in ('DONE', 'REJECTED', 'CANCELED');
create index wms_transaction_purchase on wms_transaction using gin (lower(purchase_no) gin_trgm_ops);
create index wms_transaction_line_batch on wms_transaction_line using gin (lower(batch_no) gin_trgm_ops);

create index wms_product_box_withheld on wms_product_box (last_move_at, id) where qty > 0 and (frozen or reserved >= qty);
-- What lies in a box, without looking at the rows: for containers, warehouses and boxes in the order of how full they are.
create index wms_product_box_lying on wms_product_box (box_id) include (product_id, owner_org_id, qty) where qty > 0;
