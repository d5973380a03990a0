import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import type { CountReference } from '@kuwei/contract/wms/box-count';
import type { LedgerEntry, productBoxRoutes } from '@kuwei/contract/wms/product-box';
import type { Page } from '@kuwei/contract/page';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook/workbook';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, countRows, assertFitsSheet, withRowCount, offsetOf } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { lookUp } from '../../db/look-up.ts';
import { prefixPattern, like, matchesText } from '../../db/search.ts';
import type { DB, SysUser, WmsBatch, WmsLedger, WmsProduct, WmsTransaction, WmsWarehouseBox } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import { isEntryVisible, narrowScope } from '../read-conditions.ts';

export type LedgerQuery = QueryOf<(typeof productBoxRoutes)['listLedger']>;

/** Rows per read of an export. */
const CHUNK = 2_000;

interface Found {
  conditions: RawBuilder<unknown>[];
  /** Whether the entries belong to few documents or stock rows. */
  isNarrow: boolean;
}

async function searched(db: Kysely<DB>, readScope: ReadScope, query: Omit<LedgerQuery, 'page' | 'size'>): Promise<Found> {
  const given = conditionsOf(query, {
    productBoxId: (id) => sql`l.product_box_id = ${id}`,
    productId: (id) => sql`l.product_id = ${id}`,
    transactionId: (id) => sql`l.transaction_id = ${id}`,
    ownerOrgId: (id) => sql`l.owner_org_id = ${id}`,
    // A batch has one product, by which entries are indexed.
    batchId: (id) => sql`l.batch_id = ${id} and l.product_id = (select product_id from wms_batch where id = ${id})`,
    // By the stock rows of the box, which entries are indexed by.
    boxId: (id) => sql`l.product_box_id in (select id from wms_product_box where box_id = ${id})`,
    kind: (kinds) => sql`l.kind = any(${kinds}::text[])`,
    from: (moment) => sql`l.at >= ${moment}`,
    to: (moment) => sql`l.at <= ${moment}`,
    q: null,
    before: null,
  });
  const span = await spanOf(db, query);
  const conditions = [...span, isEntryVisible(narrowScope(readScope, query)), ...given];
  if (query.q === undefined) return { conditions, isNarrow: false };
  const { condition, isNarrow } = await search(db, query.q);
  return { conditions: [...conditions, condition], isNarrow };
}

/**
 * Sequence range for a period, from the timestamps of blocks: entries are ordered by sequence, so the rest need not be scanned.
 * Timestamps are compared as well.
 */
async function spanOf(db: Kysely<DB>, { from, to }: Pick<LedgerQuery, 'from' | 'to'>): Promise<RawBuilder<unknown>[]> {
  if (from === undefined && to === undefined) return [];
  // Entries after the newest block may have any timestamp.
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    with newest as (select last_seq, behind from wms_ledger_block order by no desc limit 1)
    select ${
      from === undefined
        ? sql`null::bigint`
        : sql`coalesce((select first_seq from wms_ledger_block where until_at >= ${from} order by until_at, no limit 1),
                                                                    (select last_seq + 1 from newest))`
    } as first,
           ${
             to === undefined
               ? sql`null::bigint`
               : sql`(select b.last_seq from wms_ledger_block b, newest
                       where b.until_at > ${to}::timestamptz + newest.behind * interval '1 microsecond'
                         and not exists (select from wms_ledger l where l.seq > newest.last_seq and l.at <= ${to})
                       order by b.until_at, b.no limit 1)`
           } as last`.execute(db);
  const { first, last } = rows[0]!;
  return [...(first === null ? [] : [sql`l.seq >= ${first}`]), ...(last === null ? [] : [sql`l.seq <= ${last}`])];
}

/**
 * Matches a product, document, batch or box by part of its name; two letters of a number match its beginning. Where many match,
 * scans entries newest first instead of looking up each match; the subqueries are evaluated once, not per entry.
 */
async function search(db: Kysely<DB>, q: string): Promise<{ condition: RawBuilder<unknown>; isNarrow: boolean }> {
  const pattern = prefixPattern(q) ?? like(q);
  const products = sql`select id from wms_product where ${matchesText(sql`search`, q)}`;
  const documents = sql`select id from wms_transaction where lower(no) like ${pattern}`;
  // By their stock rows, which entries are indexed by.
  const stock = sql`
    select s.id from wms_batch b join wms_product_box s on s.batch_id = b.id where lower(b.batch_no) like ${pattern} union all
    select s.id from wms_warehouse_box b join wms_product_box s on s.box_id = b.id where lower(b.code) like ${pattern}`;
  const [fewProducts, fewDocuments, fewStock] = await lookUp(db, [{ ids: products }, { ids: documents }, { ids: stock }]);
  const among = (column: RawBuilder<unknown>, ids: RawBuilder<unknown>, few: string[] | null): RawBuilder<unknown>[] => {
    if (few === null) return [sql`(${column} in (${ids})) is true`];
    return few.length === 0 ? [] : [sql`${column} = any(${few}::uuid[])`];
  };
  const alternatives = [
    ...among(sql`l.product_id`, products, fewProducts!),
    ...among(sql`l.transaction_id`, documents, fewDocuments!),
    ...among(sql`l.product_box_id`, stock, fewStock!),
  ];
  return {
    condition: alternatives.length === 0 ? sql`false` : sql`(${sql.join(alternatives, sql` or `)})`,
    isNarrow: fewProducts?.length === 0 && fewDocuments !== null && fewStock !== null,
  };
}

/** Finds the entries by number first, then joins names. */
const entries = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
  offset: number,
  locale: Locale,
): RawBuilder<LedgerEntry> =>
  sql<LedgerEntry>`
  with page as materialized (
    select l.* from wms_ledger l where ${where} order by ${order} limit ${limit} offset ${offset}
  )
  ${rowsOf<LedgerEntry, Tables>(
    { ...ENTRY, productName: named(locale, 'p'), ownerOrgName: named(locale, 'o') },
    sql`page l
    join wms_product p on p.id = l.product_id
    join wms_batch t on t.id = l.batch_id
    join wms_org o on o.id = l.owner_org_id
    join wms_warehouse_box b on b.id = l.box_id
    join sys_user u1 on u1.id = l.actor1_id
    left join sys_user u2 on u2.id = l.actor2_id
    left join sys_user u3 on u3.id = l.proxy_user_id
    left join wms_transaction x on x.id = l.transaction_id
   order by ${order}`,
  )}`;

const ENTRY = {
  seq: 'l.seq',
  at: 'l.at',
  kind: 'l.kind',
  transactionId: 'l.transaction_id',
  transactionNo: 'x.no',
  transactionType: 'x.type',
  count: sql<CountReference | null>`case when l.kind = 'COUNT_ADJ' then (
    select json_build_object('id', c.id, 'no', c.no) from wms_inventory c where c.adjustment_id = l.transaction_id) end`,
  productBoxId: 'l.product_box_id',
  productId: 'l.product_id',
  productCode: 'p.code',
  baseUnit: 'p.base_unit',
  batchNo: 't.batch_no',
  ownerOrgId: 'l.owner_org_id',
  boxCode: 'b.code',
  qtyDelta: 'l.qty_delta',
  qtyAfter: 'l.qty_after',
  unitPrice: 'l.unit_price',
  actor1Name: 'u1.name',
  actor2Name: 'u2.name',
  proxyName: 'u3.name',
  reason: 'l.reason',
} as const;

interface Tables {
  l: WmsLedger;
  p: WmsProduct;
  t: WmsBatch;
  b: WmsWarehouseBox;
  u1: SysUser;
  u2: Joined<SysUser>;
  u3: Joined<SysUser>;
  x: Joined<WmsTransaction>;
}

/** An order without an index makes the planner start from documents where they are few. */
function orderOf(query: { sort?: string | undefined }, isNarrow = false): RawBuilder<unknown> {
  const seq = isNarrow ? sql`l.seq + 0` : sql`l.seq`;
  return query.sort === 'seq' ? seq : sql`${seq} desc`;
}

/** Newest first. Keyset paging with `before` costs the same at any depth; the count is that of the whole list. */
export async function listLedger(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: LedgerQuery,
  locale: Locale,
): Promise<Page<LedgerEntry>> {
  const { page, size, before } = query;
  const offset = before === undefined ? offsetOf(query) : 0;
  const { conditions, isNarrow } = await searched(db, readScope, query);
  const from = before === undefined ? conditions : [...conditions, sql`l.seq < ${before}`];
  const [found, counted] = await Promise.all([
    entries(all(from), orderOf(query, isNarrow), size, offset, locale).execute(db),
    countRows(db, sql`wms_ledger l where ${all(conditions)}`),
  ]);
  return { list: found.rows, ...counted, page, size };
}

/** Every entry, in keyset pages. @throws AppError EXPORT_TOO_MANY before any entry is read */
export async function everyEntry(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: LedgerQuery,
  locale: Locale,
): Promise<AsyncGenerator<LedgerEntry>> {
  const { conditions } = await searched(db, readScope, query);
  if (query.before !== undefined) conditions.push(sql`l.seq < ${query.before}`);
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found
      from (select from wms_ledger l where ${all(conditions)} limit ${EXPORT_ROWS_MAX + 1}) x`.execute(db);
  assertFitsSheet(rows[0]!.found);
  return withRowCount(pieces(db, conditions, query, locale), rows[0]!.found);
}

async function* pieces(
  db: Kysely<DB>,
  conditions: readonly RawBuilder<unknown>[],
  query: LedgerQuery,
  locale: Locale,
): AsyncGenerator<LedgerEntry> {
  const isUp = query.sort === 'seq';
  let where = all(conditions);
  for (let read = 0; read < EXPORT_ROWS_MAX; read += CHUNK) {
    const { rows } = await entries(where, orderOf(query), CHUNK, 0, locale).execute(db);
    yield* rows;
    if (rows.length < CHUNK) return;
    const last = rows.at(-1)!.seq;
    where = all([...conditions, isUp ? sql`l.seq > ${last}` : sql`l.seq < ${last}`]);
  }
}
