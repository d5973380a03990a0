import { plain } from '@kuwei/contract/plain';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { ProductOption } from '@kuwei/contract/wms/product';
import type { transactionQuery } from '@kuwei/contract/wms/transaction';
import type { UnfinishedLine } from '@kuwei/contract/wms/transaction-form';
import type { Transaction, TransactionLine, TransactionRecord, TransactionRow } from '@kuwei/contract/wms/transaction-reply';
import { ORG_TYPE_OF } from '@kuwei/contract/wms/org';
import { EXECUTION_STATES } from '@kuwei/contract/wms/transaction-state';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import type { Caller } from '../../context.ts';
import { kept } from '../../db/kept.ts';
import { all, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { named, nameLike } from '../../db/named.ts';
import { like } from '../../db/search.ts';
import type { DB } from '../../db/types.ts';
import { openLineRisks, openRisks } from './risks.ts';
import { oneOf } from '../product-box/filter.ts';
import { asOption, optionJson } from '../product/queries.ts';
import { scopeOf } from '../scope.ts';
import { appliedBy, assignedBy, BIZ_TYPE, isToxic, openTakesTwo, postedTakesTwo, reversalAsked, visible } from './document.ts';
import { waitsForReview } from './waiting.ts';

export type TransactionQuery = z.output<typeof transactionQuery>;

const SORTS: SortsOf<TransactionQuery> = {
  no: { by: sql`t.no` },
  createdAt: { by: sql`t.created_at` },
  submittedAt: { by: sql`t.submitted_at`, nullable: true },
  updatedAt: { by: sql`t.updated_at` },
  planDate: { by: sql`t.plan_date`, nullable: true },
  state: { by: sql`t.state` },
};

/** Conditions of a list, over the document `t` and its warehouse `w`. */
async function conditions(db: Kysely<DB>, query: TransactionQuery, caller: Caller): Promise<RawBuilder<unknown>> {
  const codes = caller.effective.map((role) => role.code);
  const parts: RawBuilder<unknown>[] = [visible(scopeOf(caller)), sql`t.type = ${query.type}`];
  const add = (wanted: unknown, condition: () => RawBuilder<unknown>): void => {
    if (wanted !== undefined && wanted !== false) parts.push(condition());
  };
  add(query.state, () => sql`t.state = any(${query.state}::text[])`);
  add(query.warehouseId, () => sql`(t.warehouse_id = ${query.warehouseId} or t.target_warehouse_id = ${query.warehouseId})`);
  add(query.ownerOrgId, () => sql`t.owner_org_id = ${query.ownerOrgId}`);
  add(query.mine, () => sql`t.applicant_id = ${caller.userId}`);
  add(query.controlled, () => sql`t.controlled`);
  add(query.task, () => sql`t.state = any(${[...EXECUTION_STATES]}::text[])`);
  add(query.overdue, () => sql`t.plan_date < current_date and t.state not in ('DONE', 'REJECTED', 'CANCELED')`);
  add(query.from, () => sql`t.created_at >= ${query.from}::date`);
  add(query.to, () => sql`t.created_at < ${query.to}::date + 1`);
  add(
    query.productId,
    () => sql`exists (select from wms_transaction_line l where l.transaction_id = t.id and l.product_id = ${query.productId})`,
  );
  const selves = [caller.userId, caller.proxyUserId].filter((id) => id !== null);
  add(query.waiting, () => waitsForReview(sql`${selves}::uuid[]`, sql`${codes}::text[]`));
  if (query.q !== undefined) parts.push(await search(db, query.q));
  return all(parts);
}

/** A number, an applicant, an owner, a product or a batch by a part of its name. */
function search(db: Kysely<DB>, q: string): Promise<RawBuilder<unknown>> {
  const pattern = like(q);
  const found = sql`select id from wms_transaction where lower(no) like ${pattern} or lower(purchase_no) like ${pattern}
    or lower(delivery_no) like ${pattern}`;
  const products = sql`select id from wms_product where search like ${pattern}`;
  const isOfBatch = sql`lower(l.batch_no) like ${like(plain(q))}`;
  return oneOf(db, [
    { column: sql`t.id`, ids: found },
    { column: sql`t.applicant_id`, ids: sql`select id from sys_user where lower(name) like ${pattern}` },
    { column: sql`t.owner_org_id`, ids: sql`select o.id from wms_org o where ${nameLike('o', pattern)}` },
    // The products are found once, and not for each document.
    byLines(sql`l.product_id in (${products})`, sql`(l.product_id in (${products})) is true`),
    byLines(isOfBatch),
  ]);
}

/** Lines that are looked up one by one; where there are more, documents are asked for theirs until enough are found. */
const LINES_NAMED = 1_000;

/** Documents with such a line `l`. */
const byLines = (which: RawBuilder<unknown>, whichOfDocument = which) => ({
  column: sql`t.id`,
  ids: sql`select l.transaction_id from wms_transaction_line l where ${which}`,
  each: {
    which: sql`exists (select from wms_transaction_line l where l.transaction_id = t.id and ${whichOfDocument} offset 0)`,
    beyond: LINES_NAMED,
  },
});

/** Whole rows of the documents in `page`. */
const rowsIn = (locale: Locale): RawBuilder<TransactionRow> => sql<TransactionRow>`
  select t.id, t.no, t.type, t.source, t.state, t.owner_org_id as "ownerOrgId", ${named(locale, 'o')} as "ownerOrgName", t.applicant_id as "applicantId",
         u.name as "applicantName", t.purchase_no as "purchaseNo", t.warehouse_id as "warehouseId", ${named(locale, 'w')} as "warehouseName", t.plan_date as "planDate", t.controlled, t.toxic,
         t.levels, t.round, t.submitted_at as "submittedAt", t.finished_at as "finishedAt", t.rev, t.created_at as "createdAt",
         t.updated_at as "updatedAt", l.lines, coalesce(f.summary, '') as summary, l.value,
         coalesce(k.candidate_roles, '{}') as "reviewRoles", k.created_at as "waitingSince", ${openRisks} as risks,
         exists (select from wms_transaction r where r.reverses_id = t.id) as reversed
    from page
    join wms_transaction t on t.id = page.id
    join wms_org o on o.id = t.owner_org_id
    join sys_user u on u.id = t.applicant_id
    join wms_warehouse w on w.id = t.warehouse_id
    left join bpm_task k on k.biz_type = ${BIZ_TYPE} and k.biz_id = t.id and k.round = t.round and k.state = 'OPEN'
    cross join lateral (
      select count(*)::int as lines, sum(round(x.qty_req * x.unit_price, 2)) as value
        from wms_transaction_line x where x.transaction_id = t.id) l
    cross join lateral (
      select string_agg(${named(locale, 'p')}, ${locale === 'en' ? ', ' : '、'} order by x.line_no) as summary
        from wms_transaction_line x join wms_product p on p.id = x.product_id
       where x.transaction_id = t.id and x.line_no <= 3) f`;

/** Documents that a query finds, of those the caller may see. */
export const transactionList = async (
  db: Kysely<DB>,
  query: TransactionQuery,
  caller: Caller,
  locale: Locale,
): Promise<List<TransactionRow>> => ({
  from: sql`wms_transaction t join wms_warehouse w on w.id = t.warehouse_id where ${await conditions(db, query, caller)}`,
  id: sql`t.id`,
  order: orderOf(query.sort ?? '-createdAt', SORTS, sql`t.id`),
  rows: rowsIn(locale),
});

type Head = Omit<Transaction, 'lines' | 'unfinished'> & { unfinished: UnfinishedLine[] };

/** @throws AppError NOT_FOUND outside the caller's scope */
export async function getTransaction(db: Kysely<DB>, id: string, caller: Caller, locale: Locale): Promise<Transaction> {
  const head = await sql<Head>`${kept}
    select t.id, t.no, t.type, t.source, t.state, t.owner_org_id as "ownerOrgId", ${named(locale, 'o')} as "ownerOrgName", t.applicant_id as "applicantId",
           u.name as "applicantName", ${appliedBy} as "appliedBy", current_setting('TimeZone') as "timeZone", t.warehouse_id as "warehouseId", ${named(locale, 'w')} as "warehouseName",
           ${named(locale, 'wo')} as "warehouseOrgName", wo.phone as "warehousePhone",
           w.campus as "warehouseCampus", w.address as "warehouseAddress", w.opening_hours as "warehouseHours", t.target_warehouse_id as "targetWarehouseId", ${named(locale, 'tw')} as "targetWarehouseName", t.plan_date as "planDate",
           t.deposit_until as "depositUntil", t.contact, t.phone, t.purpose, t.purchase_no as "purchaseNo", t.delivery_no as "deliveryNo", t.supplier_org_id as "supplierOrgId",
           ${named(locale, 'so')} as "supplierName", t.remark, t.controlled, ${isToxic} as toxic, t.levels, t.round, t.submitted_at as "submittedAt",
           t.approved_at as "approvedAt", t.finished_at as "finishedAt", t.rev, t.created_at as "createdAt", t.updated_at as "updatedAt",
           ${openTakesTwo} as "twoToFinish", ${postedTakesTwo} as "twoToReverse", ${assignedBy} as "assignedBy", ${reversalAsked} as "reversalAsked",
           (select case when r.action = 'askReversal' then r.comment end from wms_transaction_record r
             where r.transaction_id = t.id and r.action <> 'cosign' order by r.id desc limit 1) as "reversalReason",
           case when t.pickup_locked_until > now() then t.pickup_locked_until end as "pickupLockedUntil",
           case when t.cosigned_rev = t.rev then t.cosigned_by end as "cosignedBy",
           case when t.cosigned_rev = t.rev then cu.name end as "cosignedName",
           coalesce(k.candidate_roles, '{}') as "reviewRoles", k.level as "reviewLevel",
           array(select e from bpm_decision d, unnest(array[d.actor_id, d.proxy_user_id]) e
                  where d.biz_id = t.id and d.round = t.round and e is not null) as "decidedBy",
           exists (select from wms_transaction_line l where l.transaction_id = t.id and l.qty_done > 0) as posted,
           t.reverses_id is not null as reversal, t.reverses_id as "reversesId", rt.no as "reversesNo",
           rb.id is not null as reversed, rb.id as "reversedById", rb.no as "reversedByNo",
           t.unfinished,
           coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size))
              from sys_file f where f.id = any(t.attachments)), '[]') as attachments
      from wms_transaction t
      join wms_org o on o.id = t.owner_org_id
      join sys_user u on u.id = t.applicant_id
      join wms_warehouse w on w.id = t.warehouse_id
      join wms_org wo on wo.id = w.org_id
      left join wms_warehouse tw on tw.id = t.target_warehouse_id
      left join wms_org so on so.id = t.supplier_org_id
      left join sys_user cu on cu.id = t.cosigned_by
      left join bpm_task k on k.biz_type = ${BIZ_TYPE} and k.biz_id = t.id and k.round = t.round and k.state = 'OPEN'
      left join wms_transaction rt on rt.id = t.reverses_id
      left join wms_transaction rb on rb.reverses_id = t.id
     where t.id = ${id} and ${visible(scopeOf(caller))}`.execute(db);
  if (!head.rows[0]) throw new AppError('NOT_FOUND');
  const unfinished = await unfinishedOf(db, head.rows[0].unfinished, locale);
  return { ...head.rows[0], unfinished, lines: await linesOf(db, id, locale) };
}

/** With the products that they know already. */
async function unfinishedOf(
  db: Kysely<DB>,
  lines: readonly UnfinishedLine[],
  locale: Locale,
): Promise<Transaction['unfinished']> {
  const ids = lines.map(({ productId }) => productId).filter((id) => id !== null);
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await sql<{ option: ProductOption & { hCodes: string[] } }>`
    select ${optionJson(locale)} as option from wms_product p where p.id = any(${ids}::uuid[]) and p.deleted_at is null`.execute(
          db,
        );
  const byId = new Map(rows.map(({ option }) => [option.id, asOption(option)]));
  return lines.map((line) => ({ ...line, product: byId.get(line.productId ?? '') ?? null }));
}

async function linesOf(db: Kysely<DB>, id: string, locale: Locale): Promise<TransactionLine[]> {
  const { rows } = await sql<Omit<TransactionLine, 'product'> & { product: ProductOption & { hCodes: string[] } }>`${kept}
    select l.id, l.line_no as "lineNo", ${optionJson(locale)} as product, l.product_box_id as "productBoxId", sb.code as "sourceBoxCode",
           coalesce(l.batch_no, nullif(b.batch_no, '-')) as "batchNo", coalesce(l.made_on, b.made_on) as "madeOn",
           coalesce(l.expires_on, b.expires_on) as "expiresOn", l.unit, l.unit_factor as "unitFactor", l.qty, l.qty_req as "qtyReq",
           l.qty_appr as "qtyAppr", l.qty_done as "qtyDone", l.unit_price as "unitPrice", l.reject_reason as "rejectReason", l.remark, ${openLineRisks} as risks,
           coalesce((
             select json_agg(json_build_object('id', x.id, 'productBoxId', x.product_box_id, 'sourceBoxId', xs.box_id, 'sourceBoxCode', xsb.code,
                 'batchNo', xb.batch_no, 'expiresOn', xb.expires_on, 'ownerOrgName', ${named(locale, 'xo')}, 'blocked',
                   case when xb.status in ('HOLD', 'RECALLED') and (d.type <> 'MOVE' or d.target_warehouse_id is not null) then xb.status when xs.frozen then 'FROZEN' end, 'boxId', x.box_id, 'boxCode', xt.code,
                 'qty', trim_scale(x.qty)::text, 'qtyDone', trim_scale(x.qty_done)::text) order by x.id)
               from wms_transaction_line_box x
               left join wms_product_box xs on xs.id = x.product_box_id
               left join wms_warehouse_box xsb on xsb.id = xs.box_id
               left join wms_batch xb on xb.id = xs.batch_id
               left join wms_org xo on xo.id = xs.owner_org_id
               left join wms_warehouse_box xt on xt.id = x.box_id
              where x.line_id = l.id), '[]') as boxes
      from wms_transaction_line l
      join wms_transaction d on d.id = l.transaction_id
      join wms_product p on p.id = l.product_id
      left join wms_product_box s on s.id = l.product_box_id
      left join wms_warehouse_box sb on sb.id = s.box_id
      left join wms_batch b on b.id = coalesce(l.batch_id, s.batch_id)
     where l.transaction_id = ${id}
     order by l.line_no`.execute(db);
  return rows.map((line) => ({ ...line, product: asOption(line.product) }));
}

/** The audit timeline, oldest first. */
export async function listRecords(db: Kysely<DB>, id: string, caller: Caller): Promise<TransactionRecord[]> {
  await getHeadOnly(db, id, caller);
  const { rows } = await sql<TransactionRecord>`
    select r.id, r.at, r.round, r.action, r.from_state as "fromState", r.to_state as "toState", r.level, r.actor_id as "actorId",
           u.name as "actorName", p.name as "proxyName", r.page_role as "pageRole", r.comment, r.diff
      from wms_transaction_record r
      join sys_user u on u.id = r.actor_id
      left join sys_user p on p.id = r.proxy_user_id
     where r.transaction_id = ${id}
     order by r.id`.execute(db);
  return rows;
}

/** What a step needs to know of a document that it does not change. @throws AppError NOT_FOUND outside the caller's scope */
export async function getHeadOnly(db: Kysely<DB>, id: string, caller: Caller) {
  const row = await db
    .selectFrom('wms_transaction as t')
    .innerJoin('wms_warehouse as w', 'w.id', 't.warehouse_id')
    .where('t.id', '=', id)
    .where(visible(scopeOf(caller)))
    .selectAll('t')
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

export async function findByNo(db: Kysely<DB>, no: string, caller: Caller): Promise<{ id: string; type: Transaction['type'] }> {
  const row = await db
    .selectFrom('wms_transaction as t')
    .innerJoin('wms_warehouse as w', 'w.id', 't.warehouse_id')
    .where('t.no', '=', no)
    .where(visible(scopeOf(caller)))
    .select(['t.id', 't.type'])
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/**
 * Of the organisations that the caller can choose under this page role, the one that a document belongs to.
 * @throws AppError NOT_FOUND where it belongs to none of them
 */
export async function findOwner(db: Kysely<DB>, id: string, caller: Caller, locale: Locale) {
  const type = caller.pageRole === null ? undefined : ORG_TYPE_OF[caller.pageRole];
  const mine = caller.orgs.filter((org) => org.type === type).map((org) => org.id);
  const org = await db
    .selectFrom('wms_transaction as t')
    .innerJoin('wms_warehouse as w', 'w.id', 't.warehouse_id')
    .innerJoin('wms_org as o', (join) =>
      join.on(type === 'WAREHOUSE' ? sql<boolean>`o.id = w.org_id` : sql<boolean>`o.id = t.owner_org_id`),
    )
    .where('t.id', '=', id)
    .where(sql<boolean>`o.valid and o.id = any(${mine}::uuid[])`)
    .where((eb) => eb.or(mine.map((orgId) => visible({ kind: type === 'WAREHOUSE' ? 'warehouse' : 'owner', orgId }))))
    .select(['o.id', named(locale, 'o').as('name'), 'o.type'])
    .executeTakeFirst();
  if (!org) throw new AppError('NOT_FOUND');
  return org;
}
