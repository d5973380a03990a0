// Posts the differences of an approved count as one document, linked both ways. Lock order (decision 048): count, batches, boxes,
// stock.
import { AppError } from '@kuwei/contract/error';
import { compare, subtract } from '@kuwei/contract/decimal';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { insertRows } from '../../db/rows.ts';
import { dicNames } from '../../platform/dic/names.ts';
import { lockBoxes } from '../place/lock.ts';
import { post, type Entry } from '../stock/posting.ts';
import { findOrCreateBatches } from '../transaction/execute.ts';
import { postedBy } from '../transaction/lines.ts';
import { unlockBoxes } from './boxes.ts';
import { PRICE } from './kind.ts';
import { notifyBoxesChanged, type LockedCount } from './lock.ts';
import { notifyOpener } from './messages.ts';

type Context = WriteContext<Caller>;

interface Line {
  id: string;
  lineNo: number;
  boxId: string;
  boxCode: string;
  productId: string;
  productName: string;
  ownerOrgId: string;
  batchNo: string;
  expiresOn: string | null;
  productBoxId: string | null;
  baseUnit: string;
  qtyThen: string;
  qtyCount: string;
  reason: string | null;
  note: string | null;
  price: string | null;
}

/** @throws AppError COUNT_MOVED where frozen stock has changed, COUNT_PROMISED where less was found than is reserved */
export async function bookCount(context: Context, count: LockedCount): Promise<void> {
  const { trx, caller, origin } = context;
  const lines = (await countedLines(trx, count.id)).filter(({ qtyThen, qtyCount }) => compare(qtyThen, qtyCount) !== 0);
  const adjustmentId = lines.length === 0 ? null : newId();
  if (adjustmentId !== null) {
    const rows = lines.map((line, at) => ({ ...line, row: newId(), at: at + 1, delta: subtract(line.qtyCount, line.qtyThen) }));
    await insertDocument(context, count, adjustmentId);
    await insertRows(
      trx,
      'wms_transaction_line',
      rows.map((line) => ({
        id: line.row,
        transaction_id: adjustmentId,
        line_no: line.at,
        product_id: line.productId,
        product_box_id: line.productBoxId,
        batch_no: line.batchNo === '-' ? null : line.batchNo,
        expires_on: line.expiresOn,
        unit: line.baseUnit,
        unit_factor: '1',
        qty: unsigned(line.delta),
        qty_req: unsigned(line.delta),
        qty_appr: unsigned(line.delta),
        qty_done: unsigned(line.delta),
        unit_price: line.price,
      })),
    );
    // The product may no longer be tracked by batch while its stock rows still are.
    const batches = await findOrCreateBatches(
      trx,
      { supplier_org_id: null },
      rows.map((line) => ({ ...line, id: line.row, trackBatch: true, madeOn: null })),
    );
    await lockBoxes(trx, [...new Set(lines.map(({ boxId }) => boxId))]);
    await assertStockAsCounted(trx, count);
    await assertReservationsKept(trx, rows);
    const reason = await dicNames(trx, 'WMS_COUNT_REASON', origin.locale);
    await post(
      trx,
      postedBy({ id: adjustmentId }, caller),
      rows.map((line): Entry => ({
        ...(line.productBoxId === null
          ? {
              productId: line.productId,
              batchId: batches.get(line.row)!.id,
              ownerOrgId: line.ownerOrgId,
              boxId: line.boxId,
            }
          : { productBoxId: line.productBoxId }),
        kind: 'COUNT_ADJ',
        qty: line.delta,
        lineId: line.row,
        unitPrice: line.price,
        reason: [line.reason === null ? '' : reason(line.reason), line.note ?? ''].filter((part) => part !== '').join(' · '),
      })),
    );
  }
  await unlockBoxes(context, count.id);
  if (count.frozen) await notifyBoxesChanged(context, count.warehouseOrgId);
  await sql`
    update wms_product_box s set last_counted_at = l.counted_at from wms_inventory_line l
     where l.inventory_id = ${count.id} and l.product_box_id = s.id`.execute(trx);
  await trx
    .updateTable('wms_inventory')
    .set({ adjustment_id: adjustmentId, ended_at: sql<string>`clock_timestamp()` })
    .where('id', '=', count.id)
    .execute();
  await notifyOpener(context, count, 'msg.countBooked');
}

const unsigned = (qty: string): string => qty.replace('-', '');

async function countedLines(trx: Trx, id: string): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.id, l.line_no as "lineNo", l.box_id as "boxId", b.code as "boxCode", l.product_id as "productId", p.name as "productName",
           l.owner_org_id as "ownerOrgId", l.batch_no as "batchNo", l.expires_on as "expiresOn", l.product_box_id as "productBoxId",
           p.base_unit as "baseUnit", l.qty_then as "qtyThen", l.qty_count as "qtyCount", l.reason, l.note, ${PRICE} as price
      from wms_inventory_line l join wms_product p on p.id = l.product_id join wms_warehouse_box b on b.id = l.box_id
     where l.inventory_id = ${id} order by l.line_no`.execute(trx);
  return rows;
}

async function insertDocument({ trx, caller }: Context, count: LockedCount, id: string): Promise<void> {
  const now = new Date();
  await sql`
    insert into wms_transaction (id, no, type, source, owner_org_id, applicant_id, warehouse_id, remark, state, approved_at, finished_at, created_by)
      select ${id}, 'CA' || to_char(current_date, 'YYYYMMDD') || lpad(n, greatest(5, length(n)), '0'), 'COUNT', 'COUNT', ${count.warehouseOrgId},
             ${count.created_by}, ${count.warehouse_id}, ${count.no}, 'DONE', ${now}, ${now}, ${caller.userId}
        from (select nextval('wms_count_adjustment_no')::text) x(n)`.execute(trx);
  await trx
    .insertInto('wms_transaction_record')
    .values({
      transaction_id: id,
      round: 0,
      actor_id: caller.userId,
      proxy_user_id: caller.proxyUserId,
      page_role: caller.pageRole,
      action: 'count',
      from_state: null,
      to_state: 'DONE',
      comment: count.no,
    })
    .execute();
}

/** Frozen stock must be unchanged; elsewhere movements since the count are kept. */
async function assertStockAsCounted(trx: Trx, count: LockedCount): Promise<void> {
  if (!count.frozen) return;
  const { rows } = await sql<{ code: string; lineNo: number }>`
    select b.code, l.line_no as "lineNo" from wms_inventory_line l join wms_warehouse_box b on b.id = l.box_id
      left join wms_product_box s on s.id = l.product_box_id
     where l.inventory_id = ${count.id} and coalesce(s.qty, 0) <> l.qty_book order by l.line_no limit 1`.execute(trx);
  const [moved] = rows;
  if (moved) throw new AppError('COUNT_MOVED', { params: { code: moved.code, line: moved.lineNo } });
}

/** Reservations are released with their request, not by a count. */
async function assertReservationsKept(
  trx: Trx,
  lines: readonly { productBoxId: string | null; delta: string; boxCode: string }[],
): Promise<void> {
  const less = JSON.stringify(lines.filter(({ productBoxId, delta }) => productBoxId !== null && delta.startsWith('-')));
  const { rows } = await sql<{ code: string; nos: string[] }>`
    select n."boxCode" as code, array(
             select distinct t.no from wms_transaction_line_box x join wms_transaction_line l on l.id = x.line_id join wms_transaction t on t.id = l.transaction_id
              where x.product_box_id = s.id and x.reserved > 0
             union select c.no from wms_after_sales c where c.product_box_id = s.id and c.held > 0 order by 1) as nos
      from jsonb_to_recordset(${less}::jsonb) n("productBoxId" uuid, delta numeric, "boxCode" text) join wms_product_box s on s.id = n."productBoxId"
     where s.qty + n.delta < s.reserved order by 1 limit 1`.execute(trx);
  const [short] = rows;
  if (short) throw new AppError('COUNT_PROMISED', { params: { code: short.code, documents: short.nos } });
}
