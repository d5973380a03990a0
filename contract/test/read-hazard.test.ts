import { expect, test } from 'vitest';
import { areSeveralCas, isBareCas, readCas, readHazards, readNames, readUnNumber, unNumberIn } from '../src/wms/read-hazard.ts';

test('[F-R8] CAS numbers and hazard statements are read with any dash, width and case', () => {
  for (const text of ['64-17-5', '64–17–5', '６４－１７－５', 'CAS: 64-17-5', 'CAS号 64 - 17 - 5', '000064-17-5'])
    expect(readCas(text), text).toBe('64-17-5');
  expect(readHazards('h225、H 319; H301+H311+H331\nEUH 066')).toEqual(['H225', 'H319', 'H301', 'H311', 'H331', 'EUH066']);
  expect(readHazards('h360Fd, 易燃')).toEqual(['H360Fd', '易燃']);
});

test('[F-W9] a CAS number without dashes, as typed on a number pad, and a UN number with its letters are read', () => {
  expect(['64175', '7732185', '1310732'].map(readCas)).toEqual(['64-17-5', '7732-18-5', '1310-73-2']);
  expect(['C-64175', '641'].map(readCas)).toEqual(['C-64175', '641']);
  expect(['UN 1170', 'un1170', 'ＵＮ１１７０', '1170'].map(readUnNumber)).toEqual(['1170', '1170', '1170', '1170']);
  expect(['UN 1170', 'UN No. 1170', 'ｕｎ１１７０', 'UN4'].map(unNumberIn)).toEqual(['UN1170', 'UN1170', 'UN1170', 'UN0004']);
  expect(['1170', 'UN', 'UNILEVER', 'UN 11701'].map(unNumberIn)).toEqual([null, null, null, null]);
});

test('[F-D13] names in a list may contain spaces and commas', () => {
  const known = ['冷藏 2–8 ℃', '避光', 'Cool', 'Cool, dry', 'Drug precursor'];
  expect(readNames('冷藏 2–8 ℃, 避光', known)).toEqual(['冷藏 2-8 °C', '避光']);
  expect(readNames('避光 冷藏 2-8℃', ['冷藏 2-8℃', '避光'])).toEqual(['避光', '冷藏 2-8°C']);
  expect(readNames('cool, dry；drug precursor、Cool', known)).toEqual(['cool, dry', 'drug precursor', 'Cool']);
  expect(readNames('Coolest place; 避光', known)).toEqual(['Coolest place', '避光']);
});

test('[F-3B10][F-3B19] bare digits need not be a CAS number, other text stays as written, and several numbers are distinguished from one', () => {
  expect(['7732185', '７７３２１８５', '07732185'].map(isBareCas)).toEqual([true, true, true]);
  expect(['7732-18-5', 'CAS 7732185', '7732186', '50000'].map(isBareCas)).toEqual([false, false, false, true]);
  expect(['0291-50G', '00A-1', '0064-17-5', 'CAS 0291-50G'].map(readCas)).toEqual(['0291-50G', '00A-1', '64-17-5', '0291-50G']);
  expect(['64-17-5 / 67-56-1', '64-17-5、67561'].map(areSeveralCas)).toEqual([true, true]);
  expect(['64-17-5', '64-17-5 AR', '64-17-5 / 67-56-2'].map(areSeveralCas)).toEqual([false, false, false]);
});
