import { expect, test } from 'vitest';
import { addressIn, isPublic } from './address.ts';

test('[security 31] distinguishes private from public addresses in any notation', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    'no address',
  ])
    expect([address, isPublic(address)]).toEqual([address, false]);
  for (const address of ['8.8.8.8', '172.32.0.1', '192.167.0.1', '2606:4700:4700::1111'])
    expect([address, isPublic(address)]).toEqual([address, true]);
});

test('rejects URLs with secrets or without TLS', () => {
  for (const text of [
    '',
    '/people',
    'http://idm.example.edu/people',
    'https://user:word@idm.example.edu/people',
    'https://idm.example.edu/people?sig=1',
    'https://idm.example.edu/people?',
    'https://idm.example.edu/people#a',
    'file:///etc/passwd',
    'ftp://idm.example.edu/people',
  ])
    expect([text, addressIn(text)]).toEqual([text, null]);
  expect(addressIn('https://idm.example.edu:8443/people.csv')?.host).toBe('idm.example.edu:8443');
});
