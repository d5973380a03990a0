import { decimalOf, micros } from '@kuwei/contract/decimal';

/** Quantity × price as decimal text, rounded half away from zero to the cent. */
export function amountOf(qty: string, price: string): string {
  const cent = 10_000_000_000n;
  const exact = micros(qty) * micros(price);
  const half = exact < 0n ? -cent / 2n : cent / 2n;
  return decimalOf(((exact + half) / cent) * 10_000n);
}
