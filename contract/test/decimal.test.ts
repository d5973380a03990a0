import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divide, priceOfUnit } from '../src/kit/decimal.ts';

test('a unit price stays as entered, and converts back to the same base price', { tags: ['property'] }, () => {
  expect(priceOfUnit(divide('10', '3'), '3')).toBe('10');
  expect(priceOfUnit(divide('9.99', '12'), '12')).toBe('9.99');
  expect(priceOfUnit('0.333333', '1')).toBe('0.333333');
  expect(priceOfUnit('0', '500')).toBe('0');
  const decimal = (max: number) => fc.integer({ min: 1, max }).map((value) => divide(String(value), '1000000'));
  fc.assert(
    fc.property(decimal(1e12), decimal(1e9), (price, factor) => {
      const base = divide(price, factor);
      const again = priceOfUnit(base, factor);
      expect(divide(again, factor)).toBe(base);
      expect(again.length).toBeLessThanOrEqual(price.length);
    }),
  );
});
