// Converts prices to the unit of a line.
import { decimalOf, divide, micros } from '../kit/decimal.ts';
import { readPrice } from '../kit/read-value.ts';

interface Units {
  baseUnit: string;
  units: readonly { unit: string; factor: string }[];
}

/** Base units per unit; null if the product does not have the unit. */
const factorIn = ({ baseUnit, units }: Units, unit: string): string | null =>
  unit === baseUnit ? '1' : (units.find((each) => each.unit === unit)?.factor ?? null);

/** Converts a price between units, given their factors. */
export const priceAcross = (price: string, from: string, to: string): string =>
  divide(decimalOf((micros(price) * micros(to)) / 1_000_000n), from);

/**
 * Price per `unit`; `28.5元/瓶` names the unit that it is given for.
 * @param called finds the code of a unit by name
 * @returns the price as decimal text; the unit's name if the product does not have it; null if it is not a price
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
