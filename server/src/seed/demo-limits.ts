// Demo limits: the demo documents take stock below some of them, and above one.
import { sql } from 'kysely';
import { newId } from '../db/id.ts';
import type { Db } from '../db/open.ts';

const LIMITS: readonly { org: string; product: string; min: string | null; max: string | null }[] = [
  { org: 'LAB-CATALYSIS', product: 'C-KMNO4', min: '5', max: null },
  { org: 'LAB-CATALYSIS', product: 'C-ETHANOL', min: '10', max: '60' },
  { org: 'LAB-CATALYSIS', product: 'C-ACETONE', min: '2', max: '6' },
  { org: 'LAB-POLYMER', product: 'C-ACN', min: '6', max: '20' },
  { org: 'LAB-POLYMER', product: 'C-TOLUENE', min: '4', max: null },
];

export async function seedLimits(db: Db): Promise<void> {
  for (const { org, product, min, max } of LIMITS)
    await sql`insert into wms_stock_limit (id, org_id, warehouse_id, product_id, min_qty, max_qty)
      select ${newId()}, o.id, w.id, p.id, ${min}::numeric, ${max}::numeric from wms_org o, wms_product p, wms_warehouse w
       where o.code = ${org} and p.code = ${product} and w.code = 'W1'`.execute(db);
}
