// Exact decimals with six places, like the database's numeric(18,6), as integers of millionths.

const SCALE = 1_000_000n;

/** Millionths of a decimal text that has passed the decimal rule. */
export function micros(text: string): bigint {
  const parts = /^(-?)(\d+)(?:\.(\d{1,6})\d*)?$/.exec(text);
  if (!parts) throw new RangeError(`not a decimal: ${text}`);
  const value = BigInt(parts[2]!) * SCALE + BigInt((parts[3] ?? '').padEnd(6, '0'));
  return parts[1] === '-' ? -value : value;
}

/** Shortest decimal text: `1.5`, `-3`, `0`. */
export function decimalOf(value: bigint): string {
  const absolute = value < 0n ? -value : value;
  const fraction = (absolute % SCALE).toString().padStart(6, '0').replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${absolute / SCALE}${fraction === '' ? '' : `.${fraction}`}`;
}

export const sum = (texts: Iterable<string>): string => {
  let total = 0n;
  for (const text of texts) total += micros(text);
  return decimalOf(total);
};

export const subtract = (a: string, b: string): string => decimalOf(micros(a) - micros(b));

/** Negative, zero or positive, like a comparator. */
export const compare = (a: string, b: string): number => {
  const difference = micros(a) - micros(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** The product, or null if it needs more than six places. */
export function multiply(a: string, b: string): string | null {
  const product = micros(a) * micros(b);
  return product % SCALE === 0n ? decimalOf(product / SCALE) : null;
}

/** a ÷ b, rounded half up to six places. */
export const divide = (a: string, b: string): string => {
  const divisor = micros(b);
  return decimalOf((micros(a) * SCALE * 2n + divisor) / (divisor * 2n));
};

/**
 * Price of a unit of `factor` base units at `base` each: the shortest value that divides back to `base`, so that 10 for three
 * does not become 9.999999.
 */
export function priceOfUnit(base: string, factor: string): string {
  const whole = micros(base) * micros(factor);
  for (let places = 0n; places <= 6n; places++) {
    const step = 10n ** (12n - places);
    const price = decimalOf((((whole * 2n + step) / (step * 2n)) * step) / SCALE);
    if (compare(divide(price, factor), base) === 0) return price;
  }
  return decimalOf(whole / SCALE);
}

/** Number of decimals, without trailing zeros. */
export const decimalsOf = (text: string): number => decimalOf(micros(text)).split('.')[1]?.length ?? 0;
