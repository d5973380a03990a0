import { expect, test } from 'vitest';
import { addressKey, neighbourhoodKey } from './address.ts';

test('[security 1] all addresses of one IPv6 connection share a limit, those of another do not', () => {
  const one = addressKey('2001:db8:0:12::1');
  for (const same of [
    '2001:db8:0:12:ffff:ffff:ffff:ffff',
    '2001:0DB8::12:0:0:0:7',
    '2001:db8:0:12:1::',
    '2001:db8:0:12::1.2.3.4',
  ])
    expect(addressKey(same), same).toBe(one);
  for (const other of ['2001:db8:0:13::1', '2001:db8:12::1', '2001:db8::', '::1', '2001:db8:0:1::2'])
    expect(addressKey(other), other).not.toBe(one);
  expect(addressKey('fe80::1%eth0')).toBe(addressKey('fe80::2%eth1'));
});

test('[security 1] an IPv4 address has its own limit, also in IPv6 notation', () => {
  for (const same of ['10.1.2.3', '::ffff:10.1.2.3', '::FFFF:0a01:0203', '0:0:0:0:0:ffff:10.1.2.3'])
    expect(addressKey(same), same).toBe('10.1.2.3');
  expect(addressKey('::ffff:10.1.2.4')).toBe('10.1.2.4');
  expect(addressKey('::10.1.2.4')).toBe(addressKey('::1'));
});

test('[security 1] a neighbourhood is a /48 of IPv6 or a /24 of IPv4', () => {
  expect(neighbourhoodKey('2001:db8:1:2::3')).toBe(neighbourhoodKey('2001:db8:1:ffff::'));
  expect(neighbourhoodKey('2001:db8:1::')).not.toBe(neighbourhoodKey('2001:db8:2::'));
  expect(neighbourhoodKey('10.1.2.3')).toBe(neighbourhoodKey('::ffff:10.1.2.250'));
  expect(neighbourhoodKey('10.1.2.3')).not.toBe(neighbourhoodKey('10.1.3.3'));
});

test('anything else than an address is its own key', () => {
  for (const text of ['', 'unknown', '1.2.3', '300.1.1.1', ':::', '[::1]', '1.2.3.4:80']) expect(addressKey(text)).toBe(text);
});
