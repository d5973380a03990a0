import { expect, test } from 'vitest';
import { isAddress, labelAddress, labelCodeIn } from '../src/wms/label.ts';
import { boxCode, boxTokenIn } from '../src/wms/place.ts';

test('a box label is read under any console address, in any case, and in older formats', () => {
  const label = labelAddress('http://192.168.1.5:3000', boxCode('MZXW6YTBOI'));
  expect(label).toBe('HTTP://192.168.1.5:3000/Q/BMZXW6YTBOI');
  expect(boxTokenIn(`${label}\n`)).toBe('MZXW6YTBOI');
  expect(boxTokenIn(label.toLowerCase())).toBe('mzxw6ytboi');
  expect(boxTokenIn('http://192.168.1.5:3000/admin/wms/warehouse-box/by-qr/aB_-1234567890xy')).toBe('aB_-1234567890xy');
  for (const other of ['https://elsewhere.example/', 'W1-C03-R2-B1', labelAddress('http://h', 'SMZXW6YTBOI')])
    expect(boxTokenIn(other), other).toBeNull();
});

test('a label code is found only in its address', () => {
  for (const code of ['SABCDEFGH', 'KABCDEFGH']) expect(labelCodeIn(`https://h.example/Q/${code}`)).toBe(code);
  for (const other of ['SABCDEFGH', 'https://h.example/Q/', 'https://h.example/x/Q/SABCDEFGH', 'https://h.example/Q/XABCDEFGH'])
    expect(labelCodeIn(other), other).toBeNull();
  expect([isAddress('HTTPS://h'), isAddress('W1-A')]).toEqual([true, false]);
});
