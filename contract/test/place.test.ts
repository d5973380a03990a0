import { expect, test } from 'vitest';
import { boxQr, boxTokenIn } from '../src/wms/place.ts';

test('the label of a box is the address of its page, read under whatever name the console has', () => {
  const label = boxQr('http://192.168.1.5:3000', 'aB_-1234567890xy');
  expect(new URL(label).pathname).toBe('/admin/wms/warehouse-box/by-qr/aB_-1234567890xy');
  expect(boxTokenIn(`${label}\n`)).toBe('aB_-1234567890xy');
  expect(boxTokenIn('https://elsewhere.example/')).toBeNull();
  expect(boxTokenIn('W1-C03-R2-B1')).toBeNull();
});
