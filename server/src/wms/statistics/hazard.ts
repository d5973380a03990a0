// Major-hazard index of warehouses, and the products that make it up.
import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import { STAT_ROWS, type HazardReply, type HazardRow, type statisticsRoutes } from '@kuwei/contract/wms/statistics';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all, assertFitsSheet } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import { isWarehouseVisible } from '../read-conditions.ts';
import { inSnapshot } from './query.ts';

type HazardQuery = QueryOf<(typeof statisticsRoutes)['getHazard']>;

/** Only for readers of the whole warehouse: from part of the goods the index would be too small. */
const warehouses = (readScope: ReadScope, { warehouseId }: HazardQuery): RawBuilder<unknown> =>
  all([
    isWarehouseVisible(readScope),
    sql`w.deleted_at is null`,
    ...(warehouseId === undefined ? [] : [sql`w.id = ${warehouseId}`]),
  ]);

const exact = (value: RawBuilder<unknown>, digits = 6): RawBuilder<string> =>
  sql`trim_scale(round(${value}, ${sql.lit(digits)}))::text`;

const byWarehouse = (readScope: ReadScope, query: HazardQuery, locale: Locale): RawBuilder<HazardRow> => sql`
  select w.id::text as key, ${named(locale, 'w')} as label, case when count(h.product_id) = 0 then '0' else ${exact(sql`sum(h.share)`)} end as index,
         ${exact(sql`coalesce(sum(h.mass_t), 0)`)} as "massT", null as "criticalT", count(h.product_id)::int as products,
         (count(h.product_id) filter (where h.share is null))::int as unknown
    from wms_warehouse w left join wms_hazard_load h on h.warehouse_id = w.id
   where ${warehouses(readScope, query)}
   group by w.id order by sum(h.share) desc nulls last, count(h.product_id) desc, w.code`;

/** Unknown values sort first: they may exceed all others. */
const byProduct = (readScope: ReadScope, query: HazardQuery, locale: Locale): RawBuilder<HazardRow> => sql`
  select h.warehouse_id || '/' || h.product_id as key, ${named(locale, 'p')} || ' · ' || p.code || ' · ' || ${named(locale, 'w')} as label,
         ${exact(sql`h.share`)} as index, ${exact(sql`h.mass_t`)} as "massT", ${exact(sql`h.critical_qty_t`)} as "criticalT",
         1 as products, (h.share is null)::int as unknown
    from wms_hazard_load h join wms_warehouse w on w.id = h.warehouse_id join wms_product p on p.id = h.product_id
   where ${warehouses(readScope, query)}
   order by h.share desc nulls first, p.code, w.code`;

const rowsOf = (readScope: ReadScope, query: HazardQuery, locale: Locale): RawBuilder<HazardRow> =>
  query.by === 'warehouse' ? byWarehouse(readScope, query, locale) : byProduct(readScope, query, locale);

export const getHazard = (db: Kysely<DB>, readScope: ReadScope, query: HazardQuery, locale: Locale): Promise<HazardReply> =>
  inSnapshot(db, async (trx, now) => {
    const { rows: places } = await byWarehouse(readScope, query, locale).execute(trx);
    const rows = query.by === 'warehouse' ? places : (await rowsOf(readScope, query, locale).execute(trx)).rows;
    return {
      asOfSeq: now.asOfSeq,
      at: now.at,
      highest: places[0] ?? null,
      products: places.reduce((count, { products }) => count + products, 0),
      unknown: places.reduce((count, { unknown }) => count + unknown, 0),
      rows: rows.slice(0, STAT_ROWS),
      others: Math.max(0, rows.length - STAT_ROWS),
    };
  });

/** @throws AppError EXPORT_TOO_MANY */
export async function everyHazard(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: HazardQuery,
  locale: Locale,
): Promise<HazardRow[]> {
  const { rows } = await rowsOf(readScope, query, locale).execute(db);
  assertFitsSheet(rows.length);
  return rows;
}
