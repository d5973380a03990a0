// Quota usage of an owner in a warehouse, including pending deposits and the deposit in question.
import type { QuotaUse } from '@kuwei/contract/wms/org-quota';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '../../db/types.ts';

type Sql = RawBuilder<unknown>;

const openQty = sql`(coalesce(l.qty_appr, l.qty_req) - l.qty_done)`;

/**
 * One `QuotaUse` row, whether or not a quota is set.
 * @param before which other deposits `o` are pending first
 * @param coming which lines `l` the deposit in question has
 */
const useOf = (owner: Sql, warehouse: Sql, before: Sql, coming: Sql): Sql => sql`
  select q.org_id is not null as "isSet", q.max_boxes as "maxBoxes", used.boxes, q.max_volume_l as "maxVolumeL",
         used.volume as "volumeL", pending.volume as "pendingL", coming.volume as "comingL", coming.unmeasured,
         coalesce(used.volume + pending.volume + coming.volume > q.max_volume_l, false) or coalesce(used.boxes > q.max_boxes, false) as over
    from (select 1) one
    left join wms_org_quota q on q.org_id = ${owner} and q.warehouse_id = ${warehouse}
    cross join lateral (
      select coalesce(sum(s.qty * p.unit_volume_l), 0) as volume, count(distinct s.box_id)::int as boxes
        from wms_product_box s join wms_product p on p.id = s.product_id
       where s.owner_org_id = ${owner} and s.warehouse_id = ${warehouse} and s.qty > 0) used
    cross join lateral (
      select coalesce(sum(${openQty} * p.unit_volume_l), 0) as volume
        from wms_transaction o join wms_transaction_line l on l.transaction_id = o.id join wms_product p on p.id = l.product_id
       where (o.goods_org_id is null and o.owner_org_id = ${owner} or o.goods_org_id = ${owner}) and o.warehouse_id = ${warehouse} and o.type = 'INBOUND' and o.deleted_at is null
         and o.state in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL') and ${before}) pending
    cross join lateral (
      select coalesce(sum(${openQty} * p.unit_volume_l), 0) as volume,
             (count(distinct p.id) filter (where p.unit_volume_l is null))::int as unmeasured
        from wms_transaction_line l join wms_product p on p.id = l.product_id
       where ${coming}) coming`;

/** For the deposit `t`; earlier submissions take their room first. */
const useOfDeposit = (t: Sql): Sql =>
  useOf(
    sql`coalesce(${t}.goods_org_id, ${t}.owner_org_id)`,
    sql`${t}.warehouse_id`,
    sql`o.id <> ${t}.id and (${t}.state in ('DRAFT', 'RETURNED') or o.submitted_at < ${t}.submitted_at)`,
    sql`l.transaction_id = ${t}.id`,
  );

/** Whether deposit `t` would exceed its owner's quota; sums nothing if there is none. */
export const isOverQuota = (t: Sql): RawBuilder<boolean> => sql`case
  when ${t}.type = 'INBOUND' and exists (
    select from wms_org_quota q where q.org_id = coalesce(${t}.goods_org_id, ${t}.owner_org_id) and q.warehouse_id = ${t}.warehouse_id)
  then coalesce((select over from (${useOfDeposit(t)}) x), false) else false end`;

/** @returns null if the document brings nothing */
export async function quotaUse(db: Kysely<DB>, transactionId: string): Promise<QuotaUse | null> {
  const { rows } = await sql<QuotaUse>`
    select x.* from wms_transaction t, lateral (${useOfDeposit(sql`t`)}) x
     where t.id = ${transactionId} and t.type = 'INBOUND'`.execute(db);
  return rows[0] ?? null;
}

/** Before any new deposit: current usage of a warehouse, and pending deposits. */
export async function ownerQuota(db: Kysely<DB>, orgId: string, warehouseId: string): Promise<QuotaUse> {
  const { rows } = await sql<QuotaUse>`${useOf(sql`${orgId}::uuid`, sql`${warehouseId}::uuid`, sql`true`, sql`false`)}`.execute(
    db,
  );
  return rows[0]!;
}
