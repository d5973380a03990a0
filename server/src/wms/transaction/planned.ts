// What the form of a document plans and nobody has saved yet, as goods that lie in their boxes.
import { AppError } from '@kuwei/contract/error';
import type { AssignedLine } from '@kuwei/contract/wms/transaction-form';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { Incoming } from '../place/fit.ts';

/**
 * Goods of the parts that name a box: their product is the line's, their owner that of the stock they come from, else the document's.
 * @param warehouseId the warehouse that receives
 * @throws AppError NOT_FOUND for a line of another document, and for a document of another warehouse
 */
export async function plannedGoods(
  db: Kysely<DB>,
  transactionId: string,
  warehouseId: string,
  planned: readonly AssignedLine[],
): Promise<Incoming[]> {
  if (planned.length === 0) return [];
  const [lines, owners] = await Promise.all([linesOf(db, transactionId, warehouseId), ownersOf(db, planned)]);
  return planned.flatMap(({ lineId, boxes }) => {
    const line = lines.get(lineId);
    if (!line) throw new AppError('NOT_FOUND', { field: 'planned' });
    return boxes.flatMap(({ productBoxId, boxId, qty }) => {
      const ownerOrgId = productBoxId === null ? line.ownerOrgId : owners.get(productBoxId);
      return boxId === null || ownerOrgId === undefined ? [] : [{ productId: line.productId, ownerOrgId, boxId, qty }];
    });
  });
}

async function linesOf(
  db: Kysely<DB>,
  transactionId: string,
  warehouseId: string,
): Promise<Map<string, { productId: string; ownerOrgId: string }>> {
  const rows = await db
    .selectFrom('wms_transaction_line as l')
    .innerJoin('wms_transaction as t', 't.id', 'l.transaction_id')
    .where('t.id', '=', transactionId)
    .where(sql<boolean>`coalesce(t.target_warehouse_id, t.warehouse_id) = ${warehouseId}`)
    .select(['l.id', 'l.product_id as productId', sql<string>`coalesce(t.goods_org_id, t.owner_org_id)`.as('ownerOrgId')])
    .execute();
  return new Map(rows.map(({ id, ...line }) => [id, line]));
}

async function ownersOf(db: Kysely<DB>, planned: readonly AssignedLine[]): Promise<Map<string, string>> {
  const ids = planned.flatMap(({ boxes }) => boxes.flatMap(({ productBoxId }) => productBoxId ?? []));
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('wms_product_box')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .select(['id', 'owner_org_id'])
    .execute();
  return new Map(rows.map((row) => [row.id, row.owner_org_id]));
}
