import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import type { LedgerEntry, productBoxRoutes } from '@kuwei/contract/wms/product-box';
import type { Page } from '@kuwei/contract/page';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all, countRows, mustFitSheet, offsetOf } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { like } from '../../db/search.ts';
import type { DB } from '../../db/types.ts';
import { inScope, lookUp } from '../product-box/filter.ts';
import type { Scope } from '../scope.ts';

export type LedgerQuery = QueryOf<(typeof productBoxRoutes)['listLedger']>;

/** Rows of an export read at once. */
const CHUNK = 2_000;

interface Found {
  conditions: RawBuilder<unknown>[];
  /** All of them are of a few documents, wherever in the ledger. */
  isNarrow: boolean;
}

async function conditionsOf(db: Kysely<DB>, scope: Scope, query: Omit<LedgerQuery, 'page' | 'size'>): Promise<Found> {
  const conditions = [await inScope(db, scope, { owner: sql`l.owner_org_id`, warehouse: sql`l.warehouse_id` })];
  const add = (wanted: unknown, condition: () => RawBuilder<unknown>): void => {
    if (wanted !== undefined) conditions.push(condition());
  };
  add(query.productBoxId, () => sql`l.product_box_id = ${query.productBoxId}`);
  add(query.productId, () => sql`l.product_id = ${query.productId}`);
  add(query.transactionId, () => sql`l.transaction_id = ${query.transactionId}`);
  add(query.ownerOrgId, () => sql`l.owner_org_id = ${query.ownerOrgId}`);
  // A batch is of one product, which the entries are indexed by.
  add(
    query.batchId,
    () => sql`l.batch_id = ${query.batchId} and l.product_id = (select product_id from wms_batch where id = ${query.batchId})`,
  );
  // Through the stock rows of the box, which the entries are indexed by.
  add(query.boxId, () => sql`l.product_box_id in (select id from wms_product_box where box_id = ${query.boxId})`);
  add(query.kind, () => sql`l.kind = any(${query.kind}::text[])`);
  add(query.from, () => sql`l.at >= ${query.from}`);
  add(query.to, () => sql`l.at <= ${query.to}`);
  if (query.q === undefined) return { conditions, isNarrow: false };
  const { condition, isNarrow } = await search(db, query.q);
  return { conditions: [...conditions, condition], isNarrow };
}

/**
 * A product or a document by a part of its name. Many are looked for among the entries, newest first, rather than asked for
 * theirs: written so that they are found but once, and not for each entry.
 */
async function search(db: Kysely<DB>, q: string): Promise<{ condition: RawBuilder<unknown>; isNarrow: boolean }> {
  const pattern = like(q);
  const products = sql`select id from wms_product where search like ${pattern}`;
  const documents = sql`select id from wms_transaction where lower(no) like ${pattern}`;
  const [fewProducts, fewDocuments] = await lookUp(db, [{ ids: products }, { ids: documents }]);
  const among = (column: RawBuilder<unknown>, ids: RawBuilder<unknown>, few: string[] | null): RawBuilder<unknown>[] => {
    if (few === null) return [sql`(${column} in (${ids})) is true`];
    return few.length === 0 ? [] : [sql`${column} = any(${few}::uuid[])`];
  };
  const alternatives = [
    ...among(sql`l.product_id`, products, fewProducts!),
    ...among(sql`l.transaction_id`, documents, fewDocuments!),
  ];
  return {
    condition: alternatives.length === 0 ? sql`false` : sql`(${sql.join(alternatives, sql` or `)})`,
    isNarrow: fewProducts?.length === 0 && fewDocuments !== null,
  };
}

/** The entries asked for are found by their number alone; names are joined to them. */
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
  select l.seq, l.at, l.kind, l.transaction_id as "transactionId", x.no as "transactionNo", x.type as "transactionType",
         l.product_box_id as "productBoxId", l.product_id as "productId", p.code as "productCode", ${named(locale, 'p')} as "productName",
         p.base_unit as "baseUnit", t.batch_no as "batchNo", ${named(locale, 'o')} as "ownerOrgName", b.code as "boxCode",
         l.qty_delta as "qtyDelta", l.qty_after as "qtyAfter", l.unit_price as "unitPrice", u1.name as "actor1Name",
         u2.name as "actor2Name", u3.name as "proxyName", l.reason
    from page l
    join wms_product p on p.id = l.product_id
    join wms_batch t on t.id = l.batch_id
    join wms_org o on o.id = l.owner_org_id
    join wms_warehouse_box b on b.id = l.box_id
    join sys_user u1 on u1.id = l.actor1_id
    left join sys_user u2 on u2.id = l.actor2_id
    left join sys_user u3 on u3.id = l.proxy_user_id
    left join wms_transaction x on x.id = l.transaction_id
   order by ${order}`;

/** An order that no index has makes the database begin with the documents, where there are few. */
function orderOf(query: { sort?: string | undefined }, isNarrow = false): RawBuilder<unknown> {
  const seq = isNarrow ? sql`l.seq + 0` : sql`l.seq`;
  return query.sort === 'seq' ? seq : sql`${seq} desc`;
}

/** Newest first. `before` reaches any depth at the cost of the first page; the count is that of the whole list. */
export async function listLedger(db: Kysely<DB>, scope: Scope, query: LedgerQuery, locale: Locale): Promise<Page<LedgerEntry>> {
  const { page, size, before } = query;
  const offset = before === undefined ? offsetOf(query) : 0;
  const { conditions, isNarrow } = await conditionsOf(db, scope, query);
  const from = before === undefined ? conditions : [...conditions, sql`l.seq < ${before}`];
  const [found, counted] = await Promise.all([
    entries(all(from), orderOf(query, isNarrow), size, offset, locale).execute(db),
    countRows(db, sql`wms_ledger l where ${all(conditions)}`),
  ]);
  return { list: found.rows, ...counted, page, size };
}

/**
 * Every entry, in pieces that continue where the last one ended.
 * @throws AppError EXPORT_TOO_MANY before any entry is read
 */
export async function everyEntry(
  db: Kysely<DB>,
  scope: Scope,
  query: LedgerQuery,
  locale: Locale,
): Promise<AsyncGenerator<LedgerEntry>> {
  const { conditions } = await conditionsOf(db, scope, query);
  if (query.before !== undefined) conditions.push(sql`l.seq < ${query.before}`);
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found
      from (select from wms_ledger l where ${all(conditions)} limit ${EXPORT_ROWS_MAX + 1}) x`.execute(db);
  mustFitSheet(rows[0]!.found);
  return pieces(db, conditions, query, locale);
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
