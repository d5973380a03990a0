import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import type { Warning, WarningEvent, warningRoutes } from '@kuwei/contract/wms/ews-product';
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
import { cappedCount, narrowScope, isWarningVisible } from '../read-conditions.ts';

export type WarningQuery = QueryOf<(typeof warningRoutes)['listWarnings']>;

const SORTS: SortsOf<WarningQuery> = { severity: { by: sql`w.weight` }, since: { by: sql`w.since` } };

/** @param which limits to these ids, if given */
export async function warningList(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: Omit<WarningQuery, 'page' | 'size'>,
  locale: Locale,
  which: readonly RawBuilder<unknown>[] = [],
): Promise<List<Warning>> {
  const seen = narrowScope(readScope, { ownerOrgId: query.orgId, warehouseId: query.warehouseId });
  const conditions = conditionsOf(query, {
    kind: (kinds) => sql`w.kind = any(${kinds}::text[])`,
    severity: (severities) => sql`w.severity = any(${severities}::text[])`,
    // Worded like the partial indexes of open warnings.
    state: (states) =>
      states.includes('RESOLVED')
        ? sql`w.state = any(${states}::text[])`
        : sql`w.state <> 'RESOLVED' and w.state = any(${states}::text[])`,
    orgId: (id) => sql`w.org_id = ${id}`,
    warehouseId: (id) => sql`w.warehouse_id = ${id}`,
    productId: (id) => sql`w.product_id = ${id}`,
    q: (q) => sql`(w.product_id in (select id from wms_product where ${matchesText(sql`search`, q)})
      or w.permit_id in (select id from wms_permit where lower(number) like ${like(q)}))`,
  });
  if (query.state === undefined) conditions.push(sql`w.state <> 'RESOLVED'`);
  const order = orderOf(query.sort ?? '-severity', SORTS, sql`w.id`);
  const [first, key] = order;
  return {
    id: sql`w.id`,
    from: sql`wms_ews w where ${all([await isWarningVisible(db, seen), ...conditions, ...which])}`,
    // Newest first within a severity.
    order: query.sort?.endsWith('since') ? order : [first!, { by: sql`w.since`, isDown: first!.isDown ?? false }, key!],
    rows: warningRows(readScope, locale),
    ...cappedCount(seen),
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

type Count = Record<Warning['severity'], number>;

/** Open warnings, counted up to a hundred each. */
export async function countWarnings(db: Kysely<DB>, readScope: ReadScope, productId: string | undefined): Promise<Count> {
  const seen = await isWarningVisible(db, readScope);
  const of = (severity: Warning['severity']): RawBuilder<number> => sql<number>`(select count(*)::int from (
    select from wms_ews w where w.state = 'OPEN' and w.severity = ${severity} and ${seen}
      ${productId === undefined ? sql`` : sql`and w.product_id = ${productId}`} limit 100) x)`;
  const { rows } = await sql<Count>`
    select ${of('URGENT')} as "URGENT", ${of('SERIOUS')} as "SERIOUS", ${of('NOTICE')} as "NOTICE"`.execute(db);
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
  query: { orgId?: string | undefined; warehouseId?: string | undefined; productId?: string | undefined },
  locale: Locale,
  most: number,
): Promise<Purchase[]> {
  const conditions = conditionsOf(query, {
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
