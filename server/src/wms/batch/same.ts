// Which batch of a product a number means (decision 187).
import { sql, type RawBuilder } from 'kysely';

/** A number as `folded` of `wms_batch` has it. In memory it is `foldedBatch`. */
export const folded = (no: RawBuilder<unknown>): RawBuilder<string> => sql<string>`lower(${no}::text collate "und-x-icu")`;

/**
 * The batch that a number means, to be joined laterally: as it is written, else the one that was written first in other letters; no row
 * where there is none.
 */
export const batchCalled = (productId: RawBuilder<unknown>, no: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select k.* from wms_batch k where k.product_id = ${productId} and k.folded = ${folded(no)} order by k.batch_no = ${no} desc, k.twin limit 1)`;
