// Monthly balances: the quantity of each stock row at the beginning of a month. Derived from the ledger, to avoid replaying it.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';

/** Arbitrary advisory-lock id. */
const LOCK = 7_318_012;
/** Above the usual statement timeout, for large warehouses. */
const TIMEOUT_MS = 600_000;

/**
 * Writes the balances of every month that has begun, oldest first.
 * Postings take their timestamp before they commit: a month is written once no earlier posting can still be open.
 * @returns number of months written
 */
export async function writeBalances({ db }: { db: Db }): Promise<number> {
  let months = 0;
  while (await db.transaction().execute(writeNextMonth)) months++;
  // A month has as many rows as there is stock; without statistics the planner would look each up by itself.
  if (months > 0) await sql`analyze wms_stock_balance`.execute(db);
  return months;
}

async function writeNextMonth(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean; before: string | null; next: string | null }>`
    select pg_try_advisory_xact_lock(${LOCK}::bigint) as taken, b.at as before, n.at as next
      from (select max(at) as at from wms_stock_balance) b
      left join lateral (
        select date_trunc('month', coalesce(b.at, (select min(at) from wms_ledger))) + interval '1 month' as at) n
        on n.at < now() - interval '1 hour'`.execute(trx);
  const { taken, before, next } = rows[0]!;
  if (!taken || next === null) return false;
  await sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(trx);
  await sql`
    insert into wms_stock_balance (at, product_box_id, qty, moved_at, ledger_seq)
    select ${next}::timestamptz, coalesce(m.product_box_id, b.product_box_id), coalesce(m.qty_after, b.qty),
           coalesce(m.at, b.moved_at), coalesce(m.seq, b.ledger_seq)
      from (${lastBetween(before, sql`< ${next}::timestamptz`)}) m
      full join (select * from wms_stock_balance where at = ${before}::timestamptz) b on b.product_box_id = m.product_box_id`.execute(
    trx,
  );
  return true;
}

/** The last entry of each stock row in a period. */
const lastBetween = (from: string | null, to: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select distinct on (l.product_box_id) l.product_box_id, l.qty_after, l.at, l.seq from wms_ledger l
   where l.at >= coalesce(${from}::timestamptz, '-infinity') and l.at ${to} order by l.product_box_id, l.seq desc`;

/** The newest balances not after a moment; null if none. */
export async function findBalancesBefore(db: Kysely<DB>, moment: string): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(at) as at from wms_stock_balance where at <= ${moment}`.execute(db);
  return rows[0]!.at;
}

/** CTE `moved` for a statement with `stockAt`: stock rows that moved after the balances at `from`, up to a moment. */
export const movedRowsUntil = (from: string, moment: string): RawBuilder<unknown> =>
  sql`moved as materialized (${lastBetween(from, sql`<= ${moment}::timestamptz`)})`;

/**
 * `id`, `qty` and `at` of the last movement of every stock row as of a moment.
 * @param from moment of the balances
 * @param byQty order by quantity: each half is then read in this order, no further than a page needs. PostgreSQL uses the order
 * of a half only if the half itself has an `order by`.
 */
export function stockAt(from: string, byQty: 'asc' | 'desc' | null): RawBuilder<unknown> {
  const ordered = (qty: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> =>
    byQty === null ? sql`` : sql`order by ${qty} ${sql.raw(byQty)}, ${id} ${sql.raw(byQty)}`;
  return sql`(
    select * from (
      select m.product_box_id as id, m.qty_after as qty, m.at from moved m ${ordered(sql`m.qty_after`, sql`m.product_box_id`)}) m
    union all
    select * from (
      select b.product_box_id, b.qty, b.moved_at from wms_stock_balance b
       where b.at = ${from}::timestamptz and b.product_box_id not in (select product_box_id from moved)
       ${ordered(sql`b.qty`, sql`b.product_box_id`)}) b)`;
}
