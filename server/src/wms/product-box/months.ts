import type { StockMonth } from '@kuwei/contract/wms/product-box';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import { isStockVisible } from '../read-conditions.ts';

const MONTHS = 12;

/**
 * Quantity of a product at the end of each month. Past months come from the balances (`ledger/balances.ts`), except those not yet
 * written; before the first ledger entry it is zero.
 */
export async function listMonths(db: Kysely<DB>, readScope: ReadScope, productId: string): Promise<StockMonth[]> {
  const own = await isStockVisible(db, readScope);
  const { rows } = await sql<StockMonth>`
    with own as materialized (select s.id, s.qty from wms_product_box s where s.product_id = ${productId} and ${own}),
    month as (
      select date_trunc('month', now()) - ago * interval '1 month' as at, ago
        from generate_series(${MONTHS - 1}::int, 0, -1) ago)
    select to_char(m.at, 'YYYY-MM') as month,
           case when m.ago = 0 then (select coalesce(sum(qty), 0) from own)
                when exists (select from wms_stock_balance b where b.at = e.at)
                then (select coalesce(sum(b.qty), 0) from own join wms_stock_balance b on b.product_box_id = own.id and b.at = e.at)
                when not exists (select from wms_ledger l where l.at < e.at) then 0 end as qty
      from month m cross join lateral (select m.at + interval '1 month' as at) e order by m.at`.execute(db);
  return rows;
}
