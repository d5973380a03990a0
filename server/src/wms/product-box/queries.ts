import type { Locale } from '@kuwei/contract/constants';
import type { BoxCount } from '@kuwei/contract/wms/box-count';
import { pictogramsOf } from '@kuwei/contract/wms/hazard';
import type { Page } from '@kuwei/contract/page';
import type { QueryOf } from '@kuwei/contract/route';
import type { ProductBox, productBoxRoutes, Reservation } from '@kuwei/contract/wms/product-box';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { pick, rowsOf } from '../../db/columns.ts';
import { inEach } from '../../db/constant-sql.ts';
import {
  all,
  everyRow,
  oneRow,
  firstRows,
  materializeKeys,
  listPage,
  mapRows,
  orderBy,
  orderOf,
  sortName,
  type Criterion,
  type List,
  type SortsOf,
} from '../../db/list.ts';
import { byName, named } from '../../db/named.ts';
import type { DB, SysUser, WmsBatch, WmsContainer, WmsProduct, WmsProductBox, WmsWarehouseBox } from '../../db/types.ts';
import { findBalancesBefore, movedRowsUntil, stockAt } from '../ledger/balances.ts';
import type { WmsDocument } from '../transaction/document.ts';
import { isGuestRow, type Scope, type ReadScope } from '../scope.ts';
import { cappedCount, isStockGranted, isOwnStock, narrowScope, seesAllGoods, type NarrowedScope } from '../read-conditions.ts';
import { IS_ASSESSED } from '../product/record.ts';
import { available, stockConditions, type StockQuery } from './filter.ts';

/** Joins needed by some sort orders; others skip them. */
const PRODUCT = sql`join wms_product p on p.id = s.product_id`;
const BATCH = sql`join wms_batch t on t.id = s.batch_id`;
/** The warehouse condition limits the scan to boxes of that warehouse. */
const BOX = sql`join wms_warehouse_box b on b.id = s.box_id and b.warehouse_id = s.warehouse_id`;
const OWNER = sql`join wms_org o on o.id = s.owner_org_id`;

const sortsOf = (locale: Locale): SortsOf<StockQuery> => ({
  product: { by: byName(locale, 'p'), join: PRODUCT },
  qty: { by: sql`s.qty` },
  expiresOn: { by: sql`t.expires_on`, nullable: true, join: BATCH },
  box: { by: sql`b.code collate wms_natural`, join: BOX },
  owner: { by: byName(locale, 'o'), join: OWNER },
  lastMoveAt: { by: sql`s.last_move_at` },
  firstInAt: { by: sql`s.first_in_at` },
});

const pastSortsOf = (locale: Locale): SortsOf<StockQuery> => ({
  ...sortsOf(locale),
  qty: { by: sql`h.qty` },
  lastMoveAt: { by: sql`h.at` },
  firstInAt: { by: sql`least(s.first_in_at, h.at)` },
});

type Row = Omit<ProductBox, 'pictograms' | 'guest'> & { hCodes: string[] };
/** Rows as shown to members of the scope. */
const stockPresenter =
  (own: Scope) =>
  ({ hCodes, ...row }: Row): ProductBox => ({ ...row, pictograms: pictogramsOf(hCodes), guest: isGuestRow(own, row) });

async function stockList(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: Omit<StockQuery, 'page' | 'size'>,
  locale: Locale,
  most: number | null,
): Promise<List<Row>> {
  const seen = narrowScope(readScope, query);
  const { which: conditions, isNarrow } = await stockConditions(db, seen, query);
  const sort = query.sort ?? (query.asOf === undefined ? '-lastMoveAt' : 'product');
  const sorts = sortsOf(locale);
  const { join = sql`` } = sorts[sortName(sort)];
  if (query.asOf === undefined) {
    if (query.withEmpty !== true) conditions.push(sql`s.qty > 0`);
    if (sortName(sort) === 'owner' && !isNarrow)
      return { ...sortByOwner(seen, query, conditions, locale, most), ...cappedCount(seen), rows: currentRows(locale) };
    return {
      id: sql`s.id`,
      ...collectFirst(isNarrow && sortName(sort) !== 'lastMoveAt', conditions, join),
      ...cappedCount(seen),
      order: orderOf(sort, sorts, sql`s.id`),
      rows: currentRows(locale),
    };
  }
  const then = stockAsOf(query.asOf);
  const isNotEmpty = query.withEmpty === true ? [] : [sql`h.qty > 0`];
  const inOrder = sql`wms_product_box s ${join} where ${all(conditions)}`;
  conditions.push(...isNotEmpty);
  const each = sql`wms_product_box s ${join} cross join lateral ${then} h where ${all(conditions)}`;
  if (sortName(sort) === 'owner')
    return {
      ...sortFirst(inOrder, orderOf(sort, sorts, sql`s.id`), sql`cross join lateral ${then} h where ${all(isNotEmpty)}`),
      counted: each,
      ...cappedPastCount(seen),
      rows: pastRows(then, locale),
    };
  const found = {
    id: sql`s.id`,
    order: orderOf(sort, pastSortsOf(locale), sql`s.id`),
    ...cappedPastCount(seen),
    rows: pastRows(then, locale),
  };
  const balances = PAST_COLUMNS.has(sortName(sort)) && !isNarrowQuery(query) ? await findBalancesBefore(db, query.asOf) : null;
  if (balances === null) return { ...found, from: each };
  const byQty = sortName(sort) !== 'qty' ? null : sort.startsWith('-') ? 'desc' : 'asc';
  const held = (order: typeof byQty): RawBuilder<unknown> =>
    sql`${stockAt(balances, order)} h join wms_product_box s on s.id = h.id ${join} where ${all(conditions)}`;
  return { ...found, once: movedRowsUntil(balances, query.asOf), from: held(byQty), counted: held(null) };
}

/** Sorts before computing anything per row, so that only a page is computed. @param asked over `s` */
const sortFirst = (
  rows: RawBuilder<unknown>,
  order: readonly Criterion[],
  asked: RawBuilder<unknown>,
): Pick<List<Row>, 'id' | 'from' | 'order'> => {
  const [first, last] = order as [Criterion, Criterion];
  return {
    id: sql`s.id`,
    from: sql`(select s.*, ${first.by} as by from ${rows} order by ${orderBy(order)} offset 0) s ${asked}`,
    order: [{ ...first, by: sql`s.by` }, last],
  };
};

/** Cap of the count of past rows: each is looked up in the ledger. */
const PAST_COUNT_MAX = 100;
const cappedPastCount = (seen: NarrowedScope): Pick<List<unknown>, 'countedTo' | 'together'> => ({
  countedTo: PAST_COUNT_MAX,
  ...(seen.opened === null ? {} : { together: true }),
});

/**
 * Collects few rows before sorting. The planner would otherwise walk a sort index, assuming they are spread evenly over it; stock
 * that expires together often arrived together.
 */
const collectFirst = (areFew: boolean, conditions: readonly RawBuilder<unknown>[], join: RawBuilder<unknown>) => {
  const found = sql`wms_product_box s where ${all(conditions)}`;
  return {
    from: areFew ? sql`(select s.* from ${found} offset 0) s ${join}` : sql`wms_product_box s ${join} where ${all(conditions)}`,
    counted: found,
  };
};

/** Filters that leave most of an owner's stock. */
const BROAD: ReadonlySet<string> = new Set(['sort', 'page', 'size', 'ownerOrgId', 'warehouseId']);

/**
 * Sorts by owner name, which is in another table. For broad filters, reads each owner's stock by index in name order until the
 * page is full; for others, collects first and then sorts.
 * @param most rows wanted from the first on; null: all
 */
function sortByOwner(
  seen: NarrowedScope,
  query: Omit<StockQuery, 'page' | 'size'>,
  conditions: readonly RawBuilder<unknown>[],
  locale: Locale,
  most: number | null,
): Omit<List<Row>, 'rows'> {
  const isDown = query.sort === '-owner';
  const moved = [
    { by: sql`s.last_move_at`, isDown },
    { by: sql`s.id`, isDown },
  ];
  const isBroad = Object.entries(query).every(([name, value]) => value === undefined || BROAD.has(name));
  const name = { by: byName(locale, 'o'), isDown };
  const isOpened = seen.opened !== null && !seesAllGoods(seen);
  if (isOpened && most !== null && query.ownerOrgId !== undefined) {
    const ofOwner = sql`wms_product_box s where ${all(conditions)}`;
    return { id: sql`s.id`, from: ofOwner, order: moved };
  }
  if (most === null || !isBroad || isOpened)
    return materializeKeys(sql`wms_product_box s ${OWNER} where ${all(conditions)}`, [name, { by: sql`s.id`, isDown }]);
  // With many owners, `is true` keeps the planner off the warehouse index, where it would scan all its stock for an owner with
  // next to nothing.
  const isOfOneOwner = query.ownerOrgId !== undefined || seen.own?.kind === 'owner';
  const asked = isOfOneOwner ? all(conditions) : sql`s.qty > 0 and (${all(conditions)}) is true`;
  return {
    id: sql`s.id`,
    from: sql`wms_org o cross join lateral (
      select s.id, s.last_move_at from wms_product_box s where s.owner_org_id = o.id and ${asked}
       order by ${orderBy([{ by: sql`s.owner_org_id`, isDown }, ...moved])} limit ${most}) s`,
    counted: sql`wms_product_box s where ${all(conditions)}`,
    order: [name, { by: sql`o.id`, isDown }, ...moved],
  };
}

/** Columns that differ as of a moment: sorting by them needs the past of all rows. */
const PAST_COLUMNS: ReadonlySet<string> = new Set(['qty', 'lastMoveAt', 'firstInAt']);

/** Few enough rows to look each up in the ledger. */
const isNarrowQuery = ({ productId, batchId, boxId }: Pick<StockQuery, 'productId' | 'batchId' | 'boxId'>): boolean =>
  productId !== undefined || batchId !== undefined || boxId !== undefined;

/** Quantity and last movement of `s` as of a moment. Rows unmoved since need no ledger lookup. */
const stockAsOf = (moment: string): RawBuilder<unknown> => sql`(
  select s.qty, s.last_move_at as at where s.last_move_at <= ${moment}
  union all
  (select l.qty_after, l.at from wms_ledger l
    where s.last_move_at > ${moment} and l.product_box_id = s.id and l.at <= ${moment}
    order by l.seq desc limit 1))`;

const STOCK = {
  id: 's.id',
  productId: 's.product_id',
  productCode: 'p.code',
  spec: 'p.spec',
  cas: 'p.cas',
  baseUnit: 'p.base_unit',
  storageGroup: 'p.storage_group',
  controlFlags: 'p.control_flags',
  assessed: IS_ASSESSED,
  hCodes: 'p.h_codes',
  batchId: 's.batch_id',
  batchNo: 't.batch_no',
  batchStatus: 't.status',
  expiresOn: 't.expires_on',
  ownerOrgId: 's.owner_org_id',
  warehouseId: 's.warehouse_id',
  boxId: 's.box_id',
  boxCode: 'b.code',
  containerId: 'b.container_id',
  frozen: 's.frozen',
  frozenReason: 's.frozen_reason',
  depositUntil: 's.deposit_until',
  note: 's.note',
  rev: 's.rev',
} as const;

/** Editable columns of a row. */
export const STOCK_NOTES = pick(STOCK, 'note', 'depositUntil');

interface Tables {
  s: WmsProductBox;
  p: WmsProduct;
  t: WmsBatch;
  b: WmsWarehouseBox;
  n: WmsContainer;
  h: { qty: string; at: string };
}

const namesFor = (locale: Locale) => ({
  productName: named(locale, 'p'),
  ownerOrgName: named(locale, 'o'),
  ownerValid: sql<boolean>`o.valid`,
  warehouseName: named(locale, 'w'),
  containerName: named(locale, 'n'),
});
const PAGE = sql`page join wms_product_box s on s.id = page.id ${PRODUCT} ${BATCH} ${BOX} ${OWNER}
  join wms_warehouse w on w.id = s.warehouse_id join wms_container n on n.id = b.container_id`;

/** Only looked up where something is reserved. */
const openCases = sql<ProductBox['cases']>`case when s.reserved > 0 then coalesce((
  select json_agg(json_build_object('id', c.id, 'no', c.no, 'state', c.state, 'held', trim_scale(c.held)::text) order by c.no)
    from wms_after_sales c where c.product_box_id = s.id and c.state in ('SUBMITTED', 'PROCESSING')), '[]'::json) else '[]'::json end`;

const currentRows = inEach((locale) =>
  rowsOf<Row, Tables>(
    {
      ...STOCK,
      ...namesFor(locale),
      qty: 's.qty',
      reserved: 's.reserved',
      available: sql<string>`case when s.frozen or t.status <> 'OK' then 0 else s.qty - s.reserved end`,
      cases: openCases,
      count: sql<BoxCount | null>`wms_box_count(b.id, b.lock_reason)`,
      firstInAt: 's.first_in_at',
      lastMoveAt: 's.last_move_at',
    },
    PAGE,
  ),
);

const pastRows = (then: RawBuilder<unknown>, locale: Locale): RawBuilder<Row> =>
  rowsOf<Row, Tables>(
    {
      ...STOCK,
      ...namesFor(locale),
      qty: 'h.qty',
      reserved: sql<null>`null`,
      available: sql<null>`null`,
      cases: sql<ProductBox['cases']>`'[]'::json`,
      count: sql<null>`null`,
      firstInAt: sql<string>`least(s.first_in_at, h.at)`,
      lastMoveAt: 'h.at',
    },
    sql`${PAGE} cross join lateral ${then} h`,
  );

export async function listStock(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: StockQuery,
  locale: Locale,
): Promise<Page<ProductBox>> {
  const page = await listPage(db, query, await stockList(db, readScope, query, locale, query.page * query.size));
  return { ...page, list: page.list.map(stockPresenter(readScope.own)) };
}

/** @throws AppError EXPORT_TOO_MANY before its first row */
export async function everyStock(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: StockQuery,
  locale: Locale,
): Promise<AsyncGenerator<ProductBox>> {
  return mapRows(await everyRow(db, await stockList(db, readScope, query, locale, null)), stockPresenter(readScope.own));
}

/** @throws AppError NOT_FOUND, also for stock out of scope */
export async function getStock(db: Kysely<DB>, { own, opened }: ReadScope, id: string, locale: Locale): Promise<ProductBox> {
  const which = opened === null ? isOwnStock(own) : sql<boolean>`(${isOwnStock(own)} or ${isStockGranted(opened)})`;
  const row = await oneRow(db, sql`select s.id from wms_product_box s where s.id = ${id} and ${which}`, currentRows(locale));
  return stockPresenter(own)(row);
}

/** Existing stock by box, without paging. @param which a condition over `wms_product_box s` */
export async function stockWhere(
  db: Kysely<DB>,
  own: Scope,
  which: RawBuilder<unknown>,
  locale: Locale,
  most: number,
): Promise<ProductBox[]> {
  const rows = await firstRows(
    db,
    {
      id: sql`s.id`,
      from: sql`wms_product_box s ${BOX} where s.qty > 0 and ${which}`,
      order: orderOf('box', sortsOf(locale), sql`s.id`),
      rows: currentRows(locale),
    },
    most,
  );
  return rows.map(stockPresenter(own));
}

/** @throws AppError NOT_FOUND, also for stock out of scope */
export async function listReservations(db: Kysely<DB>, readScope: ReadScope, id: string, locale: Locale): Promise<Reservation[]> {
  await getStock(db, readScope, id, locale);
  return (await reservationsOf(id).execute(db)).rows;
}

const reservationsOf = (id: string): RawBuilder<Reservation> =>
  rowsOf<Reservation, { t: WmsDocument; u: SysUser }>(
    {
      transactionId: 't.id',
      transactionNo: 't.no',
      transactionType: 't.type',
      state: 't.state',
      applicantName: 'u.name',
      planDate: 't.plan_date',
      qty: sql<string>`sum(x.reserved)`,
    },
    sql`wms_transaction_line_box x
      join wms_transaction_line l on l.id = x.line_id
      join wms_transaction t on t.id = l.transaction_id
      join sys_user u on u.id = t.applicant_id
     where x.product_box_id = ${id} and x.reserved > 0
     group by t.id, u.name order by t.submitted_at, t.no`,
  );

const EXPIRY: Criterion = { by: sql`t.expires_on`, nullable: true };
const FIRST_IN: Criterion[] = [{ by: sql`s.first_in_at` }, { by: sql`s.id` }];
const selectOrders = (locale: Locale): Record<'expiresOn' | '-expiresOn' | 'product' | '-product', Criterion[]> => ({
  expiresOn: [EXPIRY, ...FIRST_IN],
  '-expiresOn': [{ ...EXPIRY, isDown: true }, ...FIRST_IN],
  product: [{ by: byName(locale, 'p') }, EXPIRY, ...FIRST_IN],
  '-product': [{ by: byName(locale, 'p'), isDown: true }, EXPIRY, ...FIRST_IN],
});

/** Available stock, first expired first, then first in. */
export async function selectStock(
  db: Kysely<DB>,
  readScope: ReadScope,
  { sort = 'expiresOn', ...query }: QueryOf<(typeof productBoxRoutes)['selectStock']>,
  locale: Locale,
): Promise<Page<ProductBox>> {
  const { which, isNarrow } = await stockConditions(db, readScope, query);
  const conditions = [...which, sql`s.qty > 0`, available];
  const page = await listPage(db, query, {
    id: sql`s.id`,
    ...collectFirst(isNarrow, conditions, sql`${PRODUCT} ${BATCH}`),
    order: selectOrders(locale)[sort],
    rows: currentRows(locale),
  });
  return { ...page, list: page.list.map(stockPresenter(readScope.own)) };
}
