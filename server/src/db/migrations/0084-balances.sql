-- What every stock row held at the beginning of each month, so that stock as it stood then need not be replayed from the ledger.

create table wms_stock_balance (
  at timestamptz not null,
  product_box_id uuid not null,
  qty numeric(18, 6) not null check (qty >= 0),
  moved_at timestamptz not null,
  ledger_seq bigint not null,
  primary key (at, product_box_id)
);
comment on table wms_stock_balance is
  'Follows from the ledger, which the proof compares it with; all rows of a moment are written at once';
comment on column wms_stock_balance.product_box_id is
  'A stock row, which is never deleted; a foreign key would look at a hundred thousand of them each month';
comment on column wms_stock_balance.at is 'The first moment of a month; a balance is that of all entries before it';
comment on column wms_stock_balance.ledger_seq is 'The last entry before it, moved_at the moment of that entry';
