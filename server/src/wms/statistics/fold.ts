// Aggregates the ledger by day and month, up to the last day on which no posting can still be in flight. The ledger is
// append-only, so aggregates stay valid.
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/open.ts';
import { SUMS } from './source.ts';
import { entriesToFold } from './valued-entries.ts';

/** Arbitrary advisory-lock id. */
const LOCK = 7_318_013;
/** Above the usual statement timeout: large warehouses need it. */
const TIMEOUT_MS = 600_000;

/**
 * Folds complete days, oldest first, at most a month at a time. A posting takes its timestamp before it commits, so a day is
 * folded only when none of its postings can still be in flight.
 * @param before exclusive upper limit
 * @returns number of writes
 */
export async function foldLedger({ db }: { db: Db }, before: string | null = null): Promise<number> {
  for (let written = 0; ; written++) if (!(await db.transaction().execute((trx) => foldNext(trx, before)))) return written;
}

async function foldNext(trx: Trx, before: string | null): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean; isNew: boolean; from: string | null; to: string | null }>`
    select pg_try_advisory_xact_lock(${LOCK}::bigint) as taken, f.until is null as "isNew", b.from_day::text as "from", e.to_day::text as "to"
      from (select max(until) filter (where zone = current_setting('TimeZone')) as until from wms_stat_folded) f
     cross join lateral (select coalesce(f.until, (select min(at)::date from wms_ledger)) as from_day) b
     cross join lateral (select least((date_trunc('month', b.from_day) + interval '1 month')::date, (now() - interval '1 hour')::date, ${before}::date) as to_day) e`.execute(
    trx,
  );
  const { taken, isNew, from, to } = rows[0]!;
  if (!taken || from === null || to === null || to <= from) return false;
  await sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(trx);
  if (isNew) await forgetFolded(trx, from);
  await fold(trx, from, to);
  return true;
}

const FOLDED = [
  'wms_stat_day',
  'wms_stat_month',
  'wms_stat_product',
  'wms_stat_holding',
  'wms_stat_price',
  'wms_stat_pool',
  'wms_stat_folded',
] as const;

async function forgetFolded(trx: Trx, from: string): Promise<void> {
  for (const table of FOLDED) await trx.deleteFrom(table).execute();
  await sql`insert into wms_stat_folded (until, zone) values (${from}, current_setting('TimeZone'))`.execute(trx);
}

/** Folds days of one month, continuing from the stored holdings and average prices of each organisation and product. */
const fold = (trx: Trx, from: string, to: string): Promise<unknown> =>
  sql`
    with entry as materialized (select * from ${entriesToFold(from, to)} l),
    days as (
      insert into wms_stat_day (day, warehouse_id, owner_org_id, base_unit, flow, entries, unpriced, qty, value)
      select l.day, l.warehouse_id, l.owner_org_id, p.base_unit, l.flow, ${SUMS}
        from entry l join wms_product p on p.id = l.product_id group by 1, 2, 3, 4, 5),
    months as (
      insert into wms_stat_month as m (month, warehouse_id, owner_org_id, product_id, flow, entries, unpriced, qty, value)
      select date_trunc('month', ${from}::date)::date, l.warehouse_id, l.owner_org_id, l.product_id, l.flow, ${SUMS} from entry l group by 1, 2, 3, 4, 5
          on conflict (month, warehouse_id, owner_org_id, product_id, flow) do update
         set entries = m.entries + excluded.entries, unpriced = m.unpriced + excluded.unpriced, qty = m.qty + excluded.qty,
             value = m.value + excluded.value),
    products as (
      insert into wms_stat_product as m (month, warehouse_id, product_id, flow, entries, unpriced, qty, value)
      select date_trunc('month', ${from}::date)::date, l.warehouse_id, l.product_id, l.flow, ${SUMS} from entry l group by 1, 2, 3, 4
          on conflict (month, warehouse_id, product_id, flow) do update
         set entries = m.entries + excluded.entries, unpriced = m.unpriced + excluded.unpriced, qty = m.qty + excluded.qty,
             value = m.value + excluded.value),
    holdings as (
      insert into wms_stat_holding as h (warehouse_id, owner_org_id, product_id, qty)
      select l.warehouse_id, l.owner_org_id, l.product_id, sum(l.qty) from entry l group by 1, 2, 3
          on conflict (warehouse_id, owner_org_id, product_id) do update set qty = h.qty + excluded.qty),
    prices as (
      insert into wms_stat_price (owner_org_id, product_id, day, seq, price)
      select l.owner_org_id, l.product_id, l.day, l.seq, l.average from entry l where l.paid is not null and l.average is not null),
    pools as (
      insert into wms_stat_pool as p (owner_org_id, product_id, qty, price)
      select l.owner_org_id, l.product_id, sum(l.qty), (array_agg(l.average order by l.day desc, l.seq desc))[1] from entry l group by 1, 2
          on conflict (owner_org_id, product_id) do update set qty = p.qty + excluded.qty, price = excluded.price)
    update wms_stat_folded set until = ${to}`.execute(trx);
