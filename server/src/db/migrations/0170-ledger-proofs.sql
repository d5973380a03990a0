-- Proofs of the ledger: each that ran, and what the next one may go on from.

create table wms_ledger_proof (
  id uuid primary key,
  kind text not null check (kind in ('FULL', 'INCREMENT')),
  asked_by uuid references sys_user (id),
  begun_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  parts integer not null default 0,
  parts_done integer not null default 0,
  ok boolean,
  result jsonb
);
create index wms_ledger_proof_kind on wms_ledger_proof (kind, begun_at desc);
comment on column wms_ledger_proof.asked_by is 'Null: by the clock';
comment on column wms_ledger_proof.seen_at is 'While it runs, when it was last heard of';

-- Up to where everything has been proved, signed with the key that is not in the database.
create table wms_ledger_proved (
  one boolean primary key default true check (one),
  block_no bigint not null,
  last_seq bigint not null,
  block_hash bytea not null,
  balances bytea not null,
  proved_at timestamptz not null,
  full_at timestamptz not null,
  signature bytea not null,
  key_id text not null
);
comment on column wms_ledger_proved.balances is 'sha256 over wms_ledger_proved_stock';
comment on column wms_ledger_proved.full_at is 'When all of it was proved last, and not only what had come';

create table wms_ledger_proved_stock (
  product_box_id uuid primary key,
  qty numeric(18, 6) not null,
  ledger_seq bigint not null
);
comment on table wms_ledger_proved_stock is 'What each stock row held after the last entry of the proved block';
