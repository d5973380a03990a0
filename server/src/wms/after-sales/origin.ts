// The subject of a case: a line of a finished document, goods in stock, or both. Those of other owners count as not found.
import { AppError } from '@kuwei/contract/error';
import { compare } from '@kuwei/contract/decimal';
import type { Locale } from '@kuwei/contract/constants';
import type { CaseOrigin, ORIGIN_ERRORS } from '@kuwei/contract/wms/after-sales';
import type { CasePlace } from '@kuwei/contract/wms/after-sales-state';
import { sql, type Kysely } from 'kysely';
import type { Caller } from '../../context.ts';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import type { Settings } from '../../services/settings.ts';
import { scopeOf } from '../scope.ts';

export interface About {
  transactionLineId: string | null;
  productBoxId: string | null;
}

export interface Origin extends CaseOrigin {
  ownerOrgId: string;
  warehouseId: string;
  productId: string;
  batchId: string | null;
  supplierOrgId: string | null;
  place: CasePlace;
}

/**
 * @param but a case to leave out of the earlier ones
 * @throws AppError NOT_FOUND, also for what belongs to others; AFTER_SALES_OVER, AFTER_SALES_SHARED, AFTER_SALES_REVERSED
 */
export async function originOf(
  db: Kysely<DB>,
  { transactionLineId, productBoxId }: About,
  caller: Caller,
  settings: Settings,
  locale: Locale,
  but: string | null = null,
): Promise<Origin> {
  const scope = scopeOf(caller);
  const isVisible =
    scope.kind === 'owner'
      ? sql`o.id = ${scope.orgId}::uuid`
      : sql`w.org_id = ${scope.orgId}::uuid and o.type <> 'WAREHOUSE' and o.merged_into_id is null`;
  const days = settings.get('WMS_AFS_DAYS');
  const { rows } = await sql<Origin & { refusal: (typeof ORIGIN_ERRORS)[number] | null }>`
    with about as (
      select t.owner_org_id, t.warehouse_id, l.product_id, coalesce(l.batch_id, s.batch_id) as batch_id, t.supplier_org_id, l.id as line_id, t.no, t.type,
             l.qty_done - coalesce((select sum(c.qty) from wms_after_sales c where c.transaction_line_id = l.id and c.id is distinct from ${but}::uuid
               and c.state in ('SUBMITTED', 'PROCESSING', 'DONE')), 0) as most,
             case when t.goods_org_id is not null then 'AFTER_SALES_SHARED'
                  when t.reverses_id is not null or exists (select from wms_transaction r where r.reverses_id = t.id) then 'AFTER_SALES_REVERSED'
                  when t.state not in ('DONE', 'PARTIAL') or t.type not in ('INBOUND', 'OUTBOUND') or l.qty_done = 0
                    or coalesce(t.finished_at, now()) < now() - make_interval(days => ${days}) then 'AFTER_SALES_OVER' end as refusal
        from wms_transaction_line l join wms_transaction t on t.id = l.transaction_id
        left join wms_product_box s on s.id = l.product_box_id
       where l.id = ${transactionLineId}::uuid and t.deleted_at is null and t.submitted_at is not null
      union all
      select s.owner_org_id, s.warehouse_id, s.product_id, s.batch_id, null, null, null, null, s.qty - s.reserved, null
        from wms_product_box s where s.id = ${productBoxId}::uuid and s.qty > 0 and ${transactionLineId}::uuid is null)
    select a.owner_org_id as "ownerOrgId", a.warehouse_id as "warehouseId", a.product_id as "productId", a.batch_id as "batchId",
           y.id as "supplierOrgId", a.line_id as "transactionLineId", a.no as "transactionNo", a.type as "transactionType", a.refusal,
           ${named(locale, 'p')} as "productName", p.base_unit as "baseUnit", nullif(b.batch_no, '-') as "batchNo",
           ${named(locale, 'o')} as "ownerOrgName", ${named(locale, 'w')} as "warehouseName",
           ${named(locale, 'y')} as "supplierName", a.most,
           case when a.line_id is null or ${productBoxId}::uuid is not null then 'IN_STORE' when a.type = 'OUTBOUND' then 'COLLECTED' else 'DELIVERED' end as place,
           case when a.type = 'OUTBOUND' then '[]' else coalesce((
             select json_agg(json_build_object('id', s.id, 'boxCode', x.code, 'batchNo', sb.batch_no, 'qty', trim_scale(s.qty)::text,
                             'available', trim_scale(s.qty - s.reserved)::text) order by s.id <> ${productBoxId}::uuid, x.code collate wms_natural, s.id)
               from wms_product_box s join wms_warehouse_box x on x.id = s.box_id join wms_batch sb on sb.id = s.batch_id
               join wms_warehouse sw on sw.id = s.warehouse_id
              where s.product_id = a.product_id and s.owner_org_id = a.owner_org_id and s.batch_id = a.batch_id and s.qty > 0
                and sw.org_id = w.org_id), '[]') end as stocks
      from about a join wms_warehouse w on w.id = a.warehouse_id join wms_org o on o.id = a.owner_org_id join wms_product p on p.id = a.product_id
      left join wms_batch b on b.id = a.batch_id
      left join wms_org y on y.id = coalesce(a.supplier_org_id, b.supplier_org_id) and y.valid and y.id <> a.owner_org_id
     where ${isVisible}`.execute(db);
  const [found] = rows;
  if (!found) throw new AppError('NOT_FOUND', { field: transactionLineId === null ? 'productBoxId' : 'transactionLineId' });
  if (found.refusal !== null) throw new AppError(found.refusal, { params: { days } });
  if (productBoxId !== null && !found.stocks.some(({ id }) => id === productBoxId))
    throw new AppError('NOT_FOUND', { field: 'productBoxId' });
  if (compare(found.most, '0') < 0) found.most = '0';
  return found;
}
