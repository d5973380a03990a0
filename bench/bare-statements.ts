// Statements of the bare server: the best hand-written SQL we know for the same replies. Each is prepared once, with one generic
// plan.

import { DOCUMENT } from './document-read.ts';

/** Statements by name; parameters are the path segments after the name. */
export interface Reads {
  /** Lists return `total`, counted up to `CAP`, in each row. */
  [name: string]: string;
}

const STOCK = (price: string): string => `
  s.id, s.product_id as "productId", p.code as "productCode", p.name as "productName", p.spec, p.cas, p.base_unit as "baseUnit",
  p.storage_group as "storageGroup", p.control_flags as "controlFlags", p.h_codes as "hCodes", s.batch_id as "batchId",
  t.batch_no as "batchNo", t.status as "batchStatus", t.expires_on::text as "expiresOn", s.owner_org_id as "ownerOrgId",
  o.name as "ownerOrgName", s.warehouse_id as "warehouseId", w.name as "warehouseName", s.box_id as "boxId", b.code as "boxCode",
  b.container_id as "containerId", n.name as "containerName", s.frozen, s.frozen_reason as "frozenReason",
  s.deposit_until::text as "depositUntil", s.note, s.rev, s.qty, s.reserved,
  case when s.frozen or t.status <> 'OK' then 0 else s.qty - s.reserved end as available,
  case when s.reserved > 0 then coalesce((
    select json_agg(json_build_object('id', c.id, 'no', c.no, 'state', c.state, 'held', trim_scale(c.held)::text) order by c.no)
      from wms_after_sales c where c.product_box_id = s.id and c.state in ('SUBMITTED', 'PROCESSING')), '[]') else '[]' end as cases,
  p.hazard <> 'UNKNOWN' as assessed, o.valid as "ownerValid",
  wms_box_count(b.id, b.lock_reason) as count,
  false as guest, s.first_in_at as "firstInAt", s.last_move_at as "lastMoveAt"${price}`;

const JOINS = `
  join wms_product p on p.id = s.product_id join wms_batch t on t.id = s.batch_id join wms_org o on o.id = s.owner_org_id
  join wms_warehouse w on w.id = s.warehouse_id join wms_warehouse_box b on b.id = s.box_id join wms_container n on n.id = b.container_id`;

const SIZE = 20;
const CAP = 1_000;

/** A page of stock: selects keys first, joins the rest to those only, and counts up to a cap. */
const page = (where: string, by: string): string => `
  with page as materialized (
    select s.id, ${by} as k from wms_product_box s where s.qty > 0 and ${where} order by ${by} desc, s.id desc
     limit ${SIZE} offset ($2::int - 1) * ${SIZE})
  select ${STOCK(`, (select count(*)::int from (select from wms_product_box s where s.qty > 0 and ${where} limit ${CAP + 1}) x) as total`)}
    from page join wms_product_box s on s.id = page.id ${JOINS} order by page.k desc, page.id desc`;

/** Lists take an id and a page number. */
export const bareReads: Reads = {
  warehouse: page('s.warehouse_id = $1', 's.last_move_at'),
  product: page('s.product_id = $1', 's.last_move_at'),
  byQuantity: page('s.warehouse_id = $1', 's.qty'),
  get: `select ${STOCK('')} from wms_product_box s ${JOINS} where s.id = $1`,
  document: DOCUMENT,
};

/** Statements of one transaction, in order; `$1` is the document, `$2` is `second`. */
export interface Write {
  statements: readonly string[];
  second: string;
}

/** Lines of a document with their boxes. */
const LINES = `
  from wms_transaction d join wms_transaction_line l on l.transaction_id = d.id
  join wms_transaction_line_box x on x.line_id = l.id
  join wms_batch b on b.product_id = l.product_id and b.folded = '-' and b.twin = 0`;
const POSTED = `
  select gen_random_uuid(), l.product_id, b.id, d.owner_org_id, x.box_id, d.warehouse_id, x.qty, clock_timestamp(), clock_timestamp()
    ${LINES} where d.id = $1 and $2::uuid is not null`;
const ENTRIES = `
  insert into wms_ledger (at, kind, transaction_id, line_id, product_box_id, product_id, batch_id, owner_org_id, box_id, warehouse_id,
                          qty_delta, qty_after, unit_price, actor1_id)
  select s.last_move_at, 'IN', d.id, l.id, s.id, s.product_id, s.batch_id, s.owner_org_id, s.box_id, s.warehouse_id, x.qty, s.qty,
         l.unit_price, $2 ${LINES}
    join wms_product_box s on (s.product_id, s.batch_id, s.owner_org_id, s.box_id) = (l.product_id, b.id, d.owner_org_id, x.box_id)
   where d.id = $1 returning seq, product_box_id`;

/**
 * Writes of the bare server. They change stock, ledger and document like ours, without rights, messages or log.
 * @param stockId the contended row
 */
export const bareWrites = ({ keeperId, stockId }: { keeperId: string; stockId: string }): Record<string, Write> => ({
  /** Posting as separate statements, with begin and commit. */
  finish: {
    second: keeperId,
    statements: [
      `select id, owner_org_id from wms_transaction where id = $1 and state = 'EXECUTING' and $2::uuid is not null for update`,
      `insert into wms_batch (id, product_id, batch_no)
         select gen_random_uuid(), l.product_id, '-' from wms_transaction_line l
          where l.transaction_id = $1 and $2::uuid is not null
            and not exists (select from wms_batch b where b.product_id = l.product_id and b.folded = '-')
         on conflict do nothing`,
      `insert into wms_product_box as s (id, product_id, batch_id, owner_org_id, box_id, warehouse_id, qty, first_in_at, last_move_at)
         ${POSTED} on conflict (product_id, batch_id, owner_org_id, box_id) do update
           set qty = s.qty + excluded.qty, first_in_at = case when s.qty = 0 then excluded.first_in_at else s.first_in_at end,
               last_move_at = excluded.last_move_at`,
      `with entries as (${ENTRIES})
       update wms_product_box s set ledger_seq = e.seq from entries e where s.id = e.product_box_id`,
      `update wms_transaction_line_box x set qty_done = x.qty from wms_transaction_line l
        where l.transaction_id = $1 and x.line_id = l.id and $2::uuid is not null`,
      `update wms_transaction_line set qty_done = qty where transaction_id = $1 and $2::uuid is not null`,
      `insert into wms_transaction_record (transaction_id, round, actor_id, action, from_state, to_state)
         values ($1, 1, $2, 'finish', 'EXECUTING', 'DONE')`,
      `update wms_transaction set state = 'DONE', rev = rev + 1, finished_at = now()
        where id = $1 and $2::uuid is not null returning id, rev, state`,
    ],
  },
  /** The same as one prepared function. */
  finishInOne: { second: keeperId, statements: ['select * from bench_finish($1, $2)'] },
  /** Lock the stock row, check, reserve, record. */
  reserve: {
    second: stockId,
    statements: [
      'select qty, reserved, $1::uuid from wms_product_box where id = $2 for update',
      'update wms_product_box set reserved = reserved + 1 where id = $2 and $1::uuid is not null',
      `with l as (select id from wms_transaction_line where transaction_id = $1),
            x as (insert into wms_transaction_line_box (id, line_id, product_box_id, qty, reserved) select gen_random_uuid(), id, $2, 1, 1 from l)
       update wms_transaction set state = 'SUBMITTED', rev = rev + 1, submitted_at = now() where id = $1 returning id, rev, state`,
    ],
  },
});

/** The same statements as one database function: planned once, one round trip. */
const FINISH = bareWrites({ keeperId: '', stockId: '' })['finish']!.statements.slice(0, -1);
export const BENCH_FINISH = `
  create or replace function bench_finish(p_id uuid, p_keeper uuid) returns table (id uuid, rev integer, state text)
    language plpgsql as $$
  #variable_conflict use_column
  begin
    ${FINISH.map(
      (text) =>
        `${text
          .replace(/^select/, 'perform')
          .replaceAll('$1', 'p_id')
          .replaceAll('$2', 'p_keeper')};`,
    ).join('\n')}
    return query update wms_transaction t set state = 'DONE', rev = t.rev + 1, finished_at = now() where t.id = p_id returning t.id, t.rev, t.state;
  end $$`;
