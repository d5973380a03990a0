// Resolves a batch number of a product (decision 187).
import { sql, type RawBuilder } from 'kysely';

/** A number normalized like `folded` of `wms_batch`; `foldBatchNo` does so in memory. */
export const foldedBatchNo = (no: RawBuilder<unknown>): RawBuilder<string> => sql<string>`lower(${no}::text collate "und-x-icu")`;

/**
 * The batch for a number, to be joined laterally: an exact match, else the oldest that differs only in letter case; no row if
 * none.
 */
export const batchByNo = (productId: RawBuilder<unknown>, no: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select k.* from wms_batch k where k.product_id = ${productId} and k.folded = ${foldedBatchNo(no)} order by k.batch_no = ${no} desc, k.twin limit 1)`;
