// Amounts of goods in their units: the one rule about how finely they may be divided.
import { decimalOf, decimalsOf, micros, multiply } from '../kit/decimal.ts';
import type { PhraseParams } from '../kit/phrase-params.ts';
import type { ProductUnit } from './product.ts';

/** What amounts are judged and said by. */
export interface Units {
  /** Digits after the point by the code of a unit; a unit that is missing takes all six. */
  decimals: ReadonlyMap<string, number>;
  /** An amount in words: `3 bottles`. */
  amountOf: (qty: string, unit: string) => string;
  nameOf: (unit: string) => string;
}

/** What a product is counted in. */
export interface Counted {
  baseUnit: string;
  units: readonly Pick<ProductUnit, 'unit' | 'factor'>[];
}

const MOST = 6;
const decimalsIn = ({ decimals }: Pick<Units, 'decimals'>, unit: string): number => decimals.get(unit) ?? MOST;

/** Base units in one of a unit; undefined where the product has no such unit. */
export const factorIn = ({ baseUnit, units }: Counted, unit: string): string | undefined =>
  unit === baseUnit ? '1' : units.find((each) => each.unit === unit)?.factor;

/** A fault that is said by a phrase of the same name. */
export interface AmountFault {
  key: 'rule.unit' | 'rule.amountWhole' | 'rule.amountDecimals' | 'rule.tooLarge';
  params: PhraseParams;
}

/**
 * Why an amount cannot be counted out; null where it can.
 * @param qty has passed the decimal rule
 * @param whole of which it is a part, in the same unit: what is there may be divided as finely as it is
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

/** Millionths of a unit by which its amounts go up, so that unit and base unit both hold them. */
function stepOf(unit: string, factor: string, baseUnit: string, units: Units): bigint {
  const own = 10n ** BigInt(MOST - decimalsIn(units, unit));
  // A step times the factor has to be a multiple of this.
  const base = 10n ** BigInt(MOST - decimalsIn(units, baseUnit)) * 10n ** BigInt(MOST);
  const needed = base / commonDivisor(base, micros(factor));
  return (own * needed) / commonDivisor(own, needed);
}

const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonDivisor(b, a % b));

/** The amounts below and above; nothing is no amount. */
function nearestTo(qty: string, step: bigint): string[] {
  const below = (micros(qty) / step) * step;
  return [below, below + step].filter((each) => each > 0n).map(decimalOf);
}

/** Whether the base unit can hold one of a unit. */
export const isCountable = (factor: string, baseUnit: string, units: Pick<Units, 'decimals'>): boolean =>
  decimalsOf(factor) <= decimalsIn(units, baseUnit);
