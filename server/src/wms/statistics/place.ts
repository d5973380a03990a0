// Current state of storage: boxes in use, age of stock, and time to expiry.
import type { Locale } from '@kuwei/contract/constants';
import { divide, subtract, sum } from '@kuwei/contract/decimal';
import type { QueryOf } from '@kuwei/contract/route';
import { AGES, EXPIRIES } from '@kuwei/contract/wms/product-box';
import {
  STAT_ROWS,
  type AgeFigure,
  type AgeReply,
  type SpaceReply,
  type SpaceRow,
  type statisticsRoutes,
} from '@kuwei/contract/wms/statistics';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all } from '../../db/list.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import type { ReadScope } from '../scope.ts';
import { isStockVisible, isPlaceVisible, narrowScope } from '../read-conditions.ts';
import { ageBucket, expiryBucket } from '../stock-buckets.ts';
import { getEntryTotal } from './entries.ts';
import { dayAfter, inSnapshot, buildEntryFilter, periodOf, type Snapshot } from './query.ts';
import { namesOf } from './labels.ts';
import { loadFoldedUntil } from './source.ts';
import { joinAverage } from './valued-entries.ts';

type AgeQuery = QueryOf<(typeof statisticsRoutes)['getAge']>;
type SpaceQuery = QueryOf<(typeof statisticsRoutes)['getSpace']>;

const BUCKETS: Record<AgeQuery['by'], { keys: readonly string[]; key: RawBuilder<string> }> = {
  age: { keys: AGES, key: ageBucket },
  expiry: { keys: EXPIRIES, key: expiryBucket },
};

export interface AgeSum {
  key: string;
  unit: string;
  rows: number;
  unpriced: number;
  qty: string;
  value: string;
}

/** Sums by bucket and unit, valued at the current average price. */
async function ageSums(db: Kysely<DB>, readScope: ReadScope, query: AgeQuery, now: Snapshot): Promise<AgeSum[]> {
  const seen = narrowScope(readScope, query);
  const goods = await isStockVisible(db, seen);
  // The filters use alias `l`, which fits both stock rows and entries.
  const { products } = buildEntryFilter(readScope, query);
  const { key } = BUCKETS[query.by];
  const folded = await loadFoldedUntil(db);
  const { rows } = await sql<AgeSum>`
    with row as (
      select l.*, ${key} as key from wms_product_box s join wms_batch b on b.id = s.batch_id
       cross join lateral (select s.qty, s.owner_org_id, s.product_id, s.warehouse_id) l
       where ${all([
         sql`s.qty > 0`,
         goods,
         ...(query.warehouseId === undefined ? [] : [sql`s.warehouse_id = ${query.warehouseId}`]),
         ...(query.ownerOrgId === undefined ? [] : [sql`s.owner_org_id = ${query.ownerOrgId}`]),
         ...products,
       ])})
    select r.key, p.base_unit as unit, count(*)::int as rows, (count(*) - count(c.price))::int as unpriced, sum(r.qty) as qty,
           coalesce(sum(round(r.qty * c.price, 2)), 0) as value
      from row r join wms_product p on p.id = r.product_id ${joinAverage(sql`r`, sql`c`, dayAfter(now.today), folded)} group by 1, 2`.execute(
    db,
  );
  return rows;
}

export const getAge = (db: Kysely<DB>, readScope: ReadScope, query: AgeQuery, locale: Locale): Promise<AgeReply> =>
  inSnapshot(db, async (trx, now) => {
    const { by, days: _days, ...goods } = query;
    const period = periodOf(query, now);
    const sums = await ageSums(trx, readScope, query, now);
    const waste = await getEntryTotal(trx, readScope, { ...goods, ...period, flow: ['DISPOSE'], expired: true }, locale);
    return {
      asOfSeq: now.asOfSeq,
      at: now.at,
      period,
      waste: { ...waste, value: subtract('0', waste.value) },
      total: ageFigure(sums),
      rows: BUCKETS[by].keys.map((of) => ({ key: of, figure: ageFigure(sums.filter((each) => each.key === of)) })),
    };
  });

/** All rows, one per bucket and unit. */
export const everyAge = (
  db: Kysely<DB>,
  readScope: ReadScope,
  query: AgeQuery,
  locale: Locale,
): Promise<(AgeSum & { label: string })[]> =>
  inSnapshot(db, async (trx, now) => {
    const { by } = query;
    const sums = await ageSums(trx, readScope, query, now);
    return BUCKETS[by].keys.flatMap((key) =>
      sums.filter((each) => each.key === key).map((each) => ({ ...each, label: say(locale, `stat.${by}.${key}`) })),
    );
  });

function ageFigure(sums: readonly AgeSum[]): AgeFigure {
  const units = [...new Set(sums.map(({ unit }) => unit))].toSorted();
  return {
    rows: sums.reduce((count, { rows }) => count + rows, 0),
    unpriced: sums.reduce((count, { unpriced }) => count + unpriced, 0),
    value: sum(sums.map(({ value }) => value)),
    amounts: units.map((unit) => ({ unit, qty: sum(sums.filter((each) => each.unit === unit).map(({ qty }) => qty)) })),
  };
}

/** All rows, the fullest first. */
export async function everySpace(
  db: Kysely<DB>,
  readScope: ReadScope,
  { warehouseId, by }: SpaceQuery,
  locale: Locale,
): Promise<SpaceRow[]> {
  const { rows } = await sql<{ key: string; boxes: number; used: number }>`
    select ${by === 'warehouse' ? sql`b.warehouse_id` : sql`b.container_id`} as key, count(*)::int as boxes,
           (count(*) filter (where exists (select from wms_product_box s where s.box_id = b.id and s.qty > 0)))::int as used
      from wms_warehouse_box b join wms_warehouse w on w.id = b.warehouse_id
     where ${all([
       sql`b.state <> 'RETIRED'`,
       isPlaceVisible(readScope, sql`b.container_id`),
       ...(warehouseId === undefined ? [] : [sql`b.warehouse_id = ${warehouseId}`]),
     ])} group by 1`.execute(db);
  const names = await namesOf(
    db,
    by,
    rows.map(({ key }) => key),
    locale,
  );
  return rows
    .map(({ key, ...counts }): SpaceRow => ({ key, label: names.get(key) ?? key, figure: spaceFigure([counts]) }))
    .toSorted((a, b) => b.figure.used / b.figure.boxes - a.figure.used / a.figure.boxes || a.label.localeCompare(b.label));
}

export const getSpace = (db: Kysely<DB>, readScope: ReadScope, query: SpaceQuery, locale: Locale): Promise<SpaceReply> =>
  inSnapshot(db, async (trx, now) => {
    const every = await everySpace(trx, readScope, query, locale);
    const [rows, others] = [every.slice(0, STAT_ROWS), every.slice(STAT_ROWS)];
    return {
      asOfSeq: now.asOfSeq,
      at: now.at,
      total: spaceFigure(every.map(({ figure }) => figure)),
      rows,
      others: others.length === 0 ? null : { rows: others.length, figure: spaceFigure(others.map(({ figure }) => figure)) },
    };
  });

function spaceFigure(counts: readonly { boxes: number; used: number }[]): SpaceRow['figure'] {
  const boxes = counts.reduce((total, each) => total + each.boxes, 0);
  const used = counts.reduce((total, each) => total + each.used, 0);
  return { boxes, used, percent: boxes === 0 ? null : divide(String(Math.round((used / boxes) * 1_000)), '10') };
}
