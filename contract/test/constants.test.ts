import { expect, test } from 'vitest';
import * as c from '../src/kit/constants.ts';
import { fileRoutes } from '../src/sys/fs.ts';

test('[S9.01, S9.02, S9.03, S9.04, S9.05] addresses and ids', () => {
  expect([c.API_BASE, `${c.API_BASE}${fileRoutes.upload.path}`, c.SOCKET_PATH]).toEqual(['/api', '/api/sys/fs', '/ws/msg']);
  expect([c.APP_ID, c.SYSTEM_APP_ID]).toEqual(['mg', '0']);
});

test('languages, stored keys and the type of a research group', () => {
  expect(c.LOCALE_STORAGE_MS).toBe(31_536_000_000);
  expect(c.DEFAULT_LOCALE).toBe('zh');
  expect([c.LOCALE_KEY, c.COLLAPSE_KEY]).toEqual(['i18n_local', 'page_collapse']);
  expect(c.ORG_TYPE_LAB).toBe('LAB');
});

test('image sizes', () => {
  expect(c.IMAGE_SIZES).toEqual([50, 100, 150, 200, 400, 800, 1200, 1920]);
});

test('odd spellings of the protocol are kept', () => {
  expect([c.DEVICE_HEADER, c.PAGE_ROLE_HEADER]).toEqual(['X-Driver-Id', 'X-Page-Role']);
});
