// Reads after-sales cases. Visibility, and the side the caller is on, are computed in the statement itself.
import type { Locale } from '@kuwei/contract/constants';
import type { RuleAction } from '@kuwei/contract/auth/rule';
import { WMS_ROLES as R } from '@kuwei/contract/access';
import type { AfterSalesCase, CaseMessage, CaseRecord, afterSalesRoutes } from '@kuwei/contract/wms/after-sales';
import type { CasePlace, CaseSide } from '@kuwei/contract/wms/after-sales-state';
import type { QueryOf } from '@kuwei/contract/route';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { canDecideTask, ownCandidateIdentity } from '../../bpm/task-candidates.ts';
import type { Caller } from '../../context.ts';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, oneRow, orderOf, type List } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { like, matchesText } from '../../db/search.ts';
import type {
  DB,
  SysUser,
  WmsAfterSales,
  WmsAfterSalesMessage,
  WmsAfterSalesRecord,
  WmsBatch,
  WmsProduct,
  WmsTransaction,
  WmsWarehouseBox,
} from '../../db/types.ts';
import { readAsReviewer, readScopeOf, scopeOf } from '../scope.ts';
import type { WmsDocument } from '../transaction/document.ts';

export const BIZ_TYPE = 'WMS_AFTER_SALES';

export type CaseQuery = QueryOf<(typeof afterSalesRoutes)['listCases']>;

/** The caller's user ids: the account, and the proxy acting for it. */
export const actorIdsOf = ({ userId, proxyUserId }: Caller): string[] => [userId, ...(proxyUserId === null ? [] : [proxyUserId])];

/** Warehouse staff for cases: after-sales, outbound reviewers, and storekeepers. */
const STAFF: readonly string[] = [R.afterSales, R.box, R.outbound1, R.outbound2];
const isStaff = ({ effective }: Caller): boolean => effective.some(({ code }) => STAFF.includes(code));

/** Whether the caller is asked to decide case `c` now. Past reviewers see it only if they are a party, as with documents. */
const isReviewer = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(c.state = 'SUBMITTED' and exists (
  select from bpm_task k where k.biz_type = ${BIZ_TYPE} and k.biz_id = c.id and k.round = c.round and ${canDecideTask(ownCandidateIdentity(caller))}))`;

/**
 * The caller's side in case `c` of warehouse `w`; null for non-parties.
 * Drafts are visible only to the side that created them.
 */
const sideOf = (caller: Caller): RawBuilder<CaseSide | null> => {
  const scope = scopeOf(caller);
  const decides = sql`when ${isReviewer(caller)} then 'REVIEWER'`;
  const parties =
    scope.kind === 'owner'
      ? sql`when c.owner_org_id = ${scope.orgId}::uuid then 'OWNER' when c.supplier_org_id = ${scope.orgId}::uuid then 'SUPPLIER'`
      : isStaff(caller)
        ? sql`when w.org_id = ${scope.orgId}::uuid then 'WAREHOUSE'`
        : sql``;
  return sql<CaseSide | null>`case when c.state = 'DRAFT' and c.applicant_org_id <> ${scope.orgId}::uuid then null ${parties} ${decides} end`;
};

/** Visible cases: those the caller is a party to, and those opened by data rules. The conditions use indexed columns. */
function isCaseVisible(caller: Caller, action: RuleAction | null): RawBuilder<boolean> {
  const scope = scopeOf(caller);
  const { orgId } = scope;
  const isOut = sql`(c.state <> 'DRAFT' or c.applicant_org_id = ${orgId}::uuid)`;
  const ways =
    scope.kind === 'owner'
      ? [sql`c.owner_org_id = ${orgId}::uuid and ${isOut}`, sql`c.supplier_org_id = ${orgId}::uuid and c.state <> 'DRAFT'`]
      : isStaff(caller)
        ? [sql`w.org_id = ${orgId}::uuid and ${isOut}`]
        : [];
  ways.push(isReviewer(caller));
  const opened = action === null ? null : readScopeOf(caller, action).opened;
  if (opened !== null) {
    const among = (column: RawBuilder<unknown>, ids: 'all' | readonly string[]): RawBuilder<unknown> =>
      ids === 'all' ? sql`true` : sql`${column} = any(${[...ids]}::uuid[])`;
    const isOpened = sql`(${among(sql`c.owner_org_id`, opened.WMS_ORG)} or ${among(sql`c.warehouse_id`, opened.WMS_WAREHOUSE)})`;
    ways.push(sql`c.state <> 'DRAFT' and ${isOpened}`);
  }
  return sql<boolean>`(${sql.join(
    ways.map((way) => sql`(${way})`),
    sql` or `,
  )})`;
}

/** Where the goods of case `c` are; its line belongs to document `t`. */
export const goodsPlace = sql<CasePlace>`(case when c.product_box_id is not null then 'IN_STORE' when t.type = 'OUTBOUND' then 'COLLECTED' else 'DELIVERED' end)`;

const isLate = sql<boolean>`(c.state = 'SUBMITTED' and c.due_at < now())`;

const sorts = {
  no: { by: sql`c.no` },
  createdAt: { by: sql`c.created_at` },
  submittedAt: { by: sql`c.submitted_at`, nullable: true as const },
  dueAt: { by: sql`c.due_at`, nullable: true as const },
};

const FROM = sql`wms_after_sales c join wms_warehouse w on w.id = c.warehouse_id join wms_product p on p.id = c.product_id`;

export function caseList(
  query: Omit<CaseQuery, 'page' | 'size'>,
  caller: Caller,
  action: RuleAction,
  locale: Locale,
): List<AfterSalesCase> {
  const conditions = conditionsOf(query, {
    kind: (kinds) => sql`c.kind = any(${kinds}::text[])`,
    state: (states) => sql`c.state = any(${states}::text[])`,
    warehouseId: (id) => sql`c.warehouse_id = ${id}`,
    ownerOrgId: (id) => sql`c.owner_org_id = ${id}`,
    transactionId: (id) => sql`(c.transaction_line_id in (select l.id from wms_transaction_line l where l.transaction_id = ${id})
      and ${sideOf(caller)} is distinct from 'SUPPLIER')`,
    productBoxId: (id) => sql`(c.product_box_id = ${id} and ${sideOf(caller)} is distinct from 'SUPPLIER')`,
    late: (late) => (late ? isLate : sql`not ${isLate}`),
    mine: (mine) => (mine ? isReviewer(caller) : sql`not ${isReviewer(caller)}`),
    q: (q) => sql`(lower(c.no) like ${like(q)} or ${matchesText(sql`p.search`, q)} or lower(c.description) like ${like(q)})`,
  });
  return {
    id: sql`c.id`,
    from: sql`${FROM} where ${all([isCaseVisible(caller, action), ...conditions])}`,
    order: orderOf(query.sort ?? '-createdAt', sorts, sql`c.id`),
    rows: caseRows(caller, locale),
  };
}

/** @throws AppError NOT_FOUND, also for a case that is not visible */
export const getCase = (
  db: Kysely<DB>,
  id: string,
  caller: Caller,
  locale: Locale,
  action: RuleAction | null = 'SEE',
): Promise<AfterSalesCase> =>
  readAsReviewer(caller, (reader) =>
    oneRow(db, sql`select c.id from ${FROM} where c.id = ${id} and ${isCaseVisible(reader, action)}`, caseRows(reader, locale)),
  );

/** Columns of the form fields. */
export const CASE = {
  kind: 'c.kind',
  transactionLineId: 'c.transaction_line_id',
  productBoxId: 'c.product_box_id',
  qty: 'c.qty',
  solution: 'c.solution',
  description: 'c.description',
  pictures: 'c.pictures',
} as const;

interface Tables {
  c: WmsAfterSales;
  p: WmsProduct;
  b: Joined<WmsBatch>;
  x: Joined<WmsWarehouseBox>;
  u: SysUser;
  e: Joined<SysUser>;
  t: Joined<WmsDocument>;
  s: { side: CaseSide | null };
  r: { level: number | null; step: string | null; nobody: boolean; begun: boolean };
}

/** Hidden from suppliers: where goods of others are, and their documents. */
const hiddenFromSupplier = <T>(what: RawBuilder<T>): RawBuilder<T | null> =>
  sql<T | null>`case when s.side is distinct from 'SUPPLIER' then ${what} end`;

const caseRows = (caller: Caller, locale: Locale): RawBuilder<AfterSalesCase> =>
  rowsOf<AfterSalesCase, Tables>(
    {
      id: 'c.id',
      no: 'c.no',
      ...CASE,
      transactionLineId: hiddenFromSupplier(sql<string>`c.transaction_line_id`),
      productBoxId: hiddenFromSupplier(sql<string>`c.product_box_id`),
      withSupplier: sql<boolean>`c.supplier_org_id is not null`,
      state: 'c.state',
      levels: 'c.levels',
      round: 'c.round',
      level: 'r.level',
      step: 'r.step',
      nobody: 'r.nobody',
      productId: 'c.product_id',
      productCode: 'p.code',
      productName: named(locale, 'p'),
      baseUnit: 'p.base_unit',
      controlFlags: 'p.control_flags',
      batchNo: sql<string | null>`nullif(b.batch_no, '-')`,
      boxCode: hiddenFromSupplier(sql<string>`x.code`),
      transactionId: hiddenFromSupplier(sql<string>`t.id`),
      transactionNo: hiddenFromSupplier(sql<string>`t.no`),
      transactionType: hiddenFromSupplier(sql<'INBOUND'>`t.type`),
      documents: sql<AfterSalesCase['documents']>`case when s.side is not distinct from 'SUPPLIER' then '[]' else coalesce((
        select json_agg(json_build_object('id', d.id, 'no', d.no, 'type', d.type, 'as', d.after_sales_as, 'state', d.state,
            'reversed', exists (select from wms_transaction v where v.reverses_id = d.id)) order by d.type desc, d.no)
          from wms_transaction d where d.after_sales_id = c.id and d.deleted_at is null), '[]') end`,
      place: goodsPlace,
      held: 'c.held',
      ownerOrgName: sql<string>`(select ${named(locale, 'o')} from wms_org o where o.id = c.owner_org_id)`,
      warehouseName: named(locale, 'w'),
      supplierName: sql<string | null>`(select ${named(locale, 'o')} from wms_org o where o.id = c.supplier_org_id)`,
      applicantName: 'u.name',
      submittedAt: 'c.submitted_at',
      dueAt: 'c.due_at',
      late: isLate,
      decidedAt: 'c.decided_at',
      endedAt: 'c.ended_at',
      messages: sql<number>`(select count(*)::int from wms_after_sales_message m where m.after_sales_id = c.id)`,
      isApplicant: sql<boolean>`(c.applicant_id = ${caller.userId} and c.applicant_org_id = any(${caller.orgs.map(({ id }) => id)}::uuid[]))`,
      reviews: isReviewer(caller),
      side: 's.side',
      begun: 'r.begun',
      rev: 'c.rev',
      createdAt: 'c.created_at',
      updatedAt: 'c.updated_at',
      updatedBy: 'e.name',
    },
    sql`page join wms_after_sales c on c.id = page.id join wms_warehouse w on w.id = c.warehouse_id join wms_product p on p.id = c.product_id
      left join wms_batch b on b.id = c.batch_id left join wms_product_box g on g.id = c.product_box_id
      left join wms_warehouse_box x on x.id = g.box_id join sys_user u on u.id = c.applicant_id left join sys_user e on e.id = c.updated_by
      left join wms_transaction_line l on l.id = c.transaction_line_id left join wms_transaction t on t.id = l.transaction_id
     cross join lateral (select ${sideOf(caller)} as side) s
     cross join lateral (
       select min(k.level) as level, string_agg(distinct ${named(locale, 'k')}, ${locale === 'en' ? ', ' : '、'}) as step,
              coalesce(bool_or(k.stuck_at is not null), false) as nobody, exists (select from bpm_decision d where d.biz_id = c.id and d.round = c.round) as begun
         from bpm_task k where k.biz_type = ${BIZ_TYPE} and k.biz_id = c.id and k.round = c.round and k.state = 'OPEN' and k.kind <> 'COPY') r`,
  );

export async function listCaseMessages(
  db: Kysely<DB>,
  id: string,
  caller: Caller,
  locale: Locale,
  only: string | null = null,
): Promise<CaseMessage[]> {
  await getCase(db, id, caller, locale);
  const { rows } = await rowsOf<CaseMessage, { m: WmsAfterSalesMessage; u: SysUser; p: Joined<SysUser> }>(
    {
      id: 'm.id',
      at: 'm.at',
      userName: 'u.name',
      proxyName: 'p.name',
      side: 'm.side',
      mine: sql<boolean>`m.user_id = ${caller.userId}`,
      content: 'm.content',
      pictures: 'm.pictures',
    },
    sql`wms_after_sales_message m join sys_user u on u.id = m.user_id left join sys_user p on p.id = m.proxy_user_id
      where m.after_sales_id = ${id} and ${only === null ? sql`true` : sql`m.id = ${only}`} order by m.at, m.id`,
  ).execute(db);
  return rows;
}

export async function listCaseRecords(db: Kysely<DB>, id: string, caller: Caller, locale: Locale): Promise<CaseRecord[]> {
  await getCase(db, id, caller, locale);
  const { rows } = await rowsOf<
    CaseRecord,
    { r: WmsAfterSalesRecord; u: SysUser; p: Joined<SysUser>; o: Joined<SysUser>; t: WmsTransaction }
  >(
    {
      id: sql<string>`r.id::text`,
      at: 'r.at',
      actorName: 'u.name',
      proxyName: 'p.name',
      otherName: 'o.name',
      action: 'r.action',
      from: sql<CaseRecord['from']>`r.from_state`,
      to: sql<CaseRecord['to']>`r.to_state`,
      level: 'r.level',
      step: sql<string | null>`${locale === 'en' ? sql`coalesce(r.step_en, r.step)` : sql`r.step`}`,
      comment: 'r.comment',
      solution: sql<CaseRecord['solution']>`r.solution`,
    },
    sql`wms_after_sales_record r join sys_user u on u.id = r.actor_id left join sys_user p on p.id = r.proxy_user_id
      left join sys_user o on o.id = r.other_id where r.after_sales_id = ${id} order by r.id`,
  ).execute(db);
  return rows;
}

/** Files `id` attached to a case, or to a message in it, of which the caller is a party or reviewer. The page role may be unknown here. */
export function isFileOfCase(id: string, caller: Caller, isWarehouse: boolean): RawBuilder<unknown> {
  const { orgs } = caller;
  const own = orgs.map((org) => org.id);
  const warehouses = isWarehouse ? orgs.filter(({ type }) => type === 'WAREHOUSE').map((org) => org.id) : [];
  return sql`
    select from (
      select c.* from wms_after_sales c where c.pictures @> array[${id}::uuid]
      union all
      select c.* from wms_after_sales_message m join wms_after_sales c on c.id = m.after_sales_id where m.pictures @> array[${id}::uuid]) c
      join wms_warehouse w on w.id = c.warehouse_id
     where c.applicant_org_id = any(${own}::uuid[]) or c.state <> 'DRAFT' and (
       c.owner_org_id = any(${own}::uuid[]) or c.supplier_org_id = any(${own}::uuid[]) or w.org_id = any(${warehouses}::uuid[])
       or ${isReviewer(caller)}) limit 1`;
}
