// Risks of a document: controlled goods, blocked or expired batches, exceeded quota.
import type { Locale } from '@kuwei/contract/constants';
import type { ProductOption } from '@kuwei/contract/wms/product';
import { REVIEW_LINES_MAX, type ReviewSheet } from '@kuwei/contract/wms/transaction-review';
import { needsReason } from '@kuwei/contract/wms/transaction-reason';
import { FINAL_STATES } from '@kuwei/contract/wms/transaction-state';
import type { TransactionRisk } from '@kuwei/contract/wms/transaction-risk';
import { type TransactionType, requestOf } from '@kuwei/contract/wms/transaction-type';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { findLastApprovals } from '../../bpm/position.ts';
import { buildTaskConditions, candidateIdentityOf } from '../../bpm/task-candidates.ts';
import type { Caller } from '../../context.ts';
import { constant } from '../../db/constant-sql.ts';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { foldedBatchNo } from '../batch/by-number.ts';
import { toOption, optionJson } from '../product/queries.ts';
import { scopeOf } from '../scope.ts';
import { BIZ_TYPE, isInScope } from './document.ts';
import { isOverQuota } from './quota-use.ts';
import { isWaitingInList } from './waiting.ts';

/**
 * Batches of a line `l` and whether their stock is frozen: batches that it names, and those of its reserved stock; for deposits
 * also an existing batch of the same number.
 */
const goodsOfLine = sql`(
  select s.batch_id, s.frozen from wms_product_box s where s.id = l.product_box_id
  union all
  select s.batch_id, s.frozen from wms_transaction_line_box x join wms_product_box s on s.id = x.product_box_id
   where x.line_id = l.id and x.qty > x.qty_done
  union all
  select k.id, false from wms_batch k where l.product_box_id is null and k.product_id = l.product_id and k.folded = ${foldedBatchNo(sql`l.batch_no`)})`;

/** Names of the risks of batches `b` and goods `g`. @param expired whether any is expired */
const batchRisks = (expired: RawBuilder<unknown>) => sql`
  case when ${expired} then 'EXPIRED' end,
  case when bool_or(g.frozen and b.status not in ('HOLD', 'RECALLED')) then 'FROZEN' end,
  case when bool_or(b.status = 'HOLD') then 'HOLD' end,
  case when bool_or(b.status = 'RECALLED') then 'RECALLED' end`;

/** Whether a permit used by line `l` is no longer valid. */
const isPermitInvalid = sql`exists (
  select from wms_permit_use u join wms_permit m on m.id = u.permit_id where u.line_id = l.id and not wms_permit_holds(m, l.product_id))`;

/** Risks of a line `l` of product `p`, as text[]. */
export const lineRisks: RawBuilder<TransactionRisk[]> = sql`(
  select array_remove(array[
           case when 'TOXIC' = any(p.control_flags) then 'TOXIC' when p.control_flags <> '{}' then 'CONTROLLED' end,
           case when p.hazard = 'UNKNOWN' then 'NOT_ASSESSED' end,
           case when p.control_flags <> '{}' and ${isPermitInvalid} then 'PERMIT' end,
           ${batchRisks(sql`l.expires_on < current_date or bool_or(b.expires_on < current_date)`)}], null)
    from ${goodsOfLine} g join wms_batch b on b.id = g.batch_id)`;

const isOpen = sql`coalesce(l.qty_appr, l.qty_req) > l.qty_done`;

/** Risks of the open part of a line. */
export const openLineRisks = sql<TransactionRisk[]>`case when ${isOpen} then ${lineRisks} else '{}' end`;

/** Risks of batches and stock of an open document `t`; control classes are shown separately. */
export const openRisks = sql<TransactionRisk[]>`case when t.state = any(${constant(FINAL_STATES)}) then '{}' else (
  select array_remove(array[${batchRisks(sql`bool_or(l.expires_on < current_date or b.expires_on < current_date)`)}], null)
    from wms_transaction_line l
    left join lateral ${goodsOfLine} g on true
    left join wms_batch b on b.id = g.batch_id
   where l.transaction_id = t.id and ${isOpen}) end`;

/** Current risks of a whole document. */
export async function risksOf(db: Kysely<DB>, id: string): Promise<TransactionRisk[]> {
  const { rows } = await sql<{ risks: TransactionRisk[] }>`
    select coalesce(array_agg(distinct r), '{}') || case when ${isOverQuota(sql`t`)} then array['QUOTA'] else '{}' end as risks
      from wms_transaction t
      left join lateral (
        select unnest(${lineRisks}) as r from wms_transaction_line l join wms_product p on p.id = l.product_id
         where l.transaction_id = t.id) found on true
     where t.id = ${id}
     group by t.id`.execute(db);
  return rows[0]!.risks.filter((risk) => risk !== null);
}

type Sheet = Omit<ReviewSheet, 'lines' | 'needsReason'> & {
  type: TransactionType;
  isExpired: boolean;
  lines: (Omit<ReviewSheet['lines'][number], 'product'> & { product: ProductOption & { hCodes: string[] } })[];
};

/** Documents for bulk approval, by number; only those waiting for the caller. */
export async function listReviewSheets(
  db: Kysely<DB>,
  ids: readonly string[],
  caller: Caller,
  locale: Locale,
): Promise<ReviewSheet[]> {
  const { mayDecide } = await buildTaskConditions(db, caller, candidateIdentityOf(caller));
  const { rows } = await sql<Sheet>`
    with document as (
      select t.* from wms_transaction t join wms_warehouse w on w.id = t.warehouse_id
       where t.id = any(${ids}::uuid[]) and ${isInScope(scopeOf(caller))} and ${isWaitingInList(mayDecide)}
    ), judged as (
      select l.transaction_id, l.line_no, l.expires_on, coalesce(l.batch_no, nullif(b.batch_no, '-')) as batch_no,
             coalesce(l.expires_on, b.expires_on) as expires, coalesce(l.qty_appr, l.qty_req) as qty, l.unit_price,
             ${optionJson(locale)} as product, ${lineRisks} as risks
        from document t
        join wms_transaction_line l on l.transaction_id = t.id
        join wms_product p on p.id = l.product_id
        left join wms_product_box s on s.id = l.product_box_id
        left join wms_batch b on b.id = coalesce(l.batch_id, s.batch_id)
    ), ranked as (
      select j.*, round(j.qty * j.unit_price, 2) as value,
             row_number() over (partition by transaction_id order by cardinality(risks) = 0, line_no) as place
        from judged j
    )
    select t.id, t.no, t.rev, ${named(locale, 'o')} as "ownerOrgName", u.name as "applicantName", ${named(locale, 'w')} as "warehouseName",
           t.plan_date as "planDate", sum(r.value) as value, count(r.line_no)::int as "lineCount",
           array(select distinct x from ranked y, unnest(y.risks) x where y.transaction_id = t.id)
             || case when ${isOverQuota(sql`t`)} then array['QUOTA'] else '{}' end as risks,
           t.type, coalesce(bool_or('EXPIRED' = any(r.risks)), false) as "isExpired",
           coalesce(json_agg(json_build_object('lineNo', r.line_no, 'product', r.product, 'batchNo', r.batch_no, 'expiresOn', r.expires,
             'qty', trim_scale(r.qty)::text, 'value', trim_scale(r.value)::text, 'risks', r.risks) order by r.place)
             filter (where r.place <= ${REVIEW_LINES_MAX}), '[]') as lines
      from document t
      join wms_org o on o.id = t.owner_org_id
      join sys_user u on u.id = t.applicant_id
      join wms_warehouse w on w.id = t.warehouse_id
      left join ranked r on r.transaction_id = t.id
     group by t.id, t.no, t.rev, t.type, t.levels, t.plan_date, t.owner_org_id, t.goods_org_id, t.warehouse_id, t.state, t.submitted_at, o.id, u.id, w.id
     order by t.no`.execute(db);
  const last = await findLastApprovals(db, BIZ_TYPE, ids, caller);
  return rows.map(({ type, isExpired, ...sheet }) => ({
    ...sheet,
    needsReason: needsReason({ type: requestOf(type), isLast: last.has(sheet.id), isExpired }),
    lines: sheet.lines.map((line) => ({ ...line, product: toOption(line.product, caller) })),
  }));
}
