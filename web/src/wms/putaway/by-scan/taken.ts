// Scanned quantities of a document on top of its plan; work done by scanning posts only these. Pure.
import { compare, subtract, sum } from '@kuwei/contract/decimal';
import type { TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import { uuid } from '../../../browser/uuid.ts';
import { isQuantity, leftOf, openOf, samePlace, type Part, type Place } from '../plan.ts';

type Spot = Pick<Part, 'productBoxId' | 'boxId'>;

/** Scanned quantity by line and place. */
export type Taken = Readonly<Record<string, string>>;

const keyOf = ({ id }: TransactionLine, { productBoxId, boxId }: Spot): string => `${id} ${productBoxId ?? ''} ${boxId ?? ''}`;

const least = (a: string, b: string): string => (compare(a, b) < 0 ? a : b);
const qtyOf = (part: Part): string => (isQuantity(part.qty) ? part.qty.trim() : '0');

export const takenAt = (taken: Taken, line: TransactionLine, spot: Spot): string => taken[keyOf(line, spot)] ?? '0';

/** Of a line, or of its part from one stock row. */
export const getTaken = (taken: Taken, line: TransactionLine, productBoxId: string | null = null): string =>
  sum(
    Object.entries(taken)
      .filter(([key]) => key.startsWith(`${line.id} ${productBoxId ?? ''}`))
      .map(([, qty]) => qty),
  );

/** Quantity of a line still to be scanned. */
export const restOf = (line: TransactionLine, taken: Taken): string => subtract(openOf(line), getTaken(taken, line));

const plannedAt = (parts: readonly Part[], spot: Spot): string => sum(parts.filter((part) => samePlace(part, spot)).map(qtyOf));

/** Quantity planned at a place and not scanned yet. */
export const getWaitingAt = (line: TransactionLine, parts: readonly Part[], taken: Taken, spot: Spot): string =>
  subtract(plannedAt(parts, spot), takenAt(taken, line, spot));

/** Quantity planned from a stock row and not scanned yet, whatever its target. */
export const getWaitingFrom = (line: TransactionLine, parts: readonly Part[], taken: Taken, productBoxId: string): string =>
  subtract(sum(parts.filter((part) => part.productBoxId === productBoxId).map(qtyOf)), getTaken(taken, line, productBoxId));

/** Drops scans whose plan was changed by someone else. */
export function filterStillPlanned(
  taken: Taken,
  lines: readonly TransactionLine[],
  partsOf: (line: TransactionLine) => readonly Part[],
): Taken {
  const kept = lines.flatMap((line) => {
    const parts = partsOf(line);
    return parts.flatMap((part) => {
      const qty = takenAt(taken, line, part);
      const isPlanned = compare(qty, '0') > 0 && compare(qty, plannedAt(parts, part)) <= 0;
      return isPlanned ? [[keyOf(line, part), qty] as const] : [];
    });
  });
  return Object.fromEntries(kept);
}

interface Move {
  type: TransactionType;
  line: TransactionLine;
  parts: readonly Part[];
  taken: Taken;
  place: Place;
  qty: string;
}

/**
 * Takes a quantity of a line at a place: first from the plan of that place, then from the unplanned rest, then from other places
 * without scans, last first; in a transfer only from the same stock.
 * @returns null if less is left
 */
export function take({ type, line, parts, taken, place, qty }: Move): { parts: Part[]; taken: Taken } | null {
  const next = [...parts];
  const added = subtract(qty, least(qty, nonNegative(getWaitingAt(line, parts, taken, place))));
  let missing = subtract(added, type === 'INBOUND' ? least(added, nonNegative(leftOf(line, parts))) : '0');
  for (let at = next.length - 1; at >= 0 && compare(missing, '0') > 0; at--) {
    const part = next[at]!;
    if (samePlace(part, place) || (type === 'MOVE' && part.productBoxId !== place.productBoxId)) continue;
    const free = least(qtyOf(part), getWaitingAt(line, next, taken, part));
    const given = least(missing, nonNegative(free));
    missing = subtract(missing, given);
    next[at] = { ...part, qty: subtract(qtyOf(part), given) };
  }
  if (compare(missing, '0') > 0) return null;
  return {
    parts: withMore(next, place, added).filter((part) => compare(qtyOf(part), '0') > 0),
    taken: { ...taken, [keyOf(line, place)]: sum([takenAt(taken, line, place), qty]) },
  };
}

const nonNegative = (qty: string): string => (compare(qty, '0') > 0 ? qty : '0');

function withMore(parts: readonly Part[], place: Place, added: string): Part[] {
  const known = parts.findIndex((part) => samePlace(part, place));
  if (known >= 0)
    return parts.map((part, at) => (at === known ? { ...part, qty: sum([qtyOf(part), added]), scanned: true } : part));
  return [...parts, { ...place, key: uuid(), qty: added, reason: null, scanned: true, blocked: null }];
}

/** What was done, for posting. */
export const listDone = (
  taken: Taken,
  lines: readonly TransactionLine[],
  partsOf: (line: TransactionLine) => readonly Part[],
): { lineId: string; part: Part; qty: string }[] =>
  lines.flatMap((line) => {
    const spots = partsOf(line).filter((part, at, all) => all.findIndex((each) => samePlace(each, part)) === at);
    return spots.flatMap((part) => {
      const qty = takenAt(taken, line, part);
      return compare(qty, '0') > 0 ? [{ lineId: line.id, part, qty }] : [];
    });
  });
