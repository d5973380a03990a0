// Values ledger entries, the same way for all figures (decision 162): arrivals with a price at that price, everything else at the
// organisation's moving average for the product across all warehouses. A reversal has the value of the entry it reverses.
import { sql, type RawBuilder } from 'kysely';
import type { FLOWS } from '@kuwei/contract/wms/statistics';
import { all } from '../../db/list.ts';

type Sql = RawBuilder<unknown>;
type Flow = (typeof FLOWS)[number];

/** Entries that change the average: goods from outside. Moves don't. */
const ARRIVALS = sql.raw(`('IN', 'OPENING')`);

/** Kind of an entry; for a reversal, that of the reversed entry. */
const kind = sql`case when l.kind = 'REVERSAL' then (select o.kind from wms_ledger o where o.seq = l.reverses_seq) else l.kind end`;

/** Flow of an entry `l`. A move is between warehouses if its document has entries in another one. */
export const flowOf = sql<Flow>`(case
  when l.kind in ('MOVE_IN', 'MOVE_OUT', 'REVERSAL') and (${kind}) in ('MOVE_IN', 'MOVE_OUT')
       and not exists (select from wms_ledger x where x.transaction_id = l.transaction_id and x.warehouse_id <> l.warehouse_id)
  then 'INSIDE' else ${kind} end)`;

/** Rounded to the cent per entry, so that rows add up to their sum. */
const valueOf = (qty: Sql, price: Sql): Sql => sql`round(${qty} * ${price}, 2)`;

/** Average price after the folded entry `e`. */
const keptPrice = (e: Sql): Sql => sql`(
  select s.price from wms_stat_price s where s.owner_org_id = ${e}.owner_org_id and s.product_id = ${e}.product_id
     and (s.day, s.seq) <= (${e}.at::date, ${e}.seq) order by s.day desc, s.seq desc limit 1)`;

const paidFor = (e: Sql): Sql => sql`case when ${e}.kind in ${ARRIVALS} then ${e}.unit_price end`;

/** Price of a folded entry `l`; null if unknown. */
const foldedPrice = sql`(case
  when l.kind in ${ARRIVALS} and l.unit_price is not null then l.unit_price
  when l.kind = 'REVERSAL' then (select coalesce(${paidFor(sql`o`)}, ${keptPrice(sql`o`)}) from wms_ledger o where o.seq = l.reverses_seq)
  else ${keptPrice(sql`l`)} end)`;

/** Half-open range of days; null means unbounded. */
export interface Days {
  from: string | null;
  to: string | null;
}

export const within = (column: Sql, { from, to }: Days): Sql[] => [
  ...(from === null ? [] : [sql`${column} >= ${from}::date`]),
  ...(to === null ? [] : [sql`${column} < ${to}::date`]),
];

/** Same columns as `valuedEntries`. @param where over `l` */
const foldedEntries = (where: readonly Sql[]): Sql => sql`(
  select l.seq, l.at::date as day, l.warehouse_id, l.owner_org_id, l.product_id, ${flowOf} as flow, l.qty_delta as qty, c.price,
         ${valueOf(sql`l.qty_delta`, sql`c.price`)} as value
    from wms_ledger l cross join lateral (select ${foldedPrice} as price offset 0) c where ${all(where)})`;

/** First unfolded day in the session's time zone; null if nothing is folded. */
const FOLDED_UNTIL = sql`(select until from wms_stat_folded where zone = current_setting('TimeZone'))`;
/** Stored holdings and averages; empty if folded for another time zone. */
const FOLDED_POOL = sql`(select * from wms_stat_pool where ${FOLDED_UNTIL} is not null)`;

/**
 * Unfolded entries since a day, each with the average after it, computed in sequence from the stored averages. Covers all
 * warehouses, since an arrival in one changes the value in the others.
 * @param since a date; null: from the first entry
 */
const entriesWithAverage = (since: Sql | null, to: string | null): Sql => sql`(
  select l.*, wms_average_price(l.start, l.before, l.qty_delta, l.paid) over (partition by l.owner_org_id, l.product_id order by l.day, l.seq) as average
    from (
      select l.*, l.at::date as day, p.price as start,
             coalesce(p.qty, 0) + coalesce(sum(l.qty_delta) over (
               partition by l.owner_org_id, l.product_id order by l.at::date, l.seq rows between unbounded preceding and 1 preceding), 0) as before,
             case when l.kind = 'REVERSAL' then (select ${paidFor(sql`o`)} from wms_ledger o where o.seq = l.reverses_seq) else ${paidFor(sql`l`)} end as paid
        from wms_ledger l left join ${FOLDED_POOL} p using (owner_org_id, product_id)
       where ${all([...(since === null ? [] : [sql`l.at >= ${since}`]), ...within(sql`l.at`, { from: null, to })])}) l)`;
const dayOf = (text: string | null): Sql | null => (text === null ? null : sql`${text}::date`);

/** Like `foldedEntries` for unfolded days, plus `paid` and `average`. @param since as in `entriesWithAverage` */
function unfoldedEntries(since: Sql | null, to: string | null): Sql {
  return sql`(
    with entry as materialized (select * from ${entriesWithAverage(since, to)} l),
    -- Few rows, materialized: a plan that expects a quiet day would use a nested loop over all entries.
    reversed as materialized (
      select e.seq, e.average from entry e where e.seq = any(array(select r.reverses_seq from entry r where r.kind = 'REVERSAL')))
    select l.seq, l.day, l.warehouse_id, l.owner_org_id, l.product_id, ${flowOf} as flow, l.qty_delta as qty, c.price,
           ${valueOf(sql`l.qty_delta`, sql`c.price`)} as value, l.paid, l.average
      from entry l left join reversed o on o.seq = l.reverses_seq
     cross join lateral (
       select case when l.kind <> 'REVERSAL' then coalesce(l.paid, l.average)
                   else coalesce(l.paid, o.average, (select ${keptPrice(sql`k`)} from wms_ledger k where k.seq = l.reverses_seq)) end as price offset 0) c)`;
}

/** Entries to fold next. */
export const entriesToFold = (from: string, to: string): Sql => unfoldedEntries(dayOf(from), to);

/** The first unfolded day; null if nothing is folded. */
export type FoldedUntil = string | null;

/**
 * Entries `seq, day, warehouse_id, owner_org_id, product_id, flow, qty, price, value`; price and value are null if unknown.
 * @param where over `l`: its warehouse, owner and product
 */
export function valuedEntries(days: Days, where: readonly Sql[], folded: FoldedUntil): Sql {
  const { closed, open } = splitAtFold(days, folded);
  const parts = [
    ...(closed === null ? [] : [sql`select * from ${foldedEntries([...within(sql`l.at`, closed), ...where])} l`]),
    ...(open === null
      ? []
      : [
          sql`select l.seq, l.day, l.warehouse_id, l.owner_org_id, l.product_id, l.flow, l.qty, l.price, l.value
                from ${unfoldedEntries(dayOf(folded), open.to)} l where ${all([...within(sql`l.day`, open), ...where])}`,
        ]),
  ];
  return parts.length === 0 ? NOTHING : sql`(${sql.join(parts, sql` union all `)})`;
}
const NOTHING = sql`(select * from ${foldedEntries([sql`false`])} l)`;

/** Splits a span into its folded and unfolded part; null if empty. */
export function splitAtFold({ from, to }: Days, folded: FoldedUntil): { closed: Days | null; open: Days | null } {
  if (folded === null) return { closed: null, open: { from, to } };
  return {
    closed: from !== null && from >= folded ? null : { from, to: to === null || to > folded ? folded : to },
    open: to !== null && to <= folded ? null : { from: from !== null && from > folded ? from : folded, to },
  };
}

/**
 * Joins the average price of goods `h` at the beginning of a day as `c.price`.
 * @param h has `owner_org_id` and `product_id`
 * @param c alias of the join
 */
export const joinAverage = (h: Sql, c: Sql, day: string, folded: FoldedUntil): Sql =>
  folded !== null && day <= folded
    ? sql`left join lateral (
        select s.price from wms_stat_price s where s.owner_org_id = ${h}.owner_org_id and s.product_id = ${h}.product_id and s.day < ${day}::date
         order by s.day desc, s.seq desc limit 1) ${c} on true`
    : sql`left join (
        select owner_org_id, product_id, coalesce(x.average, p.price) as price
          from ${FOLDED_POOL} p full join (
            select distinct on (l.owner_org_id, l.product_id) l.owner_org_id, l.product_id, l.average from ${entriesWithAverage(dayOf(folded), day)} l
             order by l.owner_org_id, l.product_id, l.day desc, l.seq desc) x using (owner_org_id, product_id)) ${c}
        on (${c}.owner_org_id, ${c}.product_id) = (${h}.owner_org_id, ${h}.product_id)`;

const sinceFolded = sql`coalesce(${FOLDED_UNTIL}, '-infinity')`;

/**
 * Joins the value of entries `l` of a list as `c.price` and `c.value`. The statement itself reads how far the ledger is folded,
 * since long lists take several statements.
 */
export const joinValue = sql`
  left join ${unfoldedEntries(sinceFolded, null)} y on y.seq = l.seq
 cross join lateral (select case when l.at < ${FOLDED_UNTIL} then ${foldedPrice} else y.price end as price offset 0) z
 cross join lateral (select z.price, ${valueOf(sql`l.qty_delta`, sql`z.price`)} as value) c`;

/**
 * The same for views, whose reader may select neither column: an unused join is removed by the planner, and no price is looked
 * up.
 */
export const valueForViews = {
  join: sql`left join (select distinct on (y.seq) y.seq, y.price from ${unfoldedEntries(sinceFolded, null)} y order by y.seq) y on y.seq = l.seq`,
  price: sql`(case when l.at < ${FOLDED_UNTIL} then ${foldedPrice} else y.price end)`,
};

/** Joins the current average price of goods `h` as `v.price`. */
export const joinAverageNow = (h: Sql): Sql => sql`left join (
  select x.owner_org_id, x.product_id, coalesce(max(x.open), max(x.kept)) as price from (
    select k.owner_org_id, k.product_id, null::numeric as open, k.price as kept from ${FOLDED_POOL} k
    union all
    select o.owner_org_id, o.product_id, o.average, null from (
      select distinct on (l.owner_org_id, l.product_id) l.owner_org_id, l.product_id, l.average from ${entriesWithAverage(sinceFolded, null)} l
       order by l.owner_org_id, l.product_id, l.day desc, l.seq desc) o) x
   group by x.owner_org_id, x.product_id) v on (v.owner_org_id, v.product_id) = (${h}.owner_org_id, ${h}.product_id)`;
