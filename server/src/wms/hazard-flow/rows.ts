// The register entry by entry, for screen, paper and workbook.
import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import type { FlowRow, flowRoutes } from '@kuwei/contract/wms/hazard-flow';
import { sql, type RawBuilder } from 'kysely';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, type Criterion, type List } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { like, matchesText } from '../../db/search.ts';
import type { SysUser, WmsBatch, WmsFlowReport, WmsLedger, WmsProduct, WmsTransaction, WmsWarehouseBox } from '../../db/types.ts';
import type { NarrowedScope } from '../read-conditions.ts';
import {
  QTY_IN,
  flowEntries,
  isEntryInMonth,
  isRegisterEntryVisible,
  QTY_OUT,
  type RegisterMonth,
  type RegisterKey,
} from './register-month.ts';
import { deadline, isReported, isDueOrReported, type ReportRules } from './due.ts';

export type RowQuery = Omit<QueryOf<(typeof flowRoutes)['listFlow']>, 'page' | 'size'>;
export type DueQuery = Omit<QueryOf<(typeof flowRoutes)['listFlowDue']>, 'page' | 'size'>;
type Sql = RawBuilder<unknown>;

const rowConditions = ({ productId, flow, q }: Pick<RowQuery, 'productId' | 'flow' | 'q'>): Sql[] =>
  conditionsOf(
    { productId, flow, q },
    {
      productId: (id) => sql`l.product_id = ${id}`,
      flow: (flows) => sql`l.flow = any(${flows}::text[])`,
      q: (text) =>
        sql`(${matchesText(sql`p.search`, text)} or l.transaction_id in (select id from wms_transaction where lower(no) like ${like(text)}
            union all select adjustment_id from wms_inventory where lower(no) like ${like(text)}))`,
    },
  );

const listOf = (
  entries: Sql,
  conditions: readonly Sql[],
  order: readonly Criterion[],
  rows: RawBuilder<FlowRow>,
): List<FlowRow> => ({
  id: sql`l.seq`,
  keyType: 'bigint',
  from: sql`${entries} l join wms_product p on p.id = l.product_id where ${all(conditions)}`,
  order,
  rows,
});

/** In the order of a paper register: by product, then by time. */
function orderOf(sort: RowQuery['sort']): Criterion[] {
  const isDown = sort?.startsWith('-') ?? false;
  const byTime: Criterion[] = [
    { by: sql`l.at`, isDown },
    { by: sql`l.seq`, isDown },
  ];
  return sort?.endsWith('at') ? byTime : [{ by: sql`p.code`, isDown }, ...byTime];
}

/** @param reports null for callers who do not see reporting */
export const rowList = (
  book: RegisterMonth,
  seen: NarrowedScope,
  query: RowQuery,
  reports: ReportRules | null,
  locale: Locale,
): List<FlowRow> =>
  listOf(
    flowEntries(all([isEntryInMonth(book), isRegisterEntryVisible(seen)])),
    rowConditions(query),
    orderOf(query.sort),
    flowRows(book, seen, reports, locale),
  );

/** Entries to report; with `state`, also reported ones. */
export function dueList(
  which: RegisterKey,
  seen: NarrowedScope,
  query: DueQuery,
  rules: ReportRules,
  locale: Locale,
): List<FlowRow> {
  const states = query.state ?? ['DUE', 'OVERDUE'];
  const ways = states.map((state) => {
    if (state === 'REPORTED') return isReported(which.controlClass);
    const late = sql`${deadline(rules, which.controlClass)} < current_date`;
    return sql`(not ${isReported(which.controlClass)} and ${state === 'OVERDUE' ? late : sql`not ${late}`})`;
  });
  return listOf(
    flowEntries(isDueOrReported(which, rules)),
    [sql`(${sql.join(ways, sql` or `)})`, ...rowConditions(query)],
    orderOf(query.sort ?? 'at'),
    flowRows(which, seen, rules, locale),
  );
}

interface Tables {
  l: WmsLedger;
  p: WmsProduct;
  t: WmsBatch;
  b: WmsWarehouseBox;
  u1: SysUser;
  u2: Joined<SysUser>;
  x: Joined<WmsTransaction>;
  a: Joined<SysUser>;
  f: Joined<WmsFlowReport>;
}

function flowRows(
  { warehouseId, controlClass }: RegisterKey,
  seen: NarrowedScope,
  rules: ReportRules | null,
  locale: Locale,
): RawBuilder<FlowRow> {
  const text = (value: Sql) => sql<string>`trim_scale(${value})::text`;
  return rowsOf<FlowRow, Tables>(
    {
      seq: 'l.seq',
      at: 'l.at',
      kind: 'l.kind',
      flow: sql<FlowRow['flow']>`l.flow`,
      productId: 'l.product_id',
      productCode: 'p.code',
      productName: named(locale, 'p'),
      cas: 'p.cas',
      spec: 'p.spec',
      baseUnit: 'p.base_unit',
      batchNo: 't.batch_no',
      in: text(QTY_IN),
      out: text(QTY_OUT),
      balance: text(balance(warehouseId, seen)),
      ownerOrgName: named(locale, 'o'),
      supplierName: sql<
        string | null
      >`(select ${named(locale, 's')} from wms_org s where s.id = coalesce(o0.supplier_org_id, x.supplier_org_id, t.supplier_org_id))`,
      personName: 'a.name',
      otherWarehouseName: sql<string | null>`case when l.flow in ('MOVE_IN', 'MOVE_OUT') then (
        select ${named(locale, 'w')} from wms_ledger e join wms_warehouse w on w.id = e.warehouse_id
         where e.transaction_id = l.transaction_id and e.warehouse_id <> l.warehouse_id limit 1) end`,
      purpose: sql<string | null>`coalesce(o0.purpose, x.purpose)`,
      permitNumber: sql<string | null>`(select m.number from wms_permit_use k join wms_permit m on m.id = k.permit_id
        where k.line_id = coalesce(l0.line_id, l.line_id) and k.control_class = ${controlClass})`,
      transactionId: 'l.transaction_id',
      transactionNo: 'x.no',
      transactionType: 'x.type',
      count: sql<FlowRow['count']>`case when c.id is not null then json_build_object('id', c.id, 'no', c.no) end`,
      productBoxId: 'l.product_box_id',
      boxCode: 'b.code',
      keeperName: sql<string | null>`coalesce(n1.name, case when l.kind = 'REVERSAL' then u2.name else u1.name end)`,
      secondKeeperName: sql<
        string | null
      >`case when l.kind = 'REVERSAL' then null when n1.id is null then u2.name else n2.name end`,
      reversedByName: sql<string | null>`case when l.kind = 'REVERSAL' then u1.name end`,
      reason: 'l.reason',
      dueOn:
        rules === null ? sql<null>`null` : sql<string | null>`case when f.id is null then ${deadline(rules, controlClass)} end`,
      reportId: 'f.id',
      reportNumber: 'f.number',
      reportedOn: 'f.filed_on',
      reportRev: 'f.rev',
    },
    sql`page join ${flowEntries(sql`l.seq in (select id from page)`)} l on l.seq = page.id
      join wms_product p on p.id = l.product_id join wms_batch t on t.id = l.batch_id join wms_org o on o.id = l.owner_org_id
      join wms_warehouse_box b on b.id = l.box_id join sys_user u1 on u1.id = l.actor1_id
      left join sys_user u2 on u2.id = l.actor2_id left join wms_transaction x on x.id = l.transaction_id
      left join wms_transaction o0 on o0.id = x.reverses_id left join wms_ledger l0 on l0.seq = l.reverses_seq
      left join sys_user a on a.id = coalesce(o0.applicant_id, x.applicant_id)
      left join wms_inventory c on l.kind = 'COUNT_ADJ' and c.adjustment_id = l.transaction_id
      left join lateral (${COUNT_LINE}) n on true
      left join sys_user n1 on n1.id = n.counter_id left join sys_user n2 on n2.id = n.second_id
      left join wms_flow_reported r on r.seq = l.seq and r.control_class = ${controlClass} and ${rules !== null}
      left join wms_flow_report f on f.id = r.report_id`,
  );
}

/** The count line of count `c` that entry `l` of batch `t` books: the register names who counted, not who approved. */
const COUNT_LINE = sql`
  select i.counter_id, i.second_id from wms_inventory_line i
   where i.inventory_id = c.id and i.box_id = l.box_id and i.product_id = l.product_id and i.owner_org_id = l.owner_org_id
     and (i.product_box_id = l.product_box_id or i.product_box_id is null and i.batch_no = t.batch_no)
     and i.qty_count - i.qty_then = l.qty_delta
   order by i.line_no limit 1`;

/** Balance of the product of entry `l` after it: the sum of the last noted balances of all visible stock rows. */
const balance = (warehouseId: string, seen: NarrowedScope): Sql => sql`(
  select coalesce(sum(e.qty_after), 0)
    from (select s.id, s.owner_org_id, ${warehouseId}::uuid as warehouse_id from wms_product_box s where s.product_id = l.product_id) own
   cross join lateral (
     select n.qty_after, n.warehouse_id from wms_ledger n
      where n.product_box_id = own.id and (n.at, n.seq) <= (l.at, l.seq) order by n.seq desc limit 1) e
   where e.warehouse_id = own.warehouse_id and ${isInnerEntryVisible(seen)})`;

/** `isRegisterEntryVisible` refers to `l`, which is the inner entry here. */
const isInnerEntryVisible = (seen: NarrowedScope): Sql =>
  sql`exists (select from (select own.owner_org_id, own.warehouse_id) l where ${isRegisterEntryVisible(seen)})`;
