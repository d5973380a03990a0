// Selects the part of the ledger that a register covers: a class of goods in a warehouse in a month. A closed month keeps the set
// of products it was closed with.
import { AppError } from '@kuwei/contract/error';
import type { HazardFlowClass } from '@kuwei/contract/wms/hazard-flow';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all } from '../../db/list.ts';
import type { DB } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import { isEntryVisible, narrowScope, type NarrowedScope } from '../read-conditions.ts';
import { flowOf } from '../statistics/valued-entries.ts';

type Sql = RawBuilder<unknown>;

/** Postings take their timestamp before they commit: a month is over once no posting in it can still be open. */
const SETTLED = sql`interval '1 hour'`;

export interface RegisterKey {
  warehouseId: string;
  controlClass: HazardFlowClass;
}

export interface StoredFigures {
  id: string;
  opening: string;
  in: string;
  out: string;
  closing: string;
  entries: number;
}

/** A closed month as stored. */
export interface ClosedMonth {
  id: string;
  month: string;
  productIds: string[];
  figures: StoredFigures[];
  entries: number;
  digest: string;
  hash: string;
  closedById: string;
  closedAsId: string;
  signedById: string | null;
  rev: number;
}

export interface RegisterMonth extends RegisterKey {
  /** `2026-11`. */
  month: string;
  from: string;
  until: string;
  /** No further entries can appear in it. */
  isOver: boolean;
  close: ClosedMonth | null;
}

const CLOSE = sql`
  select c.id, to_char(c.month, 'YYYY-MM') as month, c.product_ids as "productIds", c.figures, c.entries, c.digest, c.hash,
         c.closed_by as "closedById", c.closed_as as "closedAsId", c.signed_by as "signedById", c.rev
    from wms_flow_close c`;

/** Independent of the session time zone, since hashes depend on it. */
const inUtc = (moment: Sql): Sql => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export async function loadRegisterMonth(
  db: Kysely<DB>,
  { warehouseId, controlClass, month }: RegisterKey & { month: string },
): Promise<RegisterMonth> {
  const { rows } = await sql<{ from: string; until: string; isOver: boolean; close: ClosedMonth | null }>`
    select ${inUtc(sql`coalesce(k.from_at, m.from_at)`)} as from, ${inUtc(sql`coalesce(k.until_at, m.until_at)`)} as until,
           coalesce(k.until_at, m.until_at) <= now() - ${SETTLED} as "isOver", to_jsonb(c) as close
      from (select ${`${month}-01`}::date::timestamptz as from_at, (${`${month}-01`}::date + interval '1 month')::timestamptz as until_at) m
      left join wms_flow_close k on k.warehouse_id = ${warehouseId} and k.control_class = ${controlClass}
                                and k.month = ${`${month}-01`}::date and k.reopened_at is null
      left join (${CLOSE}) c on c.id = k.id`.execute(db);
  return { warehouseId, controlClass, month, ...rows[0]! };
}

/** Closed months of a register, newest first. */
export const listClosedMonths = async (db: Kysely<DB>, { warehouseId, controlClass }: RegisterKey): Promise<ClosedMonth[]> =>
  (
    await sql<ClosedMonth>`
      ${CLOSE} where c.warehouse_id = ${warehouseId} and c.control_class = ${controlClass} and c.reopened_at is null
      order by c.month desc`.execute(db)
  ).rows;

/** Whether `product` is of a class, or was after a moment: movements before its control was lifted stay in the register. */
export const isInClass = (controlClass: string, product: Sql, moment: Sql): Sql => sql`exists (
  select from wms_flow_goods g where g.product_id = ${product} and g.control_class = ${controlClass} and g.until_at > ${moment})`;

/**
 * Whether `product` is in the book. An open month includes all entries of any product that was in the class on a day of the
 * month.
 */
export const isProductInMonth = ({ close, controlClass, from }: RegisterMonth, product: Sql): Sql =>
  close === null
    ? isInClass(controlClass, product, sql`${from}::timestamptz`)
    : sql`${product} = any(${close.productIds}::uuid[])`;

/** Condition on entries `l` of the book. */
export const isEntryInMonth = (book: RegisterMonth): Sql =>
  all([
    isProductInMonth(book, sql`l.product_id`),
    sql`l.warehouse_id = ${book.warehouseId}`,
    sql`l.at >= ${book.from}::timestamptz`,
    sql`l.at < ${book.until}::timestamptz`,
  ]);

/** Entries `l` with their flow. Moves inside the warehouse are in no register. */
export const flowEntries = (where: Sql): Sql => sql`(
  select l.* from (select l.*, ${flowOf} as flow from wms_ledger l where ${where}) l where l.flow <> 'INSIDE')`;

/**
 * Quantities in and out over such entries, null for the other direction. Reversals count negative in the direction they reverse.
 */
export const QTY_IN = sql<
  string | null
>`(case when l.flow in ('IN', 'MOVE_IN', 'OPENING') or l.flow = 'COUNT_ADJ' and l.qty_delta > 0 then l.qty_delta end)`;
export const QTY_OUT = sql<
  string | null
>`(case when l.flow in ('OUT', 'MOVE_OUT', 'DISPOSE') or l.flow = 'COUNT_ADJ' and l.qty_delta < 0 then -l.qty_delta end)`;

/** Visible part of the warehouse, as a condition on `l`, which has an owner and a warehouse. */
export const narrowToWarehouse = (readScope: ReadScope, warehouseId: string): NarrowedScope =>
  narrowScope(readScope, { warehouseId });
export const isRegisterEntryVisible = (seen: NarrowedScope): Sql => isEntryVisible(seen);

/** Whether the whole stock of the warehouse is visible, regardless of owner. */
export const seesWholeWarehouse = ({ own, opened }: ReadScope, warehouseId: string): boolean =>
  isOwnWarehouse({ own, opened }, warehouseId) ||
  (opened !== null && [opened.WMS_WAREHOUSE].some((ids) => ids === 'all' || ids.includes(warehouseId)));

/** Whether the caller works in the warehouse. */
export const isOwnWarehouse = ({ own }: ReadScope, warehouseId: string): boolean =>
  own.kind === 'warehouse' && own.warehouseIds.includes(warehouseId);

/** Owners may keep goods in any warehouse; warehouse staff see only theirs. @throws AppError NOT_FOUND */
export function assertVisible(readScope: ReadScope, warehouseId: string): void {
  if (readScope.own.kind === 'warehouse' && !isOwnWarehouse(readScope, warehouseId) && readScope.opened === null)
    throw new AppError('NOT_FOUND', { field: 'warehouseId' });
}
