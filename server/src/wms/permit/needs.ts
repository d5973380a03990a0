// Permit needs of a deposit, and remaining amounts: for its form, its reviewers and its storekeeper.
import type { Locale } from '@kuwei/contract/constants';
import type { BodyOf } from '@kuwei/contract/route';
import type { PermitNeed, permitRoutes } from '@kuwei/contract/wms/permit';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Caller, Services } from '../../context.ts';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { ownerOrg } from '../scope.ts';
import { getHeadOnly } from '../transaction/queries.ts';
import { classesNeedingPermit, needsPermit } from './requirement.ts';

/** Remaining amount of permit `m` in its unit, not counting a document. */
const remainingWithout = (document: RawBuilder<unknown>): RawBuilder<unknown> => sql`(m.amount - coalesce((
  select sum(k.amount) from wms_permit_taken k where k.permit_id = m.id and k.transaction_id is distinct from ${document}), 0))`;

/** Permit `m` as an option for product `p`. @param left in its unit */
const permitOption = (left: RawBuilder<unknown>): RawBuilder<unknown> => sql`json_build_object(
  'id', m.id, 'code', m.code, 'number', m.number, 'kind', m.kind, 'validUntil', m.valid_until,
  'amount', trim_scale(m.amount)::text, 'unit', case when m.amount is not null then m.unit end,
  'left', case when m.amount is not null then trim_scale(round(greatest(${left}, 0), 6))::text end,
  'leftQty', case when m.amount is not null then trim_scale(trunc(greatest(${left}, 0) / wms_in_unit(p, m.unit), 2))::text end)`;

type NeedsQuery = BodyOf<(typeof permitRoutes)['askPermits']>;

/** Needs of a deposit draft of the caller's organisation. */
export async function listNeeds(
  db: Kysely<DB>,
  services: Pick<Services, 'settings'>,
  { warehouseId, documentId, permitIds, lines }: NeedsQuery,
  caller: Caller,
  locale: Locale,
): Promise<PermitNeed[]> {
  const { rows } = await sql<PermitNeed>`
    with wanted as (
      select x."productId" as product_id, sum(x.qty) as qty
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) x("productId" uuid, qty numeric) group by 1
    )
    select p.id as "productId", ${named(locale, 'p')} as "productName", p.base_unit as "baseUnit", c.class as "controlClass",
           trim_scale(n.qty)::text as qty, coalesce(found.permits, '[]') as permits,
           case when found.fits then null when found.permits is null then case when found.others then 'ENDED' else 'NONE' end
                when not found.known then 'UNKNOWN' else 'USED' end as cause
      from wanted n join wms_product p on p.id = n.product_id cross join unnest(p.control_flags) c(class)
     cross join lateral (
       select json_agg(${permitOption(sql`x.amount_left`)} order by m.amount is null, m.valid_until, m.code) filter (where x.holds) as permits,
              bool_or(x.holds and x.fits) as fits, bool_or(x.holds and x.known) as known, bool_or(not x.holds) as others
         from wms_permit m
        cross join lateral (select ${remainingWithout(sql`${documentId}::uuid`)} as amount_left, wms_in_unit(p, m.unit) as factor) y
        cross join lateral (
          select y.amount_left, m.amount is null or y.factor is not null as known,
                 wms_permit_holds(m, p.id) and (${permitIds}::uuid[] = '{}' or m.id = any(${permitIds}::uuid[])) as holds,
                 m.amount is null or round(n.qty * y.factor, 9) <= round(y.amount_left, 9) as fits) x
        where m.org_id = ${ownerOrg(caller)} and m.warehouse_id = ${warehouseId} and m.control_class = c.class
          and (m.product_ids = '{}' or p.id = any(m.product_ids))) found
     where c.class = any(${classesNeedingPermit(services)}::text[])
     order by c.class, p.code`.execute(db);
  return rows;
}

/** Permits of a document, or why it could not be executed now. */
export async function listDocumentNeeds(
  db: Kysely<DB>,
  services: Pick<Services, 'settings'>,
  id: string,
  caller: Caller,
  locale: Locale,
): Promise<PermitNeed[]> {
  const document = await getHeadOnly(db, id, caller, 'SEE');
  if (!needsPermit(document)) return [];
  const { rows } = await sql<PermitNeed>`
    select p.id as "productId", ${named(locale, 'p')} as "productName", p.base_unit as "baseUnit", c.class as "controlClass",
           trim_scale(sum(coalesce(l.qty_appr, l.qty_req)))::text as qty,
           coalesce(json_agg(distinct ${ownPermitOption}) filter (where m.id is not null), '[]') as permits,
           case when bool_and(m.id is not null and (l.qty_done >= coalesce(l.qty_appr, l.qty_req) or wms_permit_holds(m, p.id))) then null
                when bool_or(m.id is null) then 'NONE' else 'ENDED' end as cause
      from wms_transaction_line l join wms_product p on p.id = l.product_id cross join unnest(p.control_flags) c(class)
      left join wms_permit_use u on u.line_id = l.id and u.control_class = c.class
      left join wms_permit m on m.id = u.permit_id
     where l.transaction_id = ${id}
       and (u.line_id is not null or c.class = any(${classesNeedingPermit(services)}::text[]))
     group by p.id, c.class
     order by c.class, p.code`.execute(db);
  // A draft has no permits yet: the form asks for its options.
  return document.state === 'DRAFT' || document.state === 'RETURNED' ? [] : rows;
}

/** What is left now, plus what the document itself takes. */
const ownPermitOption = sql`${permitOption(remainingWithout(sql`null::uuid`))}::jsonb`;
