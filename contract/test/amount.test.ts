import fc from 'fast-check';
import { expect, test } from 'vitest';
import { multiply, subtract } from '../src/kit/decimal.ts';
import { amountFault, type Counted, type Units } from '../src/wms/amount.ts';

const UNITS: Units = {
  decimals: new Map([
    ['PIECE', 0],
    ['BOX', 0],
    ['KG', 3],
    ['G', 3],
  ]),
  nameOf: (unit) => unit,
  amountOf: (qty, unit) => `${qty} ${unit}`,
};
const solid: Counted = { baseUnit: 'KG', units: [{ unit: 'G', factor: '0.001' }] };
const nearest = (qty: string, unit: string, product: Counted) => amountFault(qty, unit, product, UNITS)?.params['nearest'];

test('[F-3B11] an uncountable quantity is reported in its own unit, with the nearest countable ones', () => {
  expect(amountFault('3.5', 'PIECE', { baseUnit: 'PIECE', units: [] }, UNITS)).toEqual({
    key: 'rule.amountWhole',
    params: { amount: '3.5 PIECE', unit: 'PIECE', decimals: 0, nearest: ['3 PIECE', '4 PIECE'] },
  });
  expect(amountFault('1.5', 'G', solid, UNITS)).toEqual({
    key: 'rule.amountDecimals',
    params: { amount: '1.5 G', unit: 'KG', decimals: 3, nearest: ['1 G', '2 G'] },
  });
  expect(nearest('0.2', 'G', solid)).toEqual(['1 G']);
  expect(nearest('3', 'BOX', { baseUnit: 'PIECE', units: [{ unit: 'BOX', factor: '12.5' }] })).toEqual(['2 BOX', '4 BOX']);
  expect(amountFault('2', 'BOX', { baseUnit: 'PIECE', units: [{ unit: 'BOX', factor: '12.5' }] }, UNITS)).toBeNull();
  expect(amountFault('1', 'CARTON', solid, UNITS)?.key).toBe('rule.unit');
});

test('[F-3B1] a partial quantity is no finer than its unit, or than the stock it is taken from', () => {
  const piece: Counted = { baseUnit: 'PIECE', units: [] };
  expect(amountFault('0.5', 'PIECE', piece, UNITS, '2')?.key).toBe('rule.amountWhole');
  expect(amountFault('0.5', 'PIECE', piece, UNITS, '2.5')).toBeNull();
  expect(amountFault('0.25', 'PIECE', piece, UNITS, '2.5')?.key).toBe('rule.amountWhole');
});

test('[F-3B11] the nearest quantities are countable, and lie on either side', { tags: ['property'] }, () => {
  const micro = (max: number) => fc.integer({ min: 1, max }).map((value) => multiply(String(value), '0.000001')!);
  fc.assert(
    fc.property(
      micro(1e9),
      micro(1e8),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 6 }),
      (qty, factor, own, base) => {
        const units = {
          ...UNITS,
          decimals: new Map([
            ['X', own],
            ['Y', base],
          ]),
          amountOf: (text: string) => text,
        };
        const product: Counted = { baseUnit: 'Y', units: [{ unit: 'X', factor }] };
        const fault = amountFault(qty, 'X', product, units);
        if (fault === null || fault.key === 'rule.tooLarge') return;
        const found = fault.params['nearest'] as string[];
        expect(found.length).toBeGreaterThan(0);
        for (const each of found) expect([null, 'rule.tooLarge']).toContain(amountFault(each, 'X', product, units)?.key ?? null);
        expect(Number(subtract(found.at(-1)!, qty))).toBeGreaterThan(0);
        if (found.length > 1) expect(Number(subtract(qty, found[0]!))).toBeGreaterThan(0);
      },
    ),
  );
});
