-- Blocks carry the signature of the installation. Those before this file have none: the chain holds them, and the first signed
-- block signs what they come to.

alter table wms_ledger_block add column signature bytea, add column key_id text, add check ((signature is null) = (key_id is null));
comment on column wms_ledger_block.signature is
  'ed25519 over "kuwei ledger block <no> " and the hash, by the key of the installation, which is kept outside the database';
comment on column wms_ledger_block.key_id is 'First 16 hex digits of sha256 over the public key';

-- The same condition, in the form in which the database says it back: the proof compares the two.
drop trigger wms_product_box_update on wms_product_box;
create trigger wms_product_box_update before update on wms_product_box
  for each row when (
    old.product_id is distinct from new.product_id or old.batch_id is distinct from new.batch_id
    or old.owner_org_id is distinct from new.owner_org_id or old.box_id is distinct from new.box_id
    or old.qty is distinct from new.qty or old.reserved is distinct from new.reserved
    or old.ledger_seq is distinct from new.ledger_seq)
  execute function wms_only_posting();
