import { decimalOf, micros } from '@kuwei/contract/decimal';

/** Quantity × price as decimal text, rounded half up to the cent. */
export function amountOf(qty: string, price: string): string {
  const cent = 10_000_000_000n;
  return decimalOf(((micros(qty) * micros(price) + cent / 2n) / cent) * 10_000n);
}
