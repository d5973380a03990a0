// Which part of the ledger a register is: a class of goods in a warehouse in a month. Of a month that is closed the goods are those of then.
import { AppError } from '@kuwei/contract/error';
import type { HazardFlowClass } from '@kuwei/contract/wms/hazard-flow';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all } from '../../db/list.ts';
import type { DB } from '../../db/types.ts';
import type { Sight } from '../scope.ts';
import { entriesInSight, seenOf, type Seen } from '../sight.ts';
import { flowOf } from '../statistics/valued.ts';

type Sql = RawBuilder<unknown>;

/** A posting takes its moment before it is committed: a month is over when none of it can be under way any more. */
const SETTLED = sql`interval '1 hour'`;

export interface Which {
  warehouseId: string;
  controlClass: HazardFlowClass;
}

export interface FiguresKept {
  id: string;
  opening: string;
  in: string;
  out: string;
  closing: string;
  entries: number;
}

/** A month that is closed, as it was kept. */
export interface Close {
  id: string;
  month: string;
  productIds: string[];
  figures: FiguresKept[];
  entries: number;
  digest: string;
  hash: string;
  closedById: string;
  closedAsId: string;
  signedById: string | null;
  rev: number;
}

export interface Book extends Which {
  /** `2026-11`. */
  month: string;
  from: string;
  until: string;
  /** It has ended for good. */
  isOver: boolean;
  close: Close | null;
}

const CLOSE = sql`
  select c.id, to_char(c.month, 'YYYY-MM') as month, c.product_ids as "productIds", c.figures, c.entries, c.digest, c.hash,
         c.closed_by as "closedById", c.closed_as as "closedAsId", c.signed_by as "signedById", c.rev
    from wms_flow_close c`;

/** The same text whatever the time zone: hashes rest on it. */
const inUtc = (moment: Sql): Sql => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export async function bookOf(db: Kysely<DB>, { warehouseId, controlClass, month }: Which & { month: string }): Promise<Book> {
  const { rows } = await sql<{ from: string; until: string; isOver: boolean; close: Close | null }>`
    select ${inUtc(sql`coalesce(k.from_at, m.from_at)`)} as from, ${inUtc(sql`coalesce(k.until_at, m.until_at)`)} as until,
           coalesce(k.until_at, m.until_at) <= now() - ${SETTLED} as "isOver", to_jsonb(c) as close
      from (select ${`${month}-01`}::date::timestamptz as from_at, (${`${month}-01`}::date + interval '1 month')::timestamptz as until_at) m
      left join wms_flow_close k on k.warehouse_id = ${warehouseId} and k.control_class = ${controlClass}
                                and k.month = ${`${month}-01`}::date and k.reopened_at is null
      left join (${CLOSE}) c on c.id = k.id`.execute(db);
  return { warehouseId, controlClass, month, ...rows[0]! };
}

/** Months of a register that are closed, the newest first. */
export const closesOf = async (db: Kysely<DB>, { warehouseId, controlClass }: Which): Promise<Close[]> =>
  (
    await sql<Close>`
      ${CLOSE} where c.warehouse_id = ${warehouseId} and c.control_class = ${controlClass} and c.reopened_at is null
      order by c.month desc`.execute(db)
  ).rows;

/** Whether `product` is of a class, or was after a moment: what moved before its control was lifted is not taken back. */
export const isOf = (controlClass: string, product: Sql, moment: Sql): Sql => sql`exists (
  select from wms_flow_goods g where g.product_id = ${product} and g.control_class = ${controlClass} and g.until_at > ${moment})`;

/** Whether `product` is one of the book. As long as it is not closed, what was of the class on a day of the month has all of it. */
export const ofBook = ({ close, controlClass, from }: Book, product: Sql): Sql =>
  close === null ? isOf(controlClass, product, sql`${from}::timestamptz`) : sql`${product} = any(${close.productIds}::uuid[])`;

/** Over entries `l`: those of the book. */
export const inBook = (book: Book): Sql =>
  all([
    ofBook(book, sql`l.product_id`),
    sql`l.warehouse_id = ${book.warehouseId}`,
    sql`l.at >= ${book.from}::timestamptz`,
    sql`l.at < ${book.until}::timestamptz`,
  ]);

/** Entries `l` with their flow. What moves inside the warehouse stands in no register: it neither comes nor goes. */
export const flowing = (where: Sql): Sql => sql`(
  select l.* from (select l.*, ${flowOf} as flow from wms_ledger l where ${where}) l where l.flow <> 'INSIDE')`;

/** Over such entries: what counts as in and what as out, each null where it is the other. Reversals count where they take back. */
export const CAME = sql<
  string | null
>`(case when l.flow in ('IN', 'MOVE_IN', 'OPENING') or l.flow = 'COUNT_ADJ' and l.qty_delta > 0 then l.qty_delta end)`;
export const WENT = sql<
  string | null
>`(case when l.flow in ('OUT', 'MOVE_OUT', 'DISPOSE') or l.flow = 'COUNT_ADJ' and l.qty_delta < 0 then -l.qty_delta end)`;

/** What of the warehouse is in sight, as a condition over `l`, which has an owner and a warehouse. */
export const seenIn = (sight: Sight, warehouseId: string): Seen => seenOf(sight, { warehouseId });
export const seenOver = (seen: Seen): Sql => entriesInSight(seen);

/** Whether all that lies in the warehouse is in sight, whoever owns it. */
export const seesWhole = ({ own, opened }: Sight, warehouseId: string): boolean =>
  isTheirs({ own, opened }, warehouseId) ||
  (opened !== null && [opened.WMS_WAREHOUSE].some((ids) => ids === 'all' || ids.includes(warehouseId)));

/** Whether it is a warehouse that they work in. */
export const isTheirs = ({ own }: Sight, warehouseId: string): boolean =>
  own.kind === 'warehouse' && own.warehouseIds.includes(warehouseId);

/** Owners may keep goods anywhere; of warehouses only those in sight are there. @throws AppError NOT_FOUND */
export function assertVisible(sight: Sight, warehouseId: string): void {
  if (sight.own.kind === 'warehouse' && !isTheirs(sight, warehouseId) && sight.opened === null)
    throw new AppError('NOT_FOUND', { field: 'warehouseId' });
}
