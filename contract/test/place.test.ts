import { expect, test } from 'vitest';
import { isAddress, labelAddress, labelCodeIn } from '../src/wms/label.ts';
import { boxCode, boxTokenIn } from '../src/wms/place.ts';

test('the label of a box is read under whatever name the console has, in capitals or not, and as it was in former years', () => {
  const label = labelAddress('http://192.168.1.5:3000', boxCode('MZXW6YTBOI'));
  expect(label).toBe('HTTP://192.168.1.5:3000/Q/BMZXW6YTBOI');
  expect(boxTokenIn(`${label}\n`)).toBe('MZXW6YTBOI');
  expect(boxTokenIn(label.toLowerCase())).toBe('mzxw6ytboi');
  expect(boxTokenIn('http://192.168.1.5:3000/admin/wms/warehouse-box/by-qr/aB_-1234567890xy')).toBe('aB_-1234567890xy');
  for (const other of ['https://elsewhere.example/', 'W1-C03-R2-B1', labelAddress('http://h', 'SMZXW6YTBOI')])
    expect(boxTokenIn(other), other).toBeNull();
});

test('the code of a label is found in its address alone', () => {
  for (const code of ['SABCDEFGH', 'KABCDEFGH']) expect(labelCodeIn(`https://h.example/Q/${code}`)).toBe(code);
  for (const other of ['SABCDEFGH', 'https://h.example/Q/', 'https://h.example/x/Q/SABCDEFGH', 'https://h.example/Q/XABCDEFGH'])
    expect(labelCodeIn(other), other).toBeNull();
  expect([isAddress('HTTPS://h'), isAddress('W1-A')]).toEqual([true, false]);
});
