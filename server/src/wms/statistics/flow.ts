// Inflow and outflow: sums of ledger entries by flow.
import type { Locale } from '@kuwei/contract/constants';
import { micros, sum } from '@kuwei/contract/decimal';
import type { QueryOf } from '@kuwei/contract/route';
import {
  SHOWN_FLOWS,
  STAT_ROWS,
  type Flow,
  type FlowBy,
  type FlowFigure,
  type FlowReply,
  type FlowRow,
  type statisticsRoutes,
} from '@kuwei/contract/wms/statistics';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import {
  controlClasses,
  dayAfter,
  daysOf,
  inSnapshot,
  periodBefore,
  periodOf,
  buildEntryFilter,
  type Period,
  type EntryFilter,
} from './query.ts';
import { classesLabel, namesOf } from './labels.ts';
import { byDay, byProduct, loadFoldedUntil } from './source.ts';
import type { Days, FoldedUntil } from './valued-entries.ts';

export type FlowQuery = QueryOf<(typeof statisticsRoutes)['getFlow']>;

/** Sum of one row, flow and unit. */
export interface FlowSum {
  key: string;
  flow: Flow;
  unit: string;
  entries: number;
  unpriced: number;
  qty: string;
  value: string;
}

interface Key {
  /** Column of `l` to group by before joining products; null for keys that are properties of the product. */
  of: RawBuilder<unknown> | null;
  /** Over the sums `l` joined to their product `p`. */
  key: RawBuilder<string>;
}
const KEYS: Record<FlowBy, Key> = {
  day: { of: sql`l.day`, key: sql`l.day::text` },
  month: { of: sql`l.day`, key: sql`to_char(l.day, 'YYYY-MM')` },
  warehouse: { of: sql`l.warehouse_id`, key: sql`l.warehouse_id` },
  org: { of: sql`l.owner_org_id`, key: sql`l.owner_org_id` },
  category: { of: null, key: sql`p.category_id` },
  product: { of: null, key: sql`l.product_id` },
  control: { of: null, key: controlClasses },
};

/** Outflow is shown as positive numbers. */
const sign = sql.raw(`case when l.flow in ('OUT', 'MOVE_OUT', 'DISPOSE') then -1 else 1 end`);

interface SumQuery {
  by: FlowBy;
  period: Period;
  which: EntryFilter;
  folded: FoldedUntil;
}

/** Unordered sums of a period, without moves inside a warehouse. */
async function flowSums(db: Kysely<DB>, { by, period, which, folded }: SumQuery): Promise<FlowSum[]> {
  const spans = [{ from: period.from, to: dayAfter(period.to) }];
  const { of, key } = KEYS[by];
  const ofProducts = of === null || which.products.length > 0;
  const rows = ofProducts ? sumByProduct({ by, which, spans, folded }) : sql`${byDay({ spans, where: which.parties, folded })} l`;
  const { rows: sums } = await sql<FlowSum>`
    select ${key} as key, l.flow, ${ofProducts ? sql`p.base_unit` : sql`l.base_unit`} as unit, sum(l.entries)::int as entries,
           sum(l.unpriced)::int as unpriced, sum(l.qty * ${sign}) as qty, sum(l.value * ${sign}) as value
      from ${rows} where l.flow <> 'INSIDE' group by 1, 2, 3`.execute(db);
  return sums;
}

/** Sums `l` joined to products `p`; summing first leaves fewer rows to join. */
function sumByProduct({
  by,
  which,
  spans,
  folded,
}: Pick<SumQuery, 'by' | 'which' | 'folded'> & { spans: Days[] }): RawBuilder<unknown> {
  const { of } = KEYS[by];
  const rows = byProduct({
    spans,
    where: [...which.parties, ...which.products],
    folded,
    needsDays: by === 'day',
    needsOwners: which.ofOwners || by === 'org',
  });
  const keys = sql.join([...(of === null ? [] : [of]), sql`l.product_id`, sql`l.flow`]);
  return sql`(select ${keys}, sum(l.entries) as entries, sum(l.unpriced) as unpriced, sum(l.qty) as qty, sum(l.value) as value
      from ${rows} l group by ${keys}) l join wms_product p on p.id = l.product_id`;
}

/** One figure per flow, in display order. */
function figuresOf(sums: readonly FlowSum[]): FlowFigure[] {
  return SHOWN_FLOWS.flatMap((flow) => {
    const of = sums.filter((each) => each.flow === flow);
    if (of.length === 0) return [];
    const units = [...new Set(of.map(({ unit }) => unit))].toSorted();
    return [
      {
        flow,
        entries: of.reduce((count, each) => count + each.entries, 0),
        value: sum(of.map(({ value }) => value)),
        unpriced: of.reduce((count, each) => count + each.unpriced, 0),
        amounts: units.map((unit) => ({ unit, qty: sum(of.filter((each) => each.unit === unit).map(({ qty }) => qty)) })),
      },
    ];
  });
}

const grouped = (sums: readonly FlowSum[]): Map<string, FlowSum[]> => Map.groupBy(sums, ({ key }) => key);

export const getFlow = (db: Kysely<DB>, readScope: ReadScope, query: FlowQuery, locale: Locale): Promise<FlowReply> =>
  inSnapshot(db, async (trx, now) => {
    const { by } = query;
    const period = periodOf(query, now);
    const before = query.compare === true ? periodBefore(period) : null;
    const [which, folded] = [buildEntryFilter(readScope, query), await loadFoldedUntil(trx)];
    const sums = await flowSums(trx, { by, period, which, folded });
    const rowsCompare = !isTimeGrouping(by);
    const sumsBefore = before && (await flowSums(trx, { by: rowsCompare ? by : 'month', period: before, which, folded }));
    const { shown, others } = inOrder(by, sums, period);
    return {
      asOfSeq: now.asOfSeq,
      at: now.at,
      period,
      before,
      total: figuresOf(sums),
      totalBefore: sumsBefore && figuresOf(sumsBefore),
      rows: await labelled(trx, by, shown, rowsCompare ? sumsBefore : null, locale),
      others: others.length === 0 ? null : { rows: others.length, flows: figuresOf(others.flatMap(([, ofOne]) => ofOne)) },
    };
  });

/** All rows, one per key, flow and unit. */
export const everyFlow = (
  db: Kysely<DB>,
  readScope: ReadScope,
  query: FlowQuery,
  locale: Locale,
): Promise<(FlowSum & { label: string })[]> =>
  inSnapshot(db, async (trx, now) => {
    const { by } = query;
    const period = periodOf(query, now);
    const sums = await flowSums(trx, {
      by,
      period,
      which: buildEntryFilter(readScope, query),
      folded: await loadFoldedUntil(trx),
    });
    const all = [...grouped(sums)].toSorted(byKeyOf(by));
    const labels = await labelsOf(
      trx,
      by,
      all.map(([key]) => key),
      locale,
    );
    return all.flatMap(([key, ofOne]) => ofOne.map((each) => ({ ...each, label: labels(key) })));
  });

type Row = [key: string, sums: FlowSum[]];
const isTimeGrouping = (by: FlowBy): boolean => by === 'day' || by === 'month';
const size = ([, sums]: Row): number => sums.reduce((all, { entries }) => all + entries, 0);
const worth = ([, sums]: Row): bigint => sums.reduce((all, { value }) => all + distance(micros(value)), 0n);
const distance = (value: bigint): bigint => (value < 0n ? -value : value);
const upwards = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
/** Days in chronological order; everything else by value, then by number of entries, descending. */
const byKeyOf =
  (by: FlowBy) =>
  (a: Row, b: Row): number =>
    isTimeGrouping(by) ? a[0].localeCompare(b[0]) : upwards(worth(b), worth(a)) || size(b) - size(a) || a[0].localeCompare(b[0]);

/** Days and months without entries are filled in, for charts. */
const FILLED = 400;

function inOrder(by: FlowBy, sums: readonly FlowSum[], period: Period): { shown: Row[]; others: Row[] } {
  const rows = grouped(sums);
  if (isTimeGrouping(by)) {
    const keys = timesOf(by, period);
    if (keys !== null) return { shown: keys.map((key) => [key, rows.get(key) ?? []]), others: [] };
  }
  const all = [...rows].toSorted(byKeyOf(by));
  // Of a long span, only the most recent days get rows of their own.
  if (isTimeGrouping(by)) return { shown: all.slice(-FILLED), others: all.slice(0, -FILLED) };
  return { shown: all.slice(0, STAT_ROWS), others: all.slice(STAT_ROWS) };
}

function timesOf(by: FlowBy, period: Period): string[] | null {
  if (daysOf(period) > (by === 'day' ? FILLED : FILLED * 30)) return null;
  const days = Array.from({ length: daysOf(period) }, (_, at) => dayAfter(period.from, at));
  return by === 'day' ? days : [...new Set(days.map((day) => day.slice(0, 7)))];
}

async function labelled(
  db: Kysely<DB>,
  by: FlowBy,
  rows: readonly Row[],
  sumsBefore: readonly FlowSum[] | null,
  locale: Locale,
): Promise<FlowRow[]> {
  const before = sumsBefore && grouped(sumsBefore);
  const labels = await labelsOf(
    db,
    by,
    rows.map(([key]) => key),
    locale,
  );
  return rows.map(([key, sums]) => ({
    key,
    label: labels(key),
    flows: figuresOf(sums),
    before: before && figuresOf(before.get(key) ?? []),
  }));
}

export async function labelsOf(
  db: Kysely<DB>,
  by: FlowBy,
  keys: readonly string[],
  locale: Locale,
): Promise<(key: string) => string> {
  if (by === 'day' || by === 'month') return (key) => key;
  if (by === 'control') return (key) => classesLabel(key, locale);
  const names = await namesOf(db, by, keys, locale);
  return (key) => names.get(key) ?? key;
}
