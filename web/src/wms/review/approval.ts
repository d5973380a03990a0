// The quantities that a reviewer grants, by line.
import { compare, subtract } from '@kuwei/contract/decimal';
import { decimal, type Refusal } from '@kuwei/contract/rule';
import type { BodyOf } from '@kuwei/contract/route';
import type { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import type { Units } from '@kuwei/contract/wms/amount';
import { ApiError } from '../../api/error.ts';
import { today } from '../../ui/format.ts';
import { say } from '../../phrase/phrases.ts';
import { baseFault } from '../goods/units.ts';

export interface Grant {
  qty: string;
  reason: string;
}
export type Grants = Readonly<Record<string, Grant>>;

/** Upper bound: the requested quantity, or what the previous level granted. */
export const mostOf = (line: TransactionLine): string => line.qtyAppr ?? line.qtyReq;

export const grantOf = (grants: Grants, line: TransactionLine): Grant => grants[line.id] ?? { qty: mostOf(line), reason: '' };

/** What is wrong with a granted quantity, or null. */
export function grantFault(line: TransactionLine, qty: string, units: Units): string | null {
  const text = qty.trim();
  const refusal: Refusal | undefined = text === '' ? { key: 'rule.required' } : decimal(text);
  if (refusal) return say(refusal.key, refusal.params);
  if (compare(text, mostOf(line)) > 0) return say('error.QTY_APPROVED');
  return baseFault(text, line.product.baseUnit, units, mostOf(line));
}

/** Whether less than the maximum is granted; invalid input does not count. */
export const isCut = (line: TransactionLine, qty: string, units: Units): boolean =>
  grantFault(line, qty, units) === null && compare(qty.trim(), mostOf(line)) < 0;

/** Only the lines that the reviewer reduced. */
export function cutLines(
  lines: readonly TransactionLine[],
  grants: Grants,
  units: Units,
): NonNullable<BodyOf<(typeof transactionRoutes)['approveTransaction']>['lines']> {
  return lines
    .map((line) => ({ line, ...grantOf(grants, line) }))
    .filter(({ line, qty }) => isCut(line, qty, units))
    .map(({ line, qty, reason }) => ({ lineId: line.id, qtyAppr: qty.trim(), reason: reason.trim() || null }));
}

export const isNothingLeft = (lines: readonly TransactionLine[], grants: Grants): boolean =>
  lines.every((line) => /^0*(\.0*)?$/.test(grantOf(grants, line).qty.trim()));

/** Whether these quantities cannot be granted. */
export const isGrantRefused = (lines: readonly TransactionLine[], grants: Grants, units: Units): boolean =>
  isNothingLeft(lines, grants) || lines.some((line) => grantFault(line, grantOf(grants, line).qty, units) !== null);

/** Server errors by line; the server refers to them by index in the request. */
export function refusedLines(error: Error | null, sent: readonly { lineId: string }[]): ReadonlyMap<string, string> {
  const fields = error instanceof ApiError ? error.fields : [];
  return new Map(
    fields.flatMap(({ path, message }) => {
      const lineId = sent[Number(/^lines\.(\d+)\./.exec(path)?.[1])]?.lineId;
      return lineId === undefined ? [] : [[lineId, message] as const];
    }),
  );
}

/** The quantity not granted, for display. */
export const missingOf = (line: TransactionLine, qty: string): string => subtract(mostOf(line), qty.trim());

/** An incoming line is past its expiry day. */
export const hasExpired = ({ lines }: Transaction): boolean =>
  lines.some((line) => line.expiresOn !== null && line.expiresOn < today());
