// Goods on their way into boxes: the unsaved plan of a form, and pending assignments of other documents.
import { AppError } from '@kuwei/contract/error';
import type { AssignedLine } from '@kuwei/contract/wms/transaction-form';
import { EXECUTION_STATES } from '@kuwei/contract/wms/transaction-state';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { IncomingByDocument, Incoming } from '../place/fit.ts';

/**
 * Goods of the parts that name a box; product from the line, owner from the source stock or else the document.
 * @param warehouseId the receiving warehouse
 * @throws AppError NOT_FOUND for a line of another document, or a document of another warehouse
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

/**
 * Rows `IncomingByDocument`: pending assignments of documents other than this one, which count as contents.
 * @param which condition over documents `t`, or over assigned parts `x`
 */
export const incomingByOthers = (
  transactionId: string | null,
  which: RawBuilder<unknown>,
): RawBuilder<IncomingByDocument> => sql<IncomingByDocument>`
    select x.box_id as "boxId", l.product_id as "productId", coalesce(s.owner_org_id, t.goods_org_id, t.owner_org_id) as "ownerOrgId",
           sum(x.qty - x.qty_done)::text as qty, t.no
      from wms_transaction t
      join wms_transaction_line l on l.transaction_id = t.id
      join wms_transaction_line_box x on x.line_id = l.id and x.qty > x.qty_done and x.box_id is not null
      left join wms_product_box s on s.id = x.product_box_id
     where t.state = any(${EXECUTION_STATES}::text[]) and t.deleted_at is null and t.type = any('{INBOUND,MOVE}')
       and t.id is distinct from ${transactionId}::uuid and ${which}
     group by 1, 2, 3, t.id, t.no order by t.no`;

/** The same for all boxes of a warehouse. */
export const loadIncomingByOthers = async (
  db: Kysely<DB>,
  transactionId: string | null,
  warehouseId: string,
): Promise<IncomingByDocument[]> =>
  (await incomingByOthers(transactionId, sql`coalesce(t.target_warehouse_id, t.warehouse_id) = ${warehouseId}`).execute(db)).rows;

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
