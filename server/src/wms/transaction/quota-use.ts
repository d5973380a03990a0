// How much of its quota an owner's goods take in a warehouse, with those that a deposit brings.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '../../db/types.ts';

/** In the warehouse now, and with what is still to come of the deposit. Volumes in litres, null limits mean none. */
export interface QuotaUse {
  maxBoxes: number | null;
  boxes: number;
  maxVolumeL: string | null;
  volumeL: string;
  comingL: string;
  over: boolean;
}

/** The use of the quota that the deposit `t` falls under: a row where there is one, none else. */
const useOf = (t: RawBuilder<unknown>) => sql`
  select q.max_boxes as "maxBoxes", used.boxes, q.max_volume_l as "maxVolumeL", used.volume as "volumeL", coming.volume as "comingL",
         coalesce(used.volume + coming.volume > q.max_volume_l, false) or coalesce(used.boxes > q.max_boxes, false) as over
    from wms_org_quota q
    cross join lateral (
      select coalesce(sum(s.qty * p.unit_volume_l), 0) as volume, count(distinct s.box_id)::int as boxes
        from wms_product_box s join wms_product p on p.id = s.product_id
       where s.owner_org_id = q.org_id and s.warehouse_id = q.warehouse_id and s.qty > 0) used
    cross join lateral (
      select coalesce(sum((coalesce(l.qty_appr, l.qty_req) - l.qty_done) * p.unit_volume_l), 0) as volume
        from wms_transaction_line l join wms_product p on p.id = l.product_id
       where l.transaction_id = ${t}.id) coming
   where q.org_id = ${t}.owner_org_id and q.warehouse_id = ${t}.warehouse_id and ${t}.type = 'INBOUND'`;

/** Whether the deposit `t` would take more room than its owner's quota allows. */
export const isOverQuota = (t: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`coalesce((select over from (${useOf(t)}) x), false)`;

/** @returns null where no quota is set, or nothing is brought */
export async function quotaUse(db: Kysely<DB>, transactionId: string): Promise<QuotaUse | null> {
  const { rows } = await sql<QuotaUse>`
    select x.* from wms_transaction t, lateral (${useOf(sql`t`)}) x where t.id = ${transactionId}`.execute(db);
  return rows[0] ?? null;
}
