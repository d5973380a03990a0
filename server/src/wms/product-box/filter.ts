// Filters of stock rows.
import { AppError } from '@kuwei/contract/error';
import type { QueryOf } from '@kuwei/contract/route';
import type { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { conditionsOf } from '../../db/columns.ts';
import { lookUp, anyAlternative, anyAlternativeIfFew } from '../../db/look-up.ts';
import { like, matchesText } from '../../db/search.ts';
import type { DB } from '../../db/types.ts';
import { containerSubtree } from '../place/tree-sql.ts';
import { categoryTree } from '../product/queries.ts';
import { ageBucket, expiryBucket } from '../stock-buckets.ts';
import { isStockVisible, type NarrowedScope } from '../read-conditions.ts';

export type StockQuery = QueryOf<(typeof productBoxRoutes)['listStock']>;

interface StockConditions {
  which: RawBuilder<unknown>[];
  /** Whether the rows belong to few products, batches or boxes. */
  isNarrow: boolean;
}

/** Conditions over `wms_product_box s`; other tables are reached by subqueries. */
export async function stockConditions(
  db: Kysely<DB>,
  seen: NarrowedScope,
  query: Omit<StockQuery, 'page' | 'size'>,
): Promise<StockConditions> {
  if (query.asOf !== undefined && [query.frozen, query.available, query.age, query.expiry].some((each) => each !== undefined))
    throw new AppError('INVALID', { faults: [{ path: 'asOf', key: 'rule.past' }] });
  const today = query.asOf === undefined ? sql`current_date` : sql`${query.asOf}::timestamptz::date`;
  const given = conditionsOf(query, {
    productId: (id) => sql`s.product_id = ${id}`,
    ownerOrgId: (id) => sql`s.owner_org_id = ${id}`,
    warehouseId: (id) => sql`s.warehouse_id = ${id}`,
    boxId: (id) => sql`s.box_id = ${id}`,
    batchId: (id) => sql`s.batch_id = ${id}`,
    containerId: (id) =>
      anyAlternative(db, [
        { column: sql`s.box_id`, ids: sql`select id from wms_warehouse_box where container_id in ${containerSubtree(id)}` },
      ]),
    categoryId: (id) => sql`s.product_id in (select id from wms_product where category_id in ${categoryTree(id)})`,
    controlFlag: (code) =>
      sql`s.product_id in (select id from wms_product where ${code === 'NONE' ? sql`control_flags = '{}'` : sql`${code} = any(control_flags)`})`,
    age: (bucket) => sql`${ageBucket} = ${bucket}`,
    expiry: (bucket) => sql`s.batch_id in (select b.id from wms_batch b where ${expiryBucket} = ${bucket})`,
    expiresBefore: (day) => sql`s.batch_id in (select id from wms_batch where expires_on < ${day})`,
    depositOverdue: (is) =>
      is ? sql`s.deposit_until < ${today}` : sql`(s.deposit_until is null or s.deposit_until >= ${today})`,
    frozen: (is) => (is ? sql`s.frozen` : sql`not s.frozen`),
    available: (is) => (is ? available : unavailableCondition(db, query.withEmpty === true)),
    q: null,
    withEmpty: null,
    asOf: null,
  });
  const own = isStockVisible(db, seen);
  const { productId, batchId, boxId, q } = query;
  const searched = q === undefined ? null : await search(db, q);
  return {
    which: await Promise.all([own, ...given, ...(searched === null ? [] : [searched.which])].map(async (condition) => condition)),
    isNarrow: productId !== undefined || batchId !== undefined || boxId !== undefined || searched?.isNarrow === true,
  };
}

/** Some of the row is still available. */
export const available = sql`s.qty > s.reserved and not s.frozen and s.batch_id in (select id from wms_batch where status = 'OK')`;

/** Unavailable rows, worded for their index. They are usually few: walking a sort order for them would scan everything. */
async function unavailableCondition(db: Kysely<DB>, withEmpty: boolean): Promise<RawBuilder<unknown>> {
  const hasBlockedBatch = await anyAlternative(db, [
    { column: sql`s.batch_id`, ids: sql`select id from wms_batch where status <> 'OK'` },
  ]);
  if (withEmpty) return sql`((s.frozen or s.reserved >= s.qty) or ${hasBlockedBatch})`;
  const held = sql`((s.qty > 0 and (s.frozen or s.reserved >= s.qty)) or ${hasBlockedBatch})`;
  const [few] = await lookUp(db, [{ ids: sql`select s.id from wms_product_box s where ${held}` }]);
  return few ? sql`s.id = any(${few}::uuid[])` : held;
}

/** Matches part of the name of a product, batch or box. */
async function search(db: Kysely<DB>, q: string): Promise<{ which: RawBuilder<unknown>; isNarrow: boolean }> {
  const pattern = like(q);
  return anyAlternativeIfFew(db, [
    { column: sql`s.product_id`, ids: sql`select id from wms_product where ${matchesText(sql`search`, q)}` },
    { column: sql`s.batch_id`, ids: sql`select id from wms_batch where lower(batch_no) like ${like(q)}` },
    { column: sql`s.box_id`, ids: sql`select id from wms_warehouse_box where lower(code) like ${pattern}` },
  ]);
}
