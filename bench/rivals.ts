// What the bare server asks of the database: the best SQL that we know for the same answers, written by hand for each question,
// with its values in the text where it is asked again and again, so that it is planned once and planned right.

import { DOCUMENT } from './document-read.ts';

/** Statements by name. `$1` is the second part of the path, where there is one. */
export interface Reads {
  /** Gives `total`, counted up to `cap`, with each row. */
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
  s.first_in_at as "firstInAt", s.last_move_at as "lastMoveAt"${price}`;

const JOINS = `
  join wms_product p on p.id = s.product_id join wms_batch t on t.id = s.batch_id join wms_org o on o.id = s.owner_org_id
  join wms_warehouse w on w.id = s.warehouse_id join wms_warehouse_box b on b.id = s.box_id join wms_container n on n.id = b.container_id`;

const SIZE = 20;
const CAP = 1_000;

/** A page of stock: its keys first, all else joined to them alone, and the number of rows counted up to a cap. */
const page = (where: string, by: string): string => `
  with page as materialized (
    select s.id, ${by} as k from wms_product_box s where s.qty > 0 and ${where} order by ${by} desc, s.id desc limit ${SIZE})
  select ${STOCK(`, (select count(*)::int from (select from wms_product_box s where s.qty > 0 and ${where} limit ${CAP + 1}) x) as total`)}
    from page join wms_product_box s on s.id = page.id ${JOINS} order by page.k desc, page.id desc`;

/** By the name of the case. */
export const bareReads = ({ bigWarehouseId, rareProductId }: { bigWarehouseId: string; rareProductId: string }): Reads => ({
  broad: page(`s.warehouse_id = '${bigWarehouseId}'`, 's.last_move_at'),
  selective: page(`s.product_id = '${rareProductId}'`, 's.last_move_at'),
  sorted: page(`s.warehouse_id = '${bigWarehouseId}'`, 's.qty'),
  get: `select ${STOCK('')} from wms_product_box s ${JOINS} where s.id = $1`,
  document: DOCUMENT,
});

/** Of one transaction, one after the other; `$1` is the document, `$2` what `second` says. */
export interface Write {
  statements: readonly string[];
  second: string;
}

/**
 * Writes of the bare server. They leave stock, ledger and document as ours do, and nothing else: no rights, no messages, no log.
 * @param stockId of the row that everybody wants
 */
export const bareWrites = ({ keeperId, stockId }: { keeperId: string; stockId: string }): Record<string, Write> => ({
  /** Posting in statements as a programmer writes them, with begin and commit. */
  finish: {
    second: keeperId,
    statements: [
      `select id, owner_org_id from wms_transaction where id = $1 and state = 'EXECUTING' and $2::uuid is not null for update`,
      `insert into wms_batch (id, product_id, batch_no)
         select gen_random_uuid(), product_id, '-' from wms_transaction_line where transaction_id = $1 and $2::uuid is not null
         on conflict (product_id, batch_no) do update set made_on = wms_batch.made_on`,
      `select p.* from (
         select jsonb_agg(jsonb_build_object('n', 0, 'productId', l.product_id, 'batchId', b.id, 'ownerOrgId', d.owner_org_id,
                  'boxId', x.box_id, 'qty', x.qty, 'kind', 'IN', 'lineId', l.id)) as entries
           from wms_transaction d join wms_transaction_line l on l.transaction_id = d.id
           join wms_transaction_line_box x on x.line_id = l.id join wms_batch b on b.product_id = l.product_id and b.batch_no = '-'
          where d.id = $1) e, wms_post($1, $2, null, null, e.entries) p`,
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
  /** Look at the stock under lock, promise, note it. */
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

/** What a programmer of the database would write for posting: every statement planned once, and one trip. */
export const BENCH_FINISH = `
  create or replace function bench_finish(p_id uuid, p_keeper uuid) returns table (id uuid, rev integer, state text)
    language plpgsql as $$
  #variable_conflict use_column
  declare
    v_owner uuid;
    v_entries jsonb;
  begin
    select d.owner_org_id into strict v_owner from wms_transaction d where d.id = p_id and d.state = 'EXECUTING' for update;
    insert into wms_batch (id, product_id, batch_no)
      select gen_random_uuid(), l.product_id, '-' from wms_transaction_line l where l.transaction_id = p_id
      on conflict (product_id, batch_no) do update set made_on = wms_batch.made_on;
    select jsonb_agg(jsonb_build_object('n', 0, 'productId', l.product_id, 'batchId', b.id, 'ownerOrgId', v_owner,
             'boxId', x.box_id, 'qty', x.qty, 'kind', 'IN', 'lineId', l.id)) into v_entries
      from wms_transaction_line l join wms_transaction_line_box x on x.line_id = l.id
      join wms_batch b on b.product_id = l.product_id and b.batch_no = '-' where l.transaction_id = p_id;
    perform wms_post(p_id, p_keeper, null, null, v_entries);
    update wms_transaction_line_box x set qty_done = x.qty from wms_transaction_line l where l.transaction_id = p_id and x.line_id = l.id;
    update wms_transaction_line l set qty_done = l.qty where l.transaction_id = p_id;
    insert into wms_transaction_record (transaction_id, round, actor_id, action, from_state, to_state)
      values (p_id, 1, p_keeper, 'finish', 'EXECUTING', 'DONE');
    return query update wms_transaction t set state = 'DONE', rev = t.rev + 1, finished_at = now() where t.id = p_id returning t.id, t.rev, t.state;
  end $$`;
