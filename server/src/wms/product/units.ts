// The one check of amounts of goods in all steps: request, approval, assignment, posting, count.
import type { Locale } from '@kuwei/contract/constants';
import { decimalsOf, multiply } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import { amountFault, factorIn, type Counted, type Units } from '@kuwei/contract/wms/amount';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { openUnits } from '../unit-amount.ts';

/** An amount as entered. */
interface EnteredAmount {
  qty: string;
  unit: string;
  /** The larger amount it is a part of, in the same unit. */
  of?: string;
}

/**
 * The amount in the base unit.
 * @param path of the amount's field
 * @throws AppError QTY_DECIMALS or INVALID at the field; at its sibling `unit` where the product has no such unit
 */
export function baseAmount({ qty, unit, of }: EnteredAmount, product: Counted, units: Units, path: string): string {
  const fault = amountFault(qty, unit, product, units, of);
  if (fault === null) return multiply(qty, factorIn(product, unit)!)!;
  const at = fault.key === 'rule.unit' ? path.replace(/[^.]+$/, 'unit') : path;
  const isTooFine = fault.key === 'rule.amountWhole' || fault.key === 'rule.amountDecimals';
  throw new AppError(isTooFine ? 'QTY_DECIMALS' : 'INVALID', { faults: [{ path: at, key: fault.key, params: fault.params }] });
}

/** Every unit as divisible: whole amounts need no dictionary lookup. */
const ANY_UNITS: Units = { decimals: new Map(), amountOf: (qty) => qty, nameOf: (unit) => unit };

/** An amount in the base unit. */
interface EnteredBaseAmount extends EnteredAmount {
  path: string;
}

/**
 * Refuses base-unit amounts that cannot be counted out.
 * @throws AppError as `baseAmount`, for the first of them
 */
export async function checkBaseAmounts(db: Kysely<DB>, amounts: readonly EnteredBaseAmount[], locale: Locale): Promise<void> {
  const counted = ({ unit }: EnteredAmount): Counted => ({ baseUnit: unit, units: [] });
  const isDoubtful = (each: EnteredAmount): boolean =>
    decimalsOf(each.qty) > 0 || amountFault(each.qty, each.unit, counted(each), ANY_UNITS, each.of) !== null;
  if (!amounts.some(isDoubtful)) return;
  const units = await openUnits(db, locale);
  for (const { path, ...each } of amounts) baseAmount(each, counted(each), units, path);
}

/**
 * Refuses limits in base units that no amount can reach.
 * @param byPath limits by field path; null where there is none
 * @throws AppError as `checkBaseAmounts`
 */
export async function checkLimits(
  db: Kysely<DB>,
  productId: string,
  byPath: Readonly<Record<string, string | null>>,
  locale: Locale,
): Promise<void> {
  const limits = Object.entries(byPath).flatMap(([path, qty]) => (qty === null ? [] : [{ path, qty }]));
  if (limits.length === 0) return;
  const rows = await db.selectFrom('wms_product').where('id', '=', productId).select('base_unit as unit').execute();
  const amounts = rows.flatMap(({ unit }) => limits.map((limit) => ({ ...limit, unit })));
  await checkBaseAmounts(db, amounts, locale);
}
