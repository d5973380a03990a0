// Unsaved assignment of a document's open quantities to boxes and stock. Pure.
import { compare, micros, subtract, sum } from '@kuwei/contract/decimal';
import { positive } from '@kuwei/contract/rule';
import type { BodyOf } from '@kuwei/contract/route';
import type { Units } from '@kuwei/contract/wms/amount';
import type { BoxCount } from '@kuwei/contract/wms/box-count';
import type { AssignedLine } from '@kuwei/contract/wms/transaction-form';
import type { BoxSuggestion, Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import type { StockBlock } from '@kuwei/contract/wms/transaction-risk';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import type { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { uuid } from '../../browser/uuid.ts';
import { baseFault } from '../goods/units.ts';

/** A part of a line: from a stock row (outbound, move), into a box (inbound, move). */
export interface Part {
  key: string;
  productBoxId: string | null;
  sourceBoxId: string | null;
  sourceCode: string | null;
  batchNo: string | null;
  expiresOn: string | null;
  boxId: string | null;
  boxCode: string | null;
  /** As typed, in the base unit. */
  qty: string;
  /** Why it was suggested. */
  reason: string | null;
  /** The keeper has scanned the box. */
  scanned: boolean;
  /** Why this stock may not be issued. */
  blocked: StockBlock | null;
  /** The count that locks its source or target box. */
  count: BoxCount | null;
}

/** Source or target of a part. */
export type Place = Pick<
  Part,
  'productBoxId' | 'sourceBoxId' | 'sourceCode' | 'batchNo' | 'expiresOn' | 'boxId' | 'boxCode' | 'count'
>;

/** A UUID, so that it differs from keys in a restored draft. */
const newKey = (): string => uuid();

export const NO_PLACE: Place = {
  productBoxId: null,
  sourceBoxId: null,
  sourceCode: null,
  batchNo: null,
  expiresOn: null,
  boxId: null,
  boxCode: null,
  count: null,
};

/** The open quantity of a line, in the base unit. */
export const openOf = (line: TransactionLine): string => subtract(line.qtyAppr ?? line.qtyReq, line.qtyDone);

/** The parts as stored on the server. */
export const savedParts = (line: TransactionLine): Part[] =>
  line.boxes
    .filter((box) => compare(box.qty, box.qtyDone) > 0)
    .map((box) => ({
      key: box.id,
      productBoxId: box.productBoxId,
      sourceBoxId: box.sourceBoxId,
      sourceCode: box.sourceBoxCode,
      batchNo: box.batchNo,
      expiresOn: box.expiresOn,
      boxId: box.boxId,
      boxCode: box.boxCode,
      qty: subtract(box.qty, box.qtyDone),
      reason: null,
      scanned: false,
      blocked: box.blocked,
      count: box.count,
    }));

export const samePlace = (one: Pick<Part, 'productBoxId' | 'boxId'>, other: Pick<Part, 'productBoxId' | 'boxId'>): boolean =>
  one.productBoxId === other.productBoxId && one.boxId === other.boxId;

export const isQuantity = (text: string): boolean => text.trim() !== '' && positive(text.trim()) === undefined;

/** The sum of valid quantities. */
const allottedOf = (parts: readonly Part[]): string =>
  sum(parts.filter((part) => isQuantity(part.qty)).map((part) => part.qty.trim()));

/** Negative if over-assigned. */
export const leftOf = (line: TransactionLine, parts: readonly Part[]): string => subtract(openOf(line), allottedOf(parts));

const least = (a: string, b: string): string => (compare(a, b) < 0 ? a : b);

/**
 * Assigns the rest of a line to a place: added to a part there, else as a new part. When nothing is left, the only part changes
 * its place; null if the part to change is ambiguous.
 * @param most free space; null for no limit
 */
export function placeLine(line: TransactionLine, parts: readonly Part[], place: Place, most: string | null): Part[] | null {
  const left = leftOf(line, parts);
  const known = parts.find((part) => samePlace(part, place));
  const waiting = parts.find((part) => part.boxId === null && part.productBoxId !== null && place.productBoxId === null);
  // A move whose stock is chosen, but not its target box.
  if (waiting && place.boxId !== null) {
    const qty = most === null ? waiting.qty : least(waiting.qty, most);
    const rest = isQuantity(waiting.qty) ? subtract(waiting.qty.trim(), qty.trim()) : '0';
    const moved = { ...waiting, ...toBoxFields(place), qty, reason: null };
    const split = compare(rest, '0') > 0 ? [moved, { ...waiting, key: newKey(), qty: rest }] : [moved];
    return parts.flatMap((part) => (part === waiting ? split : [part]));
  }
  if (compare(left, '0') > 0) {
    const qty = most === null ? left : least(left, most);
    if (!isQuantity(qty)) return null;
    if (known) return parts.map((part) => (part === known ? { ...part, qty: more(part.qty, qty) } : part));
    return [...parts, { ...place, key: newKey(), qty, reason: null, scanned: false, blocked: null }];
  }
  if (known) return [...parts];
  const [only, ...others] = parts;
  if (!only || others.length > 0) return null;
  const kept = most === null ? only.qty : least(only.qty.trim(), most);
  if (!isQuantity(kept)) return null;
  const here = place.productBoxId === null ? { ...toBoxFields(place), count: lockOf(only) } : { ...place, blocked: null };
  return [{ ...only, ...here, qty: kept, reason: null, scanned: false }];
}

const toBoxFields = ({ boxId, boxCode }: Place) => ({ boxId, boxCode });
/** The lock that remains when a part's target changes: that of its source box. */
const lockOf = ({ productBoxId, count }: Part): BoxCount | null => (productBoxId === null ? null : count);
const more = (text: string, qty: string): string => (isQuantity(text) ? sum([text.trim(), qty]) : qty);

/** Another box for a refused part; its quantity stays. */
export const changePartBox = (parts: readonly Part[], key: string, box: { boxId: string; boxCode: string }): Part[] =>
  parts.map((part) => (part.key === key ? { ...part, ...box, reason: null, scanned: false, count: lockOf(part) } : part));

/** Splits a move into two boxes: half of it, in whole units, waits for a target. */
export function split(parts: readonly Part[], key: string): Part[] {
  return parts.flatMap((part) => {
    if (part.key !== key || !isQuantity(part.qty)) return [part];
    const half = String(micros(part.qty.trim()) / 2_000_000n);
    if (half === '0') return [part];
    const second: Part = { ...part, key: newKey(), qty: half, boxId: null, boxCode: null, reason: null, scanned: false };
    return [{ ...part, qty: subtract(part.qty.trim(), half) }, second];
  });
}

export function suggestedParts(line: TransactionLine, type: TransactionType, { boxes }: BoxSuggestion): Part[] {
  const known = new Map(savedParts(line).map((part) => [part.productBoxId, part]));
  return boxes.map(({ productBoxId, boxId, boxCode, batchNo, expiresOn, count, qty, reason }) => ({
    key: newKey(),
    productBoxId,
    sourceBoxId: known.get(productBoxId)?.sourceBoxId ?? null,
    sourceCode: type === 'OUTBOUND' ? boxCode : (known.get(productBoxId)?.sourceCode ?? null),
    batchNo,
    expiresOn,
    boxId,
    boxCode: type === 'OUTBOUND' ? null : boxCode,
    qty,
    reason,
    scanned: false,
    blocked: null,
    count,
  }));
}

/**
 * Whether a keeper has assigned a line: scanned or chose a box, or saved it so. Suggestions and reservations that no keeper has
 * touched do not count.
 * @param touched changed by the keeper since it was loaded, or saved by one before
 */
export const isLineAssigned = (type: TransactionType, parts: readonly Part[], touched: boolean): boolean =>
  parts.some((part) => part.scanned || (touched && isPartPlaced(type, part) && part.reason === null && part.blocked === null));

/** Whether a part has everything that its document type requires. */
export const isPartPlaced = (type: TransactionType, part: Part): boolean =>
  (type === 'OUTBOUND' || part.boxId !== null) && (type === 'INBOUND' || part.productBoxId !== null);

export type LineStatus = 'done' | 'off' | 'blocked' | 'full' | 'part' | 'none' | 'over';

/** Progress of a line. */
export function lineStatus(type: TransactionType, line: TransactionLine, parts: readonly Part[]): LineStatus {
  if (compare(openOf(line), '0') <= 0) return compare(line.qtyDone, '0') > 0 ? 'done' : 'off';
  if (parts.some((part) => part.blocked !== null)) return 'blocked';
  const left = compare(leftOf(line, parts), '0');
  if (left < 0) return 'over';
  const isValid = parts.every((part) => isQuantity(part.qty) && isPartPlaced(type, part));
  if (left === 0 && isValid && parts.length > 0) return 'full';
  return parts.some((part) => isPartPlaced(type, part)) ? 'part' : 'none';
}

/** Why the quantity of a part cannot be counted; null if it can or is invalid. */
export const partFault = (line: TransactionLine, { qty }: Part, units: Units): string | null =>
  isQuantity(qty) ? baseFault(qty.trim(), line.product.baseUnit, units, openOf(line)) : null;

/** Why the parts of a line cannot be saved; null if they can. Stock that is issued or moved is reserved, so all of it must be assigned. */
export function lineFault(
  type: TransactionType,
  line: TransactionLine,
  parts: readonly Part[],
  units: Units,
): 'quantity' | 'over' | 'short' | 'place' | null {
  if (parts.some((part) => !isQuantity(part.qty) || partFault(line, part, units) !== null)) return 'quantity';
  const left = compare(leftOf(line, parts), '0');
  if (left < 0) return 'over';
  if (parts.some((part) => !isPartPlaced(type, part))) return 'place';
  return left > 0 && type !== 'INBOUND' ? 'short' : null;
}

/** Merges parts at the same place. */
export function assignmentOf(lines: readonly { line: TransactionLine; parts: readonly Part[] }[]): AssignedLine[] {
  return lines.map(({ line, parts }) => {
    const boxes: { productBoxId: string | null; boxId: string | null; qty: string }[] = [];
    for (const part of parts) {
      const same = boxes.find((box) => samePlace(box, part));
      if (same) same.qty = sum([same.qty, part.qty.trim()]);
      else boxes.push({ productBoxId: part.productBoxId, boxId: part.boxId, qty: part.qty.trim() });
    }
    return { lineId: line.id, boxes };
  });
}

/** Lines with an open quantity. */
export const openLines = (transaction: Transaction): TransactionLine[] =>
  transaction.lines.filter((line) => compare(openOf(line), '0') > 0);

/** Goods to find a box for, and the other planned boxes of the form. */
export interface BoxRequest {
  query: { warehouseId: string; productId: string; batchNo?: string; qty: string };
  body: BodyOf<(typeof boxRoutes)['selectBoxes']>;
}

/**
 * The request for boxes that could take the rest of a line, or the stock that waits for a target. When nothing is left, for its
 * whole open quantity, as if its planned boxes were released.
 * @param others planned boxes of the other lines
 */
export function buildBoxRequest(
  { id, type, targetWarehouseId, warehouseId }: Transaction,
  line: TransactionLine,
  parts: readonly Part[],
  others: readonly AssignedLine[],
): BoxRequest {
  const left = leftOf(line, parts);
  const waiting = parts.find((part) => part.boxId === null && part.productBoxId !== null && isQuantity(part.qty));
  const qty = waiting?.qty.trim() ?? (compare(left, '0') > 0 ? left : openOf(line));
  const keepsBoxes = waiting !== undefined || compare(left, '0') > 0;
  return {
    query: {
      warehouseId: targetWarehouseId ?? warehouseId,
      productId: line.product.id,
      ...(line.batchNo === null ? {} : { batchNo: line.batchNo }),
      qty,
    },
    body: { transactionId: id, planned: [...others, ...(keepsBoxes ? listPlanned(type, [{ line, parts }]) : [])] },
  };
}

/** The valid planned parts of lines; lines without any are omitted. */
export const listPlanned = (
  type: TransactionType,
  lines: readonly { line: TransactionLine; parts: readonly Part[] }[],
): AssignedLine[] =>
  assignmentOf(
    lines.map(({ line, parts }) => ({ line, parts: parts.filter((part) => isPartPlaced(type, part) && isQuantity(part.qty)) })),
  ).filter(({ boxes }) => boxes.length > 0);
