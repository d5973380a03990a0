// Where figures come from: rows by day and by month of what is folded, and for all else the entries of the ledger themselves. Both say
// the same of the same days, so that no figure depends on how far the ledger is folded (decision 134).
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all } from '../../db/list.ts';
import type { DB } from '../../db/types.ts';
import { splitAtFold, valuedEntries, within, type Days, type FoldedUntil } from './valued-entries.ts';

type Sql = RawBuilder<unknown>;

/** Sums over entries `l` that are valued, as both tables have them. */
export const SUMS = sql`count(*)::int as entries, (count(*) - count(l.value))::int as unpriced, sum(l.qty) as qty, coalesce(sum(l.value), 0) as value`;

export async function loadFoldedUntil(db: Kysely<DB>): Promise<FoldedUntil> {
  const { rows } = await sql<{ day: string }>`
    select until::text as day from wms_stat_folded where zone = current_setting('TimeZone')`.execute(db);
  return rows[0]?.day ?? null;
}

const first = (a: string | null, b: string | null): string | null => (a === null ? b : b === null ? a : a < b ? a : b);
const isEmpty = ({ from, to }: Days): boolean => from !== null && to !== null && from >= to;

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
/** The first of a month that is not before a day. */
function monthFrom(day: string): string {
  if (day.endsWith('-01')) return day;
  const [year, month] = day.split('-').map(Number) as [number, number];
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
}

interface Asked {
  /** Spans of which nothing may be mixed: each row is of one of them. */
  spans: readonly Days[];
  /** Conditions over `l`: its warehouse and owner, and with `byProduct` its product. */
  where: readonly Sql[];
  folded: FoldedUntil;
}

interface AskedByProduct extends Asked {
  needsDays: boolean;
  /** Whether the conditions or the result speak of owners; without them there are far fewer rows. */
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
 * Rows `l` by product: `day, warehouse_id, owner_org_id, product_id, flow, entries, unpriced, qty, value`. Of a whole month, and of what is
 * folded of the one that runs, `day` is its first one, where nothing needs the days; `owner_org_id` is null where nothing needs owners.
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

/** Months of which a span has all that is folded, and the days before and after them. */
function splitAtMonths({ from, to }: Days, folded: string): { months: Days[]; days: Days[] } {
  const begin = from === null ? null : monthFrom(from);
  // What is folded of the month that runs is in its rows, and is taken by whoever wants all of it.
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
