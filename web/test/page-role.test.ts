import { beforeEach, expect, test } from 'vitest';
import {
  forgetPageRoles,
  pageRole,
  getLastRole,
  saveLastRole,
  restorePageRole,
  switchPageRole,
  usePageRole,
} from '../src/api/page-role.ts';

const roles = (...codes: string[]) => codes.map((code) => ({ code, powers: [] }));
const stored = (): unknown => JSON.parse(localStorage.getItem('page_role') ?? 'null') as unknown;

beforeEach(() => {
  localStorage.clear();
  usePageRole.setState({ pageRole: null });
});

test('[S4.19, S4.22, S6.28] with nothing stored the default is activated and stored', () => {
  restorePageRole(roles('ROLE_ADMIN', 'ROLE_TEACHER'));
  expect([pageRole(), stored()]).toEqual(['ROLE_TEACHER', 'ROLE_TEACHER']);
});

test('[S4.23] a permitted stored role is kept', () => {
  localStorage.setItem('page_role', '"ROLE_ADMIN"');
  restorePageRole(roles('ROLE_ADMIN', 'ROLE_TEACHER'));
  expect(pageRole()).toBe('ROLE_ADMIN');
});

test('[S4.18] a role no longer permitted is replaced by the default', () => {
  localStorage.setItem('page_role', '"ROLE_ADMIN"');
  restorePageRole(roles('ROLE_TEACHER'));
  expect(pageRole()).toBe('ROLE_TEACHER');
});

test('[S4.21] a user without roles has no page role', () => {
  localStorage.setItem('page_role', '"ROLE_ADMIN"');
  restorePageRole([]);
  expect([pageRole(), stored()]).toEqual([null, null]);
});

test('[S5.24, S5.25] switching checks the power: without it there is no page role', () => {
  switchPageRole('ROLE_STAFF', roles('ROLE_STAFF', 'ROLE_TEACHER'));
  expect([pageRole(), stored()]).toEqual(['ROLE_STAFF', 'ROLE_STAFF']);
  switchPageRole('ROLE_ADMIN', roles('ROLE_STAFF', 'ROLE_TEACHER'));
  expect([pageRole(), stored()]).toEqual([null, null]);
});

test('[S4.17] the role is remembered for each address, until sign-out', () => {
  saveLastRole('/a', 'ROLE_STAFF');
  saveLastRole('/b', 'ROLE_ADMIN');
  saveLastRole('/a', 'ROLE_TEACHER');
  expect([getLastRole('/a'), getLastRole('/b'), getLastRole('/c')]).toEqual(['ROLE_TEACHER', 'ROLE_ADMIN', null]);
  forgetPageRoles();
  expect(getLastRole('/a')).toBeNull();
});

test('the number of remembered addresses is limited', () => {
  for (let at = 0; at < 300; at++) saveLastRole(`/p${at}`, 'ROLE_STAFF');
  expect([getLastRole('/p0'), getLastRole('/p299')]).toEqual([null, 'ROLE_STAFF']);
});
