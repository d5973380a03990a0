// Resolves a code for a user under one of their roles. Each kind is checked against the permission and scope of its own list, so
// a scan shows nothing more than the lists.
import { isAllowed } from '@kuwei/contract/access';
import type { Locale } from '@kuwei/contract/constants';
import type { Needs } from '@kuwei/contract/route';
import { batchRoutes } from '@kuwei/contract/wms/batch';
import { pictogramsOf } from '@kuwei/contract/wms/hazard';
import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { SCAN_STOCK_MAX, type Scanned, type ScannedGoods } from '@kuwei/contract/wms/scan';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../context.ts';
import { named } from '../../db/named.ts';
import type { Db } from '../../db/open.ts';
import { foldedBatchNo } from '../batch/by-number.ts';
import { stockWhere } from '../product-box/queries.ts';
import { readScopeOf } from '../scope.ts';
import { isStockVisible, isInVisibleWarehouse, isPlaceVisible } from '../read-conditions.ts';
import { findVisibleDocument, listOpenWork } from './documents.ts';
import type { Viewer } from './acting-roles.ts';

export type ScanResult = Pick<Scanned, 'why' | 'box' | 'goods' | 'document' | 'stock' | 'whole' | 'work'>;

const NOTHING: ScanResult = { why: null, box: null, goods: null, document: null, stock: [], whole: true, work: [] };

const may = ({ effective }: Caller, { needs }: { needs: Needs }): boolean =>
  typeof needs !== 'string' && isAllowed(needs, effective);

/** Visible stock matching a condition over `s`. */
async function stockOf({ db, caller, locale }: Viewer, which: RawBuilder<unknown>): Promise<Pick<ScanResult, 'stock' | 'whole'>> {
  if (!may(caller, productBoxRoutes.listStock)) return { stock: [], whole: true };
  const readScope = readScopeOf(caller);
  const seen = await isStockVisible(db, readScope);
  const rows = await stockWhere(db, readScope.own, sql`${which} and ${seen}`, locale, SCAN_STOCK_MAX + 1);
  return { stock: rows.slice(0, SCAN_STOCK_MAX), whole: rows.length <= SCAN_STOCK_MAX };
}

type Box = NonNullable<ScanResult['box']>;

/** A box with its contents: everything for its warehouse, owners only their own goods, and null without any. */
export async function findBox(viewer: Viewer, which: RawBuilder<unknown>): Promise<ScanResult | null> {
  const { db, caller, locale } = viewer;
  const { rows } = await sql<Box & { seen: boolean }>`
    select b.id, b.code, ${named(locale, 'c')} as "containerName", b.warehouse_id as "warehouseId", ${named(locale, 'w')} as "warehouseName", b.type, b.state,
           b.lock_reason as "lockReason", wms_box_count(b.id, b.lock_reason) as count, ${may(caller, boxRoutes.getBox) ? isPlaceVisible(readScopeOf(caller), sql`c.id`) : sql`false`} as seen
      from wms_warehouse_box b join wms_container c on c.id = b.container_id join wms_warehouse w on w.id = b.warehouse_id
     where ${which}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const { seen, ...box } = found;
  const { stock, whole } = await stockOf(viewer, sql`s.box_id = ${box.id}`);
  if (seen)
    return { ...NOTHING, box, stock, whole, work: await listOpenWork(viewer, { boxId: box.id, warehouseId: box.warehouseId }) };
  // Other facts about the box are for the warehouse only.
  return stock.length === 0 ? null : { ...NOTHING, box: { ...box, type: 'SHARED', lockReason: null, count: null }, stock, whole };
}

type Goods = Omit<ScannedGoods, 'pictograms'> & { hCodes: string[] };

/** @param joined further joins beside product `p`: batch `t`, owner `o` */
async function goodsOf(
  db: Db,
  locale: Locale,
  of: { batch: boolean; owner: boolean },
  from: RawBuilder<unknown>,
): Promise<ScannedGoods | null> {
  const none = sql`null`;
  const { rows } = await sql<Goods>`
    select p.id as "productId", p.code as "productCode", ${named(locale, 'p')} as "productName", p.spec, p.cas, p.base_unit as "baseUnit",
           p.storage_group as "storageGroup", p.control_flags as "controlFlags", p.h_codes as "hCodes",
           ${of.batch ? sql`t.id` : none} as "batchId", ${of.batch ? sql`t.batch_no` : none} as "batchNo",
           ${of.batch ? sql`t.status` : none} as "batchStatus", ${of.batch ? sql`t.expires_on` : none} as "expiresOn",
           ${of.owner ? sql`o.id` : none} as "ownerOrgId", ${of.owner ? named(locale, 'o') : none} as "ownerOrgName"
      from ${from}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { hCodes, ...goods } = row;
  return { ...goods, pictograms: pictogramsOf(hCodes) };
}

/** Current places of labelled goods; the label stays valid across moves. */
export async function findStock(viewer: Viewer, id: string): Promise<ScanResult | null> {
  const { db, caller, locale } = viewer;
  if (!may(caller, productBoxRoutes.listStock)) return null;
  const seen = await isStockVisible(db, readScopeOf(caller));
  const lot = sql`(s.product_id, s.batch_id, s.owner_org_id) = (select product_id, batch_id, owner_org_id from wms_product_box where id = ${id})`;
  const { rows } = await sql`select from wms_product_box s where ${lot} and ${seen} limit 1`.execute(db);
  if (rows.length === 0) return null;
  const goods = await goodsOf(
    db,
    locale,
    { batch: true, owner: true },
    sql`wms_product_box s join wms_product p on p.id = s.product_id join wms_batch t on t.id = s.batch_id
        join wms_org o on o.id = s.owner_org_id where s.id = ${id}`,
  );
  return locateGoods(viewer, goods!, await stockOf(viewer, lot));
}

export async function findBatch(viewer: Viewer, id: string): Promise<ScanResult | null> {
  const { db, caller, locale } = viewer;
  const readScope = readScopeOf(caller);
  const isKept = may(caller, batchRoutes.getBatch) && readScope.own.kind === 'warehouse';
  if (!isKept && !may(caller, productBoxRoutes.listStock)) return null;
  const seen = isKept ? isInVisibleWarehouse(readScope) : await isStockVisible(db, readScope);
  const { rows } = await sql`select from wms_product_box s where s.batch_id = ${id} and ${seen} limit 1`.execute(db);
  if (rows.length === 0) return null;
  const from = sql`wms_batch t join wms_product p on p.id = t.product_id where t.id = ${id}`;
  const goods = await goodsOf(db, locale, { batch: true, owner: false }, from);
  return locateGoods(viewer, goods!, await stockOf(viewer, sql`s.batch_id = ${id}`));
}

/** A product with its places. @param batchNo from the manufacturer's label */
export async function findProduct(viewer: Viewer, id: string, batchNo: string | null): Promise<ScanResult | null> {
  const { db, locale } = viewer;
  const goods = await goodsOf(db, locale, { batch: false, owner: false }, sql`wms_product p where p.id = ${id}`);
  if (goods === null) return null;
  const isOfBatch =
    batchNo === null
      ? sql`true`
      : sql`s.batch_id in (select id from wms_batch where product_id = ${id} and folded = ${foldedBatchNo(sql`${batchNo}`)})`;
  const found = await stockOf(viewer, sql`s.product_id = ${id} and ${isOfBatch}`);
  return { ...NOTHING, goods: { ...goods, batchNo }, ...found, work: await listOpenWork(viewer, { productId: id }) };
}

async function locateGoods(
  viewer: Viewer,
  goods: ScannedGoods,
  found: { stock: ProductBox[]; whole: boolean },
): Promise<ScanResult> {
  const isGone = found.stock.length === 0;
  const work = await listOpenWork(viewer, { productId: goods.productId });
  return { ...NOTHING, goods, ...found, work, why: isGone && work.length === 0 ? 'GONE' : null };
}

export async function findDocument(viewer: Viewer, which: RawBuilder<unknown>): Promise<ScanResult | null> {
  if (!may(viewer.caller, transactionRoutes.getTransaction)) return null;
  const document = await findVisibleDocument(viewer, which);
  return document && { ...NOTHING, document };
}
