// What a line costs for one of its unit, whatever unit the price was given for.
import { decimalOf, divide, micros } from '../kit/decimal.ts';
import { readPrice } from '../kit/read-value.ts';

interface Units {
  baseUnit: string;
  units: readonly { unit: string; factor: string }[];
}

/** Base units in one of a unit; null where the product does not come in it. */
const factorIn = ({ baseUnit, units }: Units, unit: string): string | null =>
  unit === baseUnit ? '1' : (units.find((each) => each.unit === unit)?.factor ?? null);

/** The price of one unit as that of another, by the base units in each. */
export const priceAcross = (price: string, from: string, to: string): string =>
  divide(decimalOf((micros(price) * micros(to)) / 1_000_000n), from);

/**
 * The price for one of `unit`, where `28.5元/瓶` says that it is that of another.
 * @param called code of the unit that is called so
 * @returns the price as decimal text; the unit's name where the product does not come in it; null for what is no price
 */
export function linePrice(
  text: string,
  unit: string,
  product: Units,
  called: (name: string) => string | null,
): { price: string } | { otherUnit: string } | null {
  const read = readPrice(text);
  if (read === null || read.unit === '') return read && { price: read.value };
  const from = factorIn(product, called(read.unit) ?? '');
  const to = factorIn(product, unit);
  if (from === null || to === null) return { otherUnit: read.unit };
  return { price: from === to ? read.value : priceAcross(read.value, from, to) };
}
