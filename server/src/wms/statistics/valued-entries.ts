// What entries of the ledger are worth: one way for all figures (decision 162). Goods that came with a price are worth it; all else what an
// organisation's goods of that product cost on average at that moment, in all warehouses. A reversal is worth what it takes back.
import { sql, type RawBuilder } from 'kysely';
import type { FLOWS } from '@kuwei/contract/wms/statistics';
import { all } from '../../db/list.ts';

type Sql = RawBuilder<unknown>;
type Flow = (typeof FLOWS)[number];

/** What changes an average: goods that come from outside. Moves leave it as it is. */
const ARRIVALS = sql.raw(`('IN', 'OPENING')`);

/** The kind of an entry; of a reversal that of the entry it takes back. */
const kind = sql`case when l.kind = 'REVERSAL' then (select o.kind from wms_ledger o where o.seq = l.reverses_seq) else l.kind end`;

/** What became of the goods of an entry `l`. A move is one between warehouses where its document has entries in another one. */
export const flowOf = sql<Flow>`(case
  when l.kind in ('MOVE_IN', 'MOVE_OUT', 'REVERSAL') and (${kind}) in ('MOVE_IN', 'MOVE_OUT')
       and not exists (select from wms_ledger x where x.transaction_id = l.transaction_id and x.warehouse_id <> l.warehouse_id)
  then 'INSIDE' else ${kind} end)`;

/** To the cent, entry by entry, so that rows add up to their sum. */
const valueOf = (qty: Sql, price: Sql): Sql => sql`round(${qty} * ${price}, 2)`;

/** The average price after the entry `e` of a day that is folded. */
const keptPrice = (e: Sql): Sql => sql`(
  select s.price from wms_stat_price s where s.owner_org_id = ${e}.owner_org_id and s.product_id = ${e}.product_id
     and (s.day, s.seq) <= (${e}.at::date, ${e}.seq) order by s.day desc, s.seq desc limit 1)`;

const paidFor = (e: Sql): Sql => sql`case when ${e}.kind in ${ARRIVALS} then ${e}.unit_price end`;

/** The price of an entry `l` of a day that is folded; null: not known. */
const foldedPrice = sql`(case
  when l.kind in ${ARRIVALS} and l.unit_price is not null then l.unit_price
  when l.kind = 'REVERSAL' then (select coalesce(${paidFor(sql`o`)}, ${keptPrice(sql`o`)}) from wms_ledger o where o.seq = l.reverses_seq)
  else ${keptPrice(sql`l`)} end)`;

/** Days from one on and before another; null: from the first, or to the last. */
export interface Days {
  from: string | null;
  to: string | null;
}

export const within = (column: Sql, { from, to }: Days): Sql[] => [
  ...(from === null ? [] : [sql`${column} >= ${from}::date`]),
  ...(to === null ? [] : [sql`${column} < ${to}::date`]),
];

/** As `valuedEntries` has them. @param where over `l` */
const foldedEntries = (where: readonly Sql[]): Sql => sql`(
  select l.seq, l.at::date as day, l.warehouse_id, l.owner_org_id, l.product_id, ${flowOf} as flow, l.qty_delta as qty, c.price,
         ${valueOf(sql`l.qty_delta`, sql`c.price`)} as value
    from wms_ledger l cross join lateral (select ${foldedPrice} as price offset 0) c where ${all(where)})`;

/** The first day that is not folded, in days of this time zone: null where nothing is. */
const FOLDED_UNTIL = sql`(select until from wms_stat_folded where zone = current_setting('TimeZone'))`;
/** What is kept of what is folded: of days of another time zone nothing. */
const FOLDED_POOL = sql`(select * from wms_stat_pool where ${FOLDED_UNTIL} is not null)`;

/**
 * Entries since a day that are not folded, each with the average after it: one after the other, from what is kept of those before. Of all
 * goods, as what came to one warehouse changes what the same is worth in another.
 * @param since a date; null: since the first
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

/** The same as `foldedEntries`, of days that are not folded; `paid` and `average` besides. @param since as in `entriesWithAverage` */
function unfoldedEntries(since: Sql | null, to: string | null): Sql {
  return sql`(
    with entry as materialized (select * from ${entriesWithAverage(since, to)} l),
    -- Few: joined to all entries, a plan that expects a quiet day would compare each with each.
    reversed as materialized (
      select e.seq, e.average from entry e where e.seq = any(array(select r.reverses_seq from entry r where r.kind = 'REVERSAL')))
    select l.seq, l.day, l.warehouse_id, l.owner_org_id, l.product_id, ${flowOf} as flow, l.qty_delta as qty, c.price,
           ${valueOf(sql`l.qty_delta`, sql`c.price`)} as value, l.paid, l.average
      from entry l left join reversed o on o.seq = l.reverses_seq
     cross join lateral (
       select case when l.kind <> 'REVERSAL' then coalesce(l.paid, l.average)
                   else coalesce(l.paid, o.average, (select ${keptPrice(sql`k`)} from wms_ledger k where k.seq = l.reverses_seq)) end as price offset 0) c)`;
}

/** What is to be folded next. */
export const entriesToFold = (from: string, to: string): Sql => unfoldedEntries(dayOf(from), to);

/** How far the ledger is folded: the first day that is not; null where nothing is. */
export type FoldedUntil = string | null;

/**
 * Entries `seq, day, warehouse_id, owner_org_id, product_id, flow, qty, price, value`; price and value are null where nobody knows them.
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

/** What of a span is folded, and what is not; null: nothing of it. */
export function splitAtFold({ from, to }: Days, folded: FoldedUntil): { closed: Days | null; open: Days | null } {
  if (folded === null) return { closed: null, open: { from, to } };
  return {
    closed: from !== null && from >= folded ? null : { from, to: to === null || to > folded ? folded : to },
    open: to !== null && to <= folded ? null : { from: from !== null && from > folded ? from : folded, to },
  };
}

/**
 * The average price of goods `h` at the beginning of a day, to be joined as `c.price`.
 * @param h has `owner_org_id` and `product_id`
 * @param c name of what is joined
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
 * Of entries `l` of a list: what they are worth, to be joined as `c.price` and `c.value`. How far the ledger is folded is asked by the
 * statement itself, as long lists are read in several.
 */
export const joinValue = sql`
  left join ${unfoldedEntries(sinceFolded, null)} y on y.seq = l.seq
 cross join lateral (select case when l.at < ${FOLDED_UNTIL} then ${foldedPrice} else y.price end as price offset 0) z
 cross join lateral (select z.price, ${valueOf(sql`l.qty_delta`, sql`z.price`)} as value) c`;

/** The same for views, whose reader may ask for neither: what nobody asks for is not joined, and no price is looked up. */
export const valueForViews = {
  join: sql`left join (select distinct on (y.seq) y.seq, y.price from ${unfoldedEntries(sinceFolded, null)} y order by y.seq) y on y.seq = l.seq`,
  price: sql`(case when l.at < ${FOLDED_UNTIL} then ${foldedPrice} else y.price end)`,
};

/** The average price of goods `h` at this moment, to be joined as `v.price` where it is asked for. */
export const joinAverageNow = (h: Sql): Sql => sql`left join (
  select x.owner_org_id, x.product_id, coalesce(max(x.open), max(x.kept)) as price from (
    select k.owner_org_id, k.product_id, null::numeric as open, k.price as kept from ${FOLDED_POOL} k
    union all
    select o.owner_org_id, o.product_id, o.average, null from (
      select distinct on (l.owner_org_id, l.product_id) l.owner_org_id, l.product_id, l.average from ${entriesWithAverage(sinceFolded, null)} l
       order by l.owner_org_id, l.product_id, l.day desc, l.seq desc) o) x
   group by x.owner_org_id, x.product_id) v on (v.owner_org_id, v.product_id) = (${h}.owner_org_id, ${h}.product_id)`;
