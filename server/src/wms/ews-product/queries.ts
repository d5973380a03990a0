import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import {
  WARNINGS_WAITING,
  type Warning,
  type WarningEvent,
  type warningRoutes,
  type WARNINGS_HOLDING,
  type WarningState,
} from '@kuwei/contract/wms/ews-product';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { like, matchesText } from '../../db/search.ts';
import type {
  DB,
  SysUser,
  WmsBatch,
  WmsEws,
  WmsEwsEvent,
  WmsOrg,
  WmsPermit,
  WmsProduct,
  WmsTransaction,
  WmsWarehouse,
  WmsWarehouseBox,
} from '../../db/types.ts';
import { inScopeNamed, type ReadScope } from '../scope.ts';
import { cappedCount, narrowScope, isWarningVisible, type NarrowedScope } from '../read-conditions.ts';

export type WarningQuery = QueryOf<(typeof warningRoutes)['listWarnings']>;

const SORTS: SortsOf<WarningQuery> = { severity: { by: sql`w.weight` }, since: { by: sql`w.since` } };

const scopeOfQuery = (readScope: ReadScope, { orgId, warehouseId }: CountQuery): NarrowedScope =>
  narrowScope(readScope, { ownerOrgId: orgId, warehouseId });

/** Visible warnings `w` that match the filters other than the state. */
async function warningsFrom(db: Kysely<DB>, readScope: ReadScope, query: CountQuery): Promise<RawBuilder<unknown>> {
  const conditions = conditionsOf(query, {
    kind: (kinds) => sql`w.kind = any(${kinds}::text[])`,
    severity: (severities) => sql`w.severity = any(${severities}::text[])`,
    orgId: (id) => sql`w.org_id = ${id}`,
    warehouseId: (id) => sql`w.warehouse_id = ${id}`,
    productId: (id) => sql`w.product_id = ${id}`,
    q: (q) => sql`(w.product_id in (select id from wms_product where ${matchesText(sql`search`, q)})
      or w.permit_id in (select id from wms_permit where lower(number) like ${like(q)}))`,
  });
  return sql`wms_ews w where ${all([await isWarningVisible(db, scopeOfQuery(readScope, query)), ...conditions])}`;
}

/** @param which limits to these ids, if given */
export async function warningList(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: Omit<WarningQuery, 'page' | 'size'>,
  locale: Locale,
  which: readonly RawBuilder<unknown>[] = [],
): Promise<List<Warning>> {
  // Worded like the partial indexes of open warnings.
  const states: readonly WarningState[] = query.state ?? WARNINGS_WAITING;
  const inState = sql`w.state = any(${[...states]}::text[])`;
  const conditions = states.includes('RESOLVED') ? [inState] : [sql`w.state <> 'RESOLVED'`, inState];
  const order = orderOf(query.sort ?? '-severity', SORTS, sql`w.id`);
  const [first, key] = order;
  return {
    id: sql`w.id`,
    from: sql`${await warningsFrom(db, readScope, query)} and ${all([...conditions, ...which])}`,
    // Newest first within a severity.
    order: query.sort?.endsWith('since') ? order : [first!, { by: sql`w.since`, isDown: first!.isDown ?? false }, key!],
    rows: warningRows(readScope, locale),
    ...cappedCount(scopeOfQuery(readScope, query)),
  };
}

const WARNING = {
  id: 'w.id',
  kind: sql<Warning['kind']>`w.kind`,
  severity: 'w.severity',
  state: 'w.state',
  orgId: 'w.org_id',
  warehouseId: 'w.warehouse_id',
  productId: 'w.product_id',
  batchId: 'w.batch_id',
  boxId: 'w.box_id',
  documentId: 'w.transaction_id',
  productCode: 'p.code',
  baseUnit: 'p.base_unit',
  batchNo: 'b.batch_no',
  boxCode: 'x.code',
  documentNo: 'd.no',
  documentType: 'd.type',
  permitId: 'w.permit_id',
  permitNumber: 'm.number',
  controlClass: sql<Warning['controlClass']>`w.control_class`,
  value: sql<string | null>`trim_scale(w.value)::text`,
  threshold: sql<string | null>`trim_scale(w.threshold)::text`,
  day: 'w.day',
  since: 'w.since',
  resolvedAt: 'w.resolved_at',
  untilDay: 'w.until_day',
  reason: 'w.reason',
  handlerName: 'u.name',
  handledAt: 'w.handled_at',
  rev: 'w.rev',
} as const;

interface Tables {
  w: WmsEws;
  h: WmsWarehouse;
  o: Joined<WmsOrg>;
  p: Joined<WmsProduct>;
  b: Joined<WmsBatch>;
  x: Joined<WmsWarehouseBox>;
  d: Joined<WmsTransaction>;
  m: Joined<WmsPermit>;
  u: Joined<SysUser>;
}

const warningRows = ({ own }: ReadScope, locale: Locale): RawBuilder<Warning> =>
  rowsOf<Warning, Tables>(
    {
      ...WARNING,
      orgName: named(locale, 'o'),
      warehouseName: named(locale, 'h'),
      productName: named(locale, 'p'),
      own: sql<boolean>`coalesce(${inScopeNamed(own, { owner: sql`w.org_id`, warehouse: sql`w.warehouse_id` })}, false)`,
    },
    sql`page join wms_ews w on w.id = page.id join wms_warehouse h on h.id = w.warehouse_id
      left join wms_org o on o.id = w.org_id left join wms_product p on p.id = w.product_id
      left join wms_batch b on b.id = w.batch_id left join wms_warehouse_box x on x.id = w.box_id
      left join wms_transaction d on d.id = w.transaction_id left join wms_permit m on m.id = w.permit_id
      left join sys_user u on u.id = w.handled_by`,
  );

/** @throws AppError NOT_FOUND, also for a warning that is not visible */
export async function getWarning(db: Kysely<DB>, readScope: ReadScope, id: string, locale: Locale): Promise<Warning> {
  const ids = sql`select w.id from wms_ews w where w.id = ${id} and ${await isWarningVisible(db, readScope)}`;
  return oneRow(db, ids, warningRows(readScope, locale));
}

/** Newest first, with the history of earlier warnings of the same cause. @throws AppError NOT_FOUND as `getWarning` */
export async function listEvents(db: Kysely<DB>, readScope: ReadScope, id: string, locale: Locale): Promise<WarningEvent[]> {
  await getWarning(db, readScope, id, locale);
  const events = rowsOf<WarningEvent, { e: WmsEwsEvent; u: Joined<SysUser> }>(
    { id: sql<string>`e.id::text`, at: 'e.at', what: 'e.what', reason: 'e.reason', untilDay: 'e.until_day', userName: 'u.name' },
    sql`wms_ews one join wms_ews w on w.kind = one.kind and w.subject = one.subject
      join wms_ews_event e on e.ews_id = w.id left join sys_user u on u.id = e.user_id
      where one.id = ${id} order by e.id desc limit 200`,
  );
  return (await events.execute(db)).rows;
}

type CountQuery = QueryOf<(typeof warningRoutes)['countWarnings']>;
type Count = Record<(typeof WARNINGS_HOLDING)[number], number>;
const COUNT_MAX = 100;

/** Active warnings by state, counted up to a hundred each. */
export async function countWarnings(db: Kysely<DB>, readScope: ReadScope, query: CountQuery): Promise<Count> {
  const from = await warningsFrom(db, readScope, query);
  const of = (state: keyof Count): RawBuilder<number> => sql<number>`(select count(*)::int from (
    select from ${from} and w.state <> 'RESOLVED' and w.state = ${state} limit ${COUNT_MAX}) x)`;
  const { rows } = await sql<Count>`
    select ${of('OPEN')} as "OPEN", ${of('ACKED')} as "ACKED", ${of('SNOOZED')} as "SNOOZED", ${of('IGNORED')} as "IGNORED"`.execute(
    db,
  );
  return rows[0]!;
}

export interface Purchase {
  productCode: string;
  productName: string;
  spec: string | null;
  brand: string | null;
  orgName: string;
  warehouseName: string;
  qty: string;
  minQty: string;
  missing: string;
  baseUnit: string;
}

/** Shortages below the minimum, by product. */
export async function purchases(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: QueryOf<(typeof warningRoutes)['exportPurchases']>,
  locale: Locale,
  most: number,
): Promise<Purchase[]> {
  const conditions = conditionsOf(query, {
    ids: (ids) => sql`w.id = any(${ids}::uuid[])`,
    orgId: (id) => sql`w.org_id = ${id}`,
    warehouseId: (id) => sql`w.warehouse_id = ${id}`,
    productId: (id) => sql`w.product_id = ${id}`,
  });
  const { rows } = await sql<Purchase>`
    select p.code as "productCode", ${named(locale, 'p')} as "productName", p.spec, p.brand,
           ${named(locale, 'o')} as "orgName", ${named(locale, 'h')} as "warehouseName", trim_scale(w.value)::text as qty,
           trim_scale(w.threshold)::text as "minQty", trim_scale(w.threshold - w.value)::text as missing, p.base_unit as "baseUnit"
      from wms_ews w join wms_product p on p.id = w.product_id join wms_org o on o.id = w.org_id
      join wms_warehouse h on h.id = w.warehouse_id
     where w.state not in ('RESOLVED', 'IGNORED') and w.kind in ('LOW_STOCK', 'OUT')
       and ${all([await isWarningVisible(db, readScope), ...conditions])}
     order by p.code, o.code, h.code, w.id limit ${most}`.execute(db);
  return rows;
}
