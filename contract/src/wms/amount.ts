// Quantities in their units: how finely each may be divided.
import { decimalOf, decimalsOf, micros, multiply } from '../kit/decimal.ts';
import type { PhraseParams } from '../kit/phrase-params.ts';
import type { ProductUnit } from './product.ts';

/** What is needed to check and format quantities. */
export interface Units {
  /** Decimals by unit code; units not listed allow all six. */
  decimals: ReadonlyMap<string, number>;
  /** A formatted quantity: `3 bottles`. */
  amountOf: (qty: string, unit: string) => string;
  nameOf: (unit: string) => string;
}

/** Units of a product. */
export interface Counted {
  baseUnit: string;
  units: readonly Pick<ProductUnit, 'unit' | 'factor'>[];
}

const MOST = 6;
const decimalsIn = ({ decimals }: Pick<Units, 'decimals'>, unit: string): number => decimals.get(unit) ?? MOST;

/** Base units per unit; undefined if the product does not have the unit. */
export const factorIn = ({ baseUnit, units }: Counted, unit: string): string | undefined =>
  unit === baseUnit ? '1' : units.find((each) => each.unit === unit)?.factor;

/** A fault, reported by the phrase of the same name. */
export interface AmountFault {
  key: 'rule.unit' | 'rule.amountWhole' | 'rule.amountDecimals' | 'rule.tooLarge';
  params: PhraseParams;
}

/**
 * Why a quantity cannot be counted; null when it can.
 * @param qty has passed the decimal rule
 * @param whole the stock it is taken from, in the same unit: existing stock may be divided as finely as it already is
 */
export function amountFault(qty: string, unit: string, product: Counted, units: Units, whole = '0'): AmountFault | null {
  const factor = factorIn(product, unit);
  if (factor === undefined) return { key: 'rule.unit', params: {} };
  const base = multiply(qty, factor);
  if (base !== null && base.split('.')[0]!.length > 12) return { key: 'rule.tooLarge', params: {} };
  const isFine = (text: string, of: string, most: string): boolean =>
    decimalsOf(text) <= Math.max(decimalsIn(units, of), decimalsOf(most));
  const fits = isFine(qty, unit, whole);
  if (fits && base !== null && isFine(base, product.baseUnit, multiply(whole, factor) ?? '0')) return null;
  const limit = fits ? product.baseUnit : unit;
  const decimals = decimalsIn(units, limit);
  return {
    key: decimals === 0 ? 'rule.amountWhole' : 'rule.amountDecimals',
    params: {
      amount: units.amountOf(qty, unit),
      unit: units.nameOf(limit),
      decimals,
      nearest: nearestTo(qty, stepOf(unit, factor, product.baseUnit, units)).map((each) => units.amountOf(each, unit)),
    },
  };
}

/** Smallest increment of a unit, in millionths, that both the unit and the base unit can represent. */
function stepOf(unit: string, factor: string, baseUnit: string, units: Units): bigint {
  const own = 10n ** BigInt(MOST - decimalsIn(units, unit));
  // increment × factor must be a multiple of this.
  const base = 10n ** BigInt(MOST - decimalsIn(units, baseUnit)) * 10n ** BigInt(MOST);
  const needed = base / commonDivisor(base, micros(factor));
  return (own * needed) / commonDivisor(own, needed);
}

const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonDivisor(b, a % b));

/** The nearest valid quantities below and above; zero is not valid. */
function nearestTo(qty: string, step: bigint): string[] {
  const below = (micros(qty) / step) * step;
  return [below, below + step].filter((each) => each > 0n).map(decimalOf);
}

/** Whether one of the unit can be represented in the base unit. */
export const isCountable = (factor: string, baseUnit: string, units: Pick<Units, 'decimals'>): boolean =>
  decimalsOf(factor) <= decimalsIn(units, baseUnit);
