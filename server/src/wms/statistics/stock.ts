// Stock at the end of a period by owner, product and place, with its value and turnover.
import type { Locale } from '@kuwei/contract/constants';
import { compare, divide, multiply, sum } from '@kuwei/contract/decimal';
import type { QueryOf } from '@kuwei/contract/route';
import { STAT_ROWS, type StockFigure, type StockReply, type statisticsRoutes } from '@kuwei/contract/wms/statistics';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all } from '../../db/list.ts';
import type { DB } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import { controlClasses, dayAfter, daysOf, inSnapshot, periodBefore, periodOf, buildEntryFilter, type Period } from './query.ts';
import { labelsOf } from './flow.ts';
import { byProduct, loadFoldedUntil } from './source.ts';
import { joinAverage, type FoldedUntil } from './valued-entries.ts';

export type StockFiguresQuery = QueryOf<(typeof statisticsRoutes)['getStockFigures']>;
type By = StockFiguresQuery['by'];

const KEYS: Record<By, RawBuilder<string>> = {
  warehouse: sql`h.warehouse_id`,
  org: sql`h.owner_org_id`,
  category: sql`p.category_id`,
  product: sql`h.product_id`,
  control: controlClasses,
};

/** Sum in one unit. */
export interface StockSum {
  key: string;
  unit: string;
  holdings: number;
  unpriced: number;
  outUnpriced: number;
  qty: string;
  value: string;
  valueStart: string;
  valueOut: string;
}

interface Asked {
  readScope: ReadScope;
  query: StockFiguresQuery;
  period: Period;
  folded: FoldedUntil;
}

/**
 * Computes stock from the holdings at the end of the folded days, backwards or forwards, so that a period of this year reads no
 * earlier year. Values stock at the average price at both ends of the period, and what left at the value of its entries
 * (`valued-entries.ts`).
 */
async function stockSums(db: Kysely<DB>, { readScope, query, period, folded }: Asked): Promise<StockSum[]> {
  const { from } = period;
  const end = dayAfter(period.to);
  const { parties, products } = buildEntryFilter(readScope, query);
  const where = [...parties, ...products];
  const spans = [
    { from, to: end },
    ...(folded === null || folded < from ? [{ from: folded, to: from }] : []),
    ...(folded !== null && folded > end ? [{ from: end, to: folded }] : []),
  ];
  const isFolded = sql`l.day < ${folded ?? '-infinity'}::date`;
  /** Correction from the folded holdings to the stock at the beginning of a day. */
  const until = (day: string) =>
    sql`case when l.day is null then l.qty when ${isFolded} then case when l.day >= ${day}::date then -l.qty else 0 end
             when l.day < ${day}::date then l.qty else 0 end`;
  const left = sql`l.day >= ${from}::date and l.day < ${end}::date and l.flow in ('OUT', 'DISPOSE')`;
  const rows = byProduct({ spans, where, folded, needsDays: false, needsOwners: true });
  const kept = sql`select null::date as day, l.warehouse_id, l.owner_org_id, l.product_id, null as flow, 0, 0, l.qty, 0 from wms_stat_holding l
    where ${all(folded === null ? [sql`false`] : where)}`;
  const { rows: sums } = await sql<StockSum>`
    with holding as materialized (
      select * from (
        select l.warehouse_id, l.owner_org_id, l.product_id, sum(${until(end)}) as qty, sum(${until(from)}) as qty_start,
               -coalesce(sum(l.value) filter (where ${left}), 0) as out, coalesce(sum(l.unpriced) filter (where ${left}), 0) as out_unpriced
          from (select * from ${rows} m union all ${kept}) l group by 1, 2, 3) h
       where h.qty <> 0 or h.qty_start <> 0 or h.out <> 0 or h.out_unpriced <> 0)
    select ${KEYS[query.by]} as key, p.base_unit as unit, (count(*) filter (where h.qty <> 0))::int as holdings,
           (count(*) filter (where h.qty <> 0 and c.price is null))::int as unpriced,
           sum(h.out_unpriced)::int as "outUnpriced", coalesce(sum(h.qty), 0) as qty, coalesce(sum(round(h.qty * c.price, 2)), 0) as value,
           coalesce(sum(round(h.qty_start * b.price, 2)), 0) as "valueStart", coalesce(sum(h.out), 0) as "valueOut"
      from holding h join wms_product p on p.id = h.product_id
      ${joinAverage(sql`h`, sql`c`, end, folded)} ${joinAverage(sql`h`, sql`b`, from, folded)} group by 1, 2`.execute(db);
  return sums;
}

const YEAR = '365';

/** Annualized turnover: outflow divided by average stock. */
function turnoverOf(out: string, start: string, end: string, period: Period): string | null {
  const average = divide(sum([start, end]), '2');
  if (compare(average, '0') <= 0) return null;
  const rounded = divide(divide(out, average), String(daysOf(period)));
  return multiply(rounded, YEAR);
}

function figureOf(sums: readonly StockSum[], period: Period): StockFigure {
  const total = (name: 'value' | 'valueStart' | 'valueOut') => sum(sums.map((each) => each[name]));
  const count = (name: 'holdings' | 'unpriced' | 'outUnpriced') => sums.reduce((all, each) => all + each[name], 0);
  const units = [...new Set(sums.map(({ unit }) => unit))].toSorted();
  const [value, valueStart, valueOut] = [total('value'), total('valueStart'), total('valueOut')];
  return {
    holdings: count('holdings'),
    unpriced: count('unpriced'),
    outUnpriced: count('outUnpriced'),
    value,
    valueStart,
    valueOut,
    turnover: turnoverOf(valueOut, valueStart, value, period),
    amounts: units
      .map((unit) => ({ unit, qty: sum(sums.filter((each) => each.unit === unit).map(({ qty }) => qty)) }))
      .filter(({ qty }) => qty !== '0'),
  };
}

type Row = [key: string, sums: StockSum[]];

/** Drops rows without stock or outflow. */
const inOrder = (sums: readonly StockSum[]): Row[] => {
  const worth = ([, of]: Row) => sum(of.map(({ value }) => value));
  return [...Map.groupBy(sums, ({ key }) => key)]
    .filter(([, of]) =>
      of.some(
        ({ holdings, valueStart, valueOut, outUnpriced }) =>
          holdings > 0 || valueStart !== '0' || valueOut !== '0' || outUnpriced > 0,
      ),
    )
    .toSorted((a, b) => compare(worth(b), worth(a)) || b[1].length - a[1].length || a[0].localeCompare(b[0]));
};

export const getStockFigures = (
  db: Kysely<DB>,
  readScope: ReadScope,
  query: StockFiguresQuery,
  locale: Locale,
): Promise<StockReply> =>
  inSnapshot(db, async (trx, now) => {
    const period = periodOf(query, now);
    const before = query.compare === true ? periodBefore(period) : null;
    const folded = await loadFoldedUntil(trx);
    const sums = await stockSums(trx, { readScope, query, period, folded });
    const sumsBefore = before && (await stockSums(trx, { readScope, query, period: before, folded }));
    const ordered = inOrder(sums);
    const [shown, others] = [ordered.slice(0, STAT_ROWS), ordered.slice(STAT_ROWS)];
    const rowsBefore = sumsBefore && Map.groupBy(sumsBefore, ({ key }) => key);
    const labels = await labelsOf(
      trx,
      query.by,
      shown.map(([key]) => key),
      locale,
    );
    return {
      asOfSeq: now.asOfSeq,
      at: now.at,
      period,
      before,
      total: figureOf(sums, period),
      totalBefore: before && sumsBefore && figureOf(sumsBefore, before),
      rows: shown.map(([key, of]) => ({
        key,
        label: labels(key),
        figure: figureOf(of, period),
        before: before && rowsBefore && figureOf(rowsBefore.get(key) ?? [], before),
      })),
      others:
        others.length === 0
          ? null
          : {
              rows: others.length,
              figure: figureOf(
                others.flatMap(([, of]) => of),
                period,
              ),
            },
    };
  });

export const everyStockFigure = (
  db: Kysely<DB>,
  readScope: ReadScope,
  query: StockFiguresQuery,
  locale: Locale,
): Promise<(StockSum & { label: string })[]> =>
  inSnapshot(db, async (trx, now) => {
    const sums = await stockSums(trx, { readScope, query, period: periodOf(query, now), folded: await loadFoldedUntil(trx) });
    const ordered = inOrder(sums);
    const labels = await labelsOf(
      trx,
      query.by,
      ordered.map(([key]) => key),
      locale,
    );
    return ordered.flatMap(([key, of]) => of.map((each) => ({ ...each, label: labels(key) })));
  });
