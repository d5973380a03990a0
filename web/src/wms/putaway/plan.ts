// Where the keeper puts or takes what is still open of a document: rows of a line, before they are saved. Pure.
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
  /** Why this stock may not leave. */
  blocked: StockBlock | null;
  /** What the box that it comes from, or goes to, is locked for. */
  count: BoxCount | null;
}

/** Something a part can lie in or come from. */
export type Place = Pick<
  Part,
  'productBoxId' | 'sourceBoxId' | 'sourceCode' | 'batchNo' | 'expiresOn' | 'boxId' | 'boxCode' | 'count'
>;

/** Another than any of a draft that is back. */
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

/** What is still to be done of a line, in the base unit. */
export const openOf = (line: TransactionLine): string => subtract(line.qtyAppr ?? line.qtyReq, line.qtyDone);

/** The parts as the server has them. */
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

/** Sum of what can be read. */
const allottedOf = (parts: readonly Part[]): string =>
  sum(parts.filter((part) => isQuantity(part.qty)).map((part) => part.qty.trim()));

/** Below zero where too much is allotted. */
export const leftOf = (line: TransactionLine, parts: readonly Part[]): string => subtract(openOf(line), allottedOf(parts));

const least = (a: string, b: string): string => (compare(a, b) < 0 ? a : b);

/**
 * Puts what is left of a line at a place: more where the line has it already, else as another part. When nothing is left
 * the only part changes its place; null where it is not clear which part is meant.
 * @param most what fits there; null for no limit
 */
export function placeLine(line: TransactionLine, parts: readonly Part[], place: Place, most: string | null): Part[] | null {
  const left = leftOf(line, parts);
  const known = parts.find((part) => samePlace(part, place));
  const waiting = parts.find((part) => part.boxId === null && part.productBoxId !== null && place.productBoxId === null);
  // A move: the stock is chosen, its new box is not.
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
/** What a part whose goods go elsewhere is still held up by: the box that they come from. */
const lockOf = ({ productBoxId, count }: Part): BoxCount | null => (productBoxId === null ? null : count);
const more = (text: string, qty: string): string => (isQuantity(text) ? sum([text.trim(), qty]) : qty);

/** Another box for a part that was refused: its quantity stays. */
export const changePartBox = (parts: readonly Part[], key: string, box: { boxId: string; boxCode: string }): Part[] =>
  parts.map((part) => (part.key === key ? { ...part, ...box, reason: null, scanned: false, count: lockOf(part) } : part));

/** A move: the same stock in two boxes. Half of it, in whole units, waits for a box of its own. */
export function split(parts: readonly Part[], key: string): Part[] {
  return parts.flatMap((part) => {
    if (part.key !== key || !isQuantity(part.qty)) return [part];
    const half = String(micros(part.qty.trim()) / 2_000_000n);
    if (half === '0') return [part];
    const second: Part = { ...part, key: newKey(), qty: half, boxId: null, boxCode: null, reason: null, scanned: false };
    return [{ ...part, qty: subtract(part.qty.trim(), half) }, second];
  });
}

/** What the server suggests for a line. */
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
 * Whether somebody has said where a line goes: a box was scanned or chosen, or was saved so. What was suggested, and what stands
 * reserved before a keeper has touched the line, nobody has.
 * @param touched changed by the keeper since it was read, or saved by one before
 */
export const isLineAssigned = (type: TransactionType, parts: readonly Part[], touched: boolean): boolean =>
  parts.some((part) => part.scanned || (touched && isPartPlaced(type, part) && part.reason === null && part.blocked === null));

/** True for a part that names all its document's type asks for. */
export const isPartPlaced = (type: TransactionType, part: Part): boolean =>
  (type === 'OUTBOUND' || part.boxId !== null) && (type === 'INBOUND' || part.productBoxId !== null);

export type LineStatus = 'done' | 'off' | 'blocked' | 'full' | 'part' | 'none' | 'over';

/** How far a line is. */
export function lineStatus(type: TransactionType, line: TransactionLine, parts: readonly Part[]): LineStatus {
  if (compare(openOf(line), '0') <= 0) return compare(line.qtyDone, '0') > 0 ? 'done' : 'off';
  if (parts.some((part) => part.blocked !== null)) return 'blocked';
  const left = compare(leftOf(line, parts), '0');
  if (left < 0) return 'over';
  const sound = parts.every((part) => isQuantity(part.qty) && isPartPlaced(type, part));
  if (left === 0 && sound && parts.length > 0) return 'full';
  return parts.some((part) => isPartPlaced(type, part)) ? 'part' : 'none';
}

/** Why the amount of a part cannot be counted out; null where it can, or is none. */
export const partFault = (line: TransactionLine, { qty }: Part, units: Units): string | null =>
  isQuantity(qty) ? baseFault(qty.trim(), line.product.baseUnit, units, openOf(line)) : null;

/** Why the parts of a line cannot be saved; null when they can. Stock that leaves or moves is promised: all of it goes on. */
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

/** Parts at the same place become one. */
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

/** Lines that something is still open of. */
export const openLines = (transaction: Transaction): TransactionLine[] =>
  transaction.lines.filter((line) => compare(openOf(line), '0') > 0);

/** Goods that look for a box, and what else the form plans for boxes. */
export interface BoxRequest {
  query: { warehouseId: string; productId: string; batchNo?: string; qty: string };
  body: BodyOf<(typeof boxRoutes)['selectBoxes']>;
}

/**
 * What is asked of the boxes that could take what is left of a line, or the stock that waits for a box; where nothing is left, all
 * that is open of it, which then leaves the box it is planned for.
 * @param others what the form plans for the other lines
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
  const stays = waiting !== undefined || compare(left, '0') > 0;
  return {
    query: {
      warehouseId: targetWarehouseId ?? warehouseId,
      productId: line.product.id,
      ...(line.batchNo === null ? {} : { batchNo: line.batchNo }),
      qty,
    },
    body: { transactionId: id, planned: [...others, ...(stays ? listPlanned(type, [{ line, parts }]) : [])] },
  };
}

/** What of lines is planned, as far as it can be read; lines of which nothing is are left out. */
export const listPlanned = (
  type: TransactionType,
  lines: readonly { line: TransactionLine; parts: readonly Part[] }[],
): AssignedLine[] =>
  assignmentOf(
    lines.map(({ line, parts }) => ({ line, parts: parts.filter((part) => isPartPlaced(type, part) && isQuantity(part.qty)) })),
  ).filter(({ boxes }) => boxes.length > 0);
