// Goods found without a count line get one, with their book quantity: it may be above zero where only some goods are counted.
import { AppError } from '@kuwei/contract/error';
import type { Units } from '@kuwei/contract/wms/amount';
import type { FoundValue } from '@kuwei/contract/wms/inventory';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { untrackedBatchFaults } from '../batch/facts.ts';
import { batchByNo, foldedBatchNo } from '../batch/by-number.ts';
import { needsTwoKeepers } from '../product/check.ts';
import type { LockedCount } from './lock.ts';
import { baseQty, findRepeatedOutcome, lineOf, storeValue, type ValueResult } from './store-value.ts';

type Context = WriteContext<Caller>;

interface Found {
  base_unit: string;
  units: unknown;
  trackBatch: boolean;
  twoCounters: boolean;
  inside: boolean;
  owned: boolean;
}

/** @throws AppError NOT_FOUND for unknown goods, owners and boxes, BATCH_CONFLICT */
export async function storeFoundValue(
  context: Context,
  count: LockedCount,
  value: FoundValue,
  units: Units,
): Promise<ValueResult> {
  const { rows } = await sql<Found>`
    select p.base_unit, p.units, p.track_batch as "trackBatch", ${needsTwoKeepers} as "twoCounters",
           exists (select from wms_inventory_box x where x.inventory_id = ${count.id} and x.box_id = ${value.boxId}) as inside,
           exists (select from wms_org o where o.id = ${value.ownerOrgId} and o.valid and o.type <> 'WAREHOUSE') as owned
      from wms_product p where p.id = ${value.productId} and p.deleted_at is null for key share of p`.execute(context.trx);
  const [product] = rows;
  if (!product) throw new AppError('NOT_FOUND', { field: 'productId' });
  const before = await findRepeatedOutcome(context, count, value, baseQty(value, product, units), null);
  if (before) return before;
  if (!product.inside) throw new AppError('NOT_FOUND', { field: 'boxId' });
  if (!product.owned) throw new AppError('NOT_FOUND', { field: 'ownerOrgId' });
  if (product.trackBatch && value.batchNo === null)
    throw new AppError('INVALID', { faults: [{ path: 'batchNo', key: 'rule.required' }] });
  const batchFaults = untrackedBatchFaults(value, product.trackBatch);
  if (batchFaults.length > 0) throw new AppError('INVALID', { faults: batchFaults });
  const batchNo = value.batchNo ?? '-';
  const lineId = await foundLine(context, count.id, { ...value, batchNo }, product);
  // A line that was already counted is counted as that line, without a seen version.
  return storeValue(context, count, await lineOf(context, count.id, lineId), { ...value, ver: null }, units);
}

/** @throws AppError BATCH_CONFLICT where the batch has another expiry date */
async function foundLine(
  { trx }: Context,
  countId: string,
  { boxId, productId, ownerOrgId, batchNo, expiresOn }: FoundValue & { batchNo: string },
  { twoCounters }: Found,
): Promise<string> {
  const key = sql`inventory_id = ${countId} and box_id = ${boxId} and product_id = ${productId} and owner_org_id = ${ownerOrgId} and ${foldedBatchNo(sql`batch_no`)} = ${foldedBatchNo(sql`${batchNo}`)}`;
  const known = await sql<{
    id: string;
  }>`select id from wms_inventory_line where ${key} order by batch_no = ${batchNo} desc limit 1`.execute(trx);
  if (known.rows[0]) return known.rows[0].id;
  const { rows } = await sql<{ expires: string | null }>`
    select expires_on as expires from ${batchByNo(sql`${productId}`, sql`${batchNo}`)} b`.execute(trx);
  const day = rows[0]?.expires ?? null;
  if (day !== null && expiresOn !== null && day !== expiresOn)
    throw new AppError('BATCH_CONFLICT', { params: { batch: batchNo, date: day }, field: 'expiresOn' });
  const id = newId();
  await sql`
    insert into wms_inventory_line (id, inventory_id, line_no, box_id, product_id, owner_org_id, batch_no, expires_on, product_box_id, found,
        two_counters, qty_book, ledger_seq)
      select ${id}, ${countId}, (select coalesce(max(line_no), 0) + 1 from wms_inventory_line where inventory_id = ${countId}),
             ${boxId}, ${productId}, ${ownerOrgId}, ${batchNo}, ${expiresOn}::date, s.id, true, ${twoCounters},
             coalesce(s.qty, 0), coalesce(s.ledger_seq, 0)
        from (select) x left join (
          select s.* from wms_product_box s join ${batchByNo(sql`${productId}`, sql`${batchNo}`)} t on t.id = s.batch_id
           where s.box_id = ${boxId} and s.product_id = ${productId} and s.owner_org_id = ${ownerOrgId}) s on true`.execute(trx);
  return id;
}
