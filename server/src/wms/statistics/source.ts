// Source rows of statistics: daily and monthly aggregates for folded days, ledger entries for the rest. Both give identical
// figures, so no result depends on how far the ledger is folded (decision 134).
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all } from '../../db/list.ts';
import type { DB } from '../../db/types.ts';
import { splitAtFold, valuedEntries, within, type Days, type FoldedUntil } from './valued-entries.ts';

type Sql = RawBuilder<unknown>;

/** Aggregates over valued entries `l`, as stored in both tables. */
export const SUMS = sql`count(*)::int as entries, (count(*) - count(l.value))::int as unpriced, sum(l.qty) as qty, coalesce(sum(l.value), 0) as value`;

export async function loadFoldedUntil(db: Kysely<DB>): Promise<FoldedUntil> {
  const { rows } = await sql<{ day: string }>`
    select until::text as day from wms_stat_folded where zone = current_setting('TimeZone')`.execute(db);
  return rows[0]?.day ?? null;
}

const first = (a: string | null, b: string | null): string | null => (a === null ? b : b === null ? a : a < b ? a : b);
const isEmpty = ({ from, to }: Days): boolean => from !== null && to !== null && from >= to;

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
/** First day of the first month that begins on or after a day. */
function monthFrom(day: string): string {
  if (day.endsWith('-01')) return day;
  const [year, month] = day.split('-').map(Number) as [number, number];
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
}

interface Asked {
  /** Spans that must not be mixed: each row belongs to one. */
  spans: readonly Days[];
  /** Conditions over `l` on warehouse and owner; for `byProduct` also on product. */
  where: readonly Sql[];
  folded: FoldedUntil;
}

interface AskedByProduct extends Asked {
  needsDays: boolean;
  /** Whether conditions or result refer to owners; without owners there are far fewer rows. */
  needsOwners: boolean;
}

/** Rows `l` by day, warehouse and owner: `day, warehouse_id, owner_org_id, base_unit, flow, entries, unpriced, qty, value`. */
export function byDay({ spans, where, folded }: Asked): Sql {
  const parts = spans.flatMap((span) => {
    const { closed, open } = splitAtFold(span, folded);
    return [
      ...(closed === null
        ? []
        : [
            sql`select l.day, l.warehouse_id, l.owner_org_id, l.base_unit, l.flow, l.entries, l.unpriced, l.qty, l.value
                  from wms_stat_day l where ${all([...within(sql`l.day`, closed), ...where])}`,
          ]),
      ...(open === null
        ? []
        : [
            sql`select l.day, l.warehouse_id, l.owner_org_id, p.base_unit, l.flow, ${ONE}
                  from ${valuedEntries(open, where, folded)} l join wms_product p on p.id = l.product_id`,
          ]),
    ];
  });
  return union(parts, EMPTY_DAY);
}

/**
 * Rows `l` by product: `day, warehouse_id, owner_org_id, product_id, flow, entries, unpriced, qty, value`. Unless days are
 * needed, `day` is the first of the month for whole months and for the folded part of the current one; unless owners are needed,
 * `owner_org_id` is null.
 */
export function byProduct({ spans, where, folded, needsDays, needsOwners }: AskedByProduct): Sql {
  const owner = needsOwners ? sql`l.owner_org_id` : sql`null::uuid as owner_org_id`;
  const table = needsOwners ? sql`wms_stat_month` : sql`wms_stat_product`;
  const parts = spans.flatMap((span) => {
    const { months, days } = needsDays || folded === null ? { months: [], days: [span] } : splitAtMonths(span, folded);
    return [
      ...months.map(
        (whole) =>
          sql`select l.month as day, l.warehouse_id, ${owner}, l.product_id, l.flow, l.entries, l.unpriced, l.qty, l.value
                from ${table} l where ${all([...within(sql`l.month`, whole), ...where])}`,
      ),
      ...days.map(
        (some) =>
          sql`select l.day, l.warehouse_id, ${owner}, l.product_id, l.flow, ${ONE} from ${valuedEntries(some, where, folded)} l`,
      ),
    ];
  });
  return union(parts, EMPTY_PRODUCT);
}

const ONE = sql`1 as entries, (l.value is null)::int as unpriced, l.qty, coalesce(l.value, 0) as value`;
const EMPTY_DAY = sql`select null::date as day, null::uuid as warehouse_id, null::uuid as owner_org_id, null::text as base_unit, null::text as flow,
  0 as entries, 0 as unpriced, 0::numeric as qty, 0::numeric as value where false`;
const EMPTY_PRODUCT = sql`select null::date as day, null::uuid as warehouse_id, null::uuid as owner_org_id, null::uuid as product_id, null::text as flow,
  0 as entries, 0 as unpriced, 0::numeric as qty, 0::numeric as value where false`;

const union = (parts: readonly Sql[], none: Sql): Sql =>
  sql`(${sql.join(parts.length === 0 ? [none] : parts, sql` union all `)})`;

/** Splits a span into whole folded months and the days before and after them. */
function splitAtMonths({ from, to }: Days, folded: string): { months: Days[]; days: Days[] } {
  const begin = from === null ? null : monthFrom(from);
  // The row of the current month holds its folded days; use it only if all of them are wanted.
  const end = to === null || to >= folded ? folded : monthOf(to);
  const months = { from: begin, to: end };
  if (isEmpty(months)) return { months: [], days: [{ from, to }] };
  return {
    months: [months],
    days: [
      { from, to: first(begin, to) },
      { from: end, to },
    ].filter((days, at) => (at === 0 ? from !== null : true) && !isEmpty(days)),
  };
}
