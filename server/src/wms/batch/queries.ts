import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import type { Batch, batchRoutes } from '@kuwei/contract/wms/batch';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { conditionsOf, rowsOf } from '../../db/columns.ts';
import { all, oneRow, orderOf, sortName, type List, type SortsOf } from '../../db/list.ts';
import { byName, named } from '../../db/named.ts';
import { like, matchesText } from '../../db/search.ts';
import type { DB, WmsBatch, WmsProduct } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import { isInVisibleWarehouse } from '../read-conditions.ts';

export type BatchQuery = QueryOf<(typeof batchRoutes)['listBatches']>;

const sortsOf = (locale: Locale): SortsOf<BatchQuery> => ({
  batchNo: { by: sql`b.batch_no collate wms_natural` },
  expiresOn: { by: sql`b.expires_on`, nullable: true },
  product: { by: byName(locale, 'p') },
  updatedAt: { by: sql`b.updated_at` },
});

/** Whether batch `b` is, or ever was, in a visible warehouse. */
export const isBatchVisible = (readScope: ReadScope) =>
  sql`exists (select from wms_product_box s where s.batch_id = b.id and ${isInVisibleWarehouse(readScope)})`;

/** Up to this many batches are collected before sorting; beyond it, walking the sort index is faster. */
const FEW = 1_500;
/** Cap of the count, since visibility is checked for each batch. */
const COUNTED = 500;

export async function batchList(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: Omit<BatchQuery, 'page' | 'size'>,
  locale: Locale,
): Promise<List<Batch>> {
  const conditions = conditionsOf(query, {
    productId: (id) => sql`b.product_id = ${id}`,
    status: (states) => sql`b.status = any(${states}::text[])`,
    expiresBefore: (day) => sql`b.expires_on < ${day}`,
    q: (q) => sql`(lower(b.batch_no) like ${like(q)} or ${matchesText(sql`p.search`, q)})`,
  });
  const sort = query.sort ?? '-updatedAt';
  const product = sql`join wms_product p on p.id = b.product_id`;
  const batches = query.q === undefined ? sql`wms_batch b` : sql`wms_batch b ${product}`;
  const isFew = conditions.length > 0 && (await areFew(db, sql`${batches} where ${all(conditions)}`));
  const found = isFew ? sql`(select b.* from ${batches} where ${all(conditions)} offset 0) b` : batches;
  const which = all([isBatchVisible(readScope), ...(isFew ? [] : conditions)]);
  const isJoined = sortName(sort) === 'product' && (isFew || query.q === undefined);
  return {
    id: sql`b.id`,
    from: sql`${found} ${isJoined ? product : sql``} where ${which}`,
    counted: sql`${found} where ${which}`,
    countedTo: COUNTED,
    order: orderOf(sort, sortsOf(locale), sql`b.id`),
    rows: batchRows(readScope, locale),
  };
}

async function areFew(db: Kysely<DB>, found: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ are: boolean }>`
    select count(*) <= ${FEW} as are from (select from ${found} limit ${FEW + 1}) x`.execute(db);
  return rows[0]!.are;
}

export const BATCH = {
  id: 'b.id',
  productId: 'b.product_id',
  productCode: 'p.code',
  batchNo: 'b.batch_no',
  madeOn: 'b.made_on',
  expiresOn: 'b.expires_on',
  status: 'b.status',
  statusReason: 'b.status_reason',
  baseUnit: 'p.base_unit',
  rev: 'b.rev',
  updatedAt: 'b.updated_at',
} as const;

const batchRows = (readScope: ReadScope, locale: Locale): RawBuilder<Batch> =>
  rowsOf<Batch, { b: WmsBatch; p: WmsProduct }>(
    {
      ...BATCH,
      productName: named(locale, 'p'),
      qty: sql<string>`(select coalesce(sum(s.qty), 0) from wms_product_box s
        where s.batch_id = b.id and ${isInVisibleWarehouse(readScope)})`,
    },
    sql`page join wms_batch b on b.id = page.id join wms_product p on p.id = b.product_id`,
  );

/** @throws AppError NOT_FOUND, also for a batch that was never in a visible warehouse */
export const getBatch = (db: Kysely<DB>, readScope: ReadScope, id: string, locale: Locale): Promise<Batch> =>
  oneRow(db, sql`select b.id from wms_batch b where b.id = ${id} and ${isBatchVisible(readScope)}`, batchRows(readScope, locale));
