import { expect, test } from 'vitest';
import { readLabel, toGtin14 } from './gs1.ts';

const GTIN = '06901234567892';
const label = (more: object) => ({ gtin: GTIN, batchNo: null, madeOn: null, expiresOn: null, qty: null, ...more });

test('reads manufacturer labels as sent by scanners: GTIN, batch, dates', () => {
  const whole = label({ batchNo: 'LOT-1a', expiresOn: '2026-11-30' });
  expect(readLabel(`]d201${GTIN}1726113010LOT-1a`)).toEqual(whole);
  expect(readLabel(`]C101${GTIN}10LOT-1a\u001d17261130`)).toEqual(whole);
  expect(readLabel(`\u001d01${GTIN}10LOT-1a\u001d17261130`)).toEqual(whole);
  expect(readLabel(`01${GTIN}1726113010LOT-1a`)).toEqual(whole);
  expect(readLabel(`(01)${GTIN}(17)261130(10)LOT-1a`)).toEqual(whole);
  expect(readLabel(`]Q301${GTIN}1126010121S-7\u001d15280228`)).toEqual(label({ madeOn: '2026-01-01', expiresOn: '2028-02-28' }));
  // Day 00 is the last of its month; an expiry date takes precedence over best-before.
  expect(readLabel(`01${GTIN}17280200`)?.expiresOn).toBe('2028-02-29');
  expect(readLabel(`01${GTIN}1528123117280131`)?.expiresOn).toBe('2028-01-31');
});

/** All orders of a list. */
const ordersOf = <T>(all: readonly T[]): T[][] =>
  all.length < 2 ? [[...all]] : all.flatMap((one, at) => ordersOf(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));

test('reads identifiers in any order, with every separator that scanners send', () => {
  const identifiers: [ai: string, value: string, isFixed: boolean][] = [
    ['01', GTIN, true],
    ['17', '261130', true],
    ['10', 'L-10/a', false],
    ['21', 'S(7)', false],
    ['30', '012', false],
  ];
  const whole = label({ batchNo: 'L-10/a', expiresOn: '2026-11-30', qty: '12' });
  let read = 0;
  for (const order of ordersOf(identifiers)) {
    for (const separator of ['\u001d', '|', '~', '^', '#', '␝', '<GS>', '{GS}', '[GS]'])
      for (const prefix of [']d2', ']C1', '', separator]) {
        const text = order.map(([ai, value, isFixed]) => `${ai}${value}${isFixed ? '' : separator}`).join('');
        expect(readLabel(prefix + text), prefix + text).toEqual(whole);
        read++;
      }
    expect(readLabel(order.map(([ai, value]) => `(${ai})${value.replace('(7)', '7')}`).join(''))).toEqual(whole);
  }
  expect(read).toBeGreaterThan(200);
});

test('reads GS1 Digital Links', () => {
  const whole = label({ batchNo: 'L/1 ü', expiresOn: '2026-11-30', qty: '6' });
  const rest = '/10/L%2F1%20%C3%BC/21/S7?17=261130&30=6&utm=x';
  expect(readLabel(`https://id.gs1.org/01/${GTIN}${rest}`)).toEqual(whole);
  expect(readLabel(`https://example.com/shop/gtin/${GTIN.slice(1)}${rest}`)).toEqual(whole);
  expect(readLabel(`https://example.com/01/${GTIN}`)).toEqual(label({}));
  expect(readLabel(`https://example.com/01/${GTIN}/10/L1/21/${GTIN}`)).toEqual(label({ batchNo: 'L1' }));
  expect(readLabel(`https://example.com/01/${GTIN}?10=L1#top`)).toEqual(label({ batchNo: 'L1' }));
  const none = [
    `https://example.com/01/${GTIN.slice(0, -1)}3`,
    'https://example.com/01/',
    `https://example.com/01/${GTIN}/10/%E0%A4`,
  ];
  expect(none.filter((text) => readLabel(text) !== null)).toEqual([]);
});

test('reads how many a carton contains, and no count of zero', () => {
  expect(readLabel(`02${GTIN}370024`)?.qty).toBe('24');
  expect(readLabel(`02${GTIN}3700`)?.qty).toBeNull();
});

test('rejects text that is no label, lacks a GTIN or has a wrong check digit', () => {
  const none = ['', 'C-ETHANOL', '64-17-5', '6901234567892', GTIN, ']d2', ']d210LOT', '10LOT', `]E0${GTIN}`];
  const wrong = [
    `01${GTIN.slice(0, -1)}3`,
    `01${GTIN}17261330`,
    `01${GTIN}17260230`,
    `01${GTIN}1726`,
    `]d201${GTIN}10${'A'.repeat(5_000)}`,
  ];
  expect([...none, ...wrong].filter((text) => readLabel(text) !== null)).toEqual([]);
});

test('compares GTINs by fourteen digits', () => {
  expect(['96385074', '6901234567892', GTIN].map(toGtin14)).toEqual(['00000096385074', GTIN, GTIN]);
  expect(['6901234567893', '123', 'C-ETHANOL'].map(toGtin14)).toEqual([null, null, null]);
});
