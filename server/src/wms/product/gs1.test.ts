import { expect, test } from 'vitest';
import { readLabel, toGtin14 } from './gs1.ts';

const GTIN = '06901234567892';
const label = (more: object) => ({ gtin: GTIN, batchNo: null, madeOn: null, expiresOn: null, ...more });

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
