// Ledger entries behind a figure.
import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf, ReplyOf } from '@kuwei/contract/route';
import type { StatEntry, statisticsRoutes } from '@kuwei/contract/wms/statistics';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { AppError } from '@kuwei/contract/error';
import { rowsOf, type Joined } from '../../db/columns.ts';
import { all, orderOf, type List } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { matchesText } from '../../db/search.ts';
import type { DB, WmsBatch, WmsLedger, WmsProduct, WmsTransaction, WmsWarehouse } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import { dayAfter, buildEntryFilter } from './query.ts';
import { flowOf, joinValue } from './valued-entries.ts';

export type EntryQuery = QueryOf<(typeof statisticsRoutes)['listStatEntries']>;

export function entryList(readScope: ReadScope, query: Omit<EntryQuery, 'page' | 'size'>, locale: Locale): List<StatEntry> {
  const { from, to, flow, ownCategoryId, asOfSeq, expired, q } = query;
  if (from !== undefined && to !== undefined && to < from) throw new AppError('STAT_PERIOD', { field: 'to' });
  const { parties, products } = buildEntryFilter(readScope, query);
  const conditions: RawBuilder<unknown>[] = [
    ...parties,
    ...products,
    ...(from === undefined ? [] : [sql`l.at >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`l.at < ${dayAfter(to)}::date`]),
    ...(flow === undefined ? [] : [sql`${flowOf} = any(${flow}::text[])`]),
    ...(ownCategoryId === undefined
      ? []
      : [sql`l.product_id in (select id from wms_product where category_id = ${ownCategoryId})`]),
    ...(expired === undefined ? [] : [sql`${hadExpired} = ${expired}`]),
    ...(asOfSeq === undefined ? [] : [sql`l.seq <= ${asOfSeq}`]),
    ...(q === undefined ? [] : [sql`l.product_id in (select id from wms_product where ${matchesText(sql`search`, q)})`]),
  ];
  return {
    id: sql`l.seq`,
    keyType: 'bigint',
    from: sql`wms_ledger l where ${all(conditions)}`,
    order: orderOf(query.sort ?? '-seq', { seq: { by: sql`l.seq` } }, sql`l.seq`),
    rows: entryRows(locale),
  };
}

const hadExpired = sql`exists (select from wms_batch b where b.id = l.batch_id and b.expires_on < l.at::date)`;

type EntryTotal = ReplyOf<(typeof statisticsRoutes)['getStatEntryTotal']>;

/** Sum of all entries of a list. */
export async function getEntryTotal(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: Omit<EntryQuery, 'page' | 'size'>,
  locale: Locale,
): Promise<EntryTotal> {
  const { from } = entryList(readScope, query, locale);
  const { rows } = await sql<EntryTotal>`
    select count(*)::int as entries, coalesce(sum(c.value), 0)::text as value, (count(*) - count(c.value))::int as unpriced from (select l.* from ${from}) l ${joinValue}`.execute(
    db,
  );
  return rows[0]!;
}

interface EntryValue {
  price: string | null;
  value: string | null;
}

const entryRows = (locale: Locale): RawBuilder<StatEntry> =>
  rowsOf<StatEntry, { l: WmsLedger; p: WmsProduct; b: WmsBatch; w: WmsWarehouse; x: Joined<WmsTransaction>; c: EntryValue }>(
    {
      seq: 'l.seq',
      at: 'l.at',
      kind: 'l.kind',
      flow: flowOf,
      transactionNo: 'x.no',
      transactionType: 'x.type',
      warehouseName: named(locale, 'w'),
      ownerOrgName: named(locale, 'o'),
      productCode: 'p.code',
      productName: named(locale, 'p'),
      baseUnit: 'p.base_unit',
      batchNo: 'b.batch_no',
      qtyDelta: 'l.qty_delta',
      unitPrice: 'c.price',
      value: 'c.value',
    },
    sql`page join wms_ledger l on l.seq = page.id join wms_product p on p.id = l.product_id join wms_batch b on b.id = l.batch_id
      join wms_org o on o.id = l.owner_org_id join wms_warehouse w on w.id = l.warehouse_id
      left join wms_transaction x on x.id = l.transaction_id ${joinValue}`,
  );
