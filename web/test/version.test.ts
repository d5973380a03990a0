import type { VersionInfo } from '@kuwei/contract/sys/version';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { config, configOr, loadVersion, useVersion, siteTitle } from '../src/session/version.ts';
import { startServer, type Scripted } from './_server.ts';

let server: Scripted;
beforeAll(async () => {
  await loadPhrases('zh', 'first');
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => void (server.received.length = 0));

const deliver = (info: Partial<VersionInfo>): Promise<void> => {
  server.answer(() => ({ body: { menus: [], sysConfigs: [], dics: [], words: { zh: {}, en: {} }, ...info } }));
  return loadVersion();
};
const codes = (): string[] => useVersion.getState().menu.map(({ code }) => code);

test('[S9.04, S7.13] the version is requested once for concurrent callers', async () => {
  server.answer(() => ({ body: { menus: [], sysConfigs: [], dics: [], words: { zh: {}, en: {} } } }));
  await Promise.all([loadVersion(), loadVersion()]);
  expect(server.received.map(({ path }) => path)).toEqual(['/api/basic/sys/version/mg/pub']);
});

test('[S2.188] a menu from the server replaces the built-in one, which is used if there is none', async () => {
  await deliver({});
  expect(codes()).toContain('warehouse');
  const own = {
    id: '1',
    idParent: null,
    code: 'own',
    name: '自建',
    nameTag: null,
    url: '/def/x',
    urlExp: '[]',
    role: '[]',
    pageRole: '[]',
    icon: null,
  };
  await deliver({ menus: [own] });
  expect(codes()).toEqual(['own']);
});

test('[S3.06] a malformed item is reported, not fatal', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const bad = {
    id: '1',
    idParent: null,
    code: 'bad',
    name: 'x',
    nameTag: null,
    url: '/def/x',
    urlExp: '["("]',
    role: '[]',
    pageRole: '[]',
    icon: null,
  };
  await deliver({ menus: [bad] });
  expect(codes()).toEqual(['bad']);
  expect(warn.mock.calls[0]?.[0]).toContain('bad');
  warn.mockRestore();
});

test('[S5.27, S3.32] reading a missing or invalid setting names it and the way out', async () => {
  await deliver({
    sysConfigs: [
      { code: 'SYS_ADMIN_TITLE', value: '1', valid: true },
      { code: 'YCT_SYSTEM_LOGIN_URL', value: '2', valid: false },
    ],
  });
  expect(config('SYS_ADMIN_TITLE')).toBe('1');
  expect(() => config('YCT_SYSTEM_LOGIN_URL')).toThrow('YCT_SYSTEM_LOGIN_URL');
  expect([configOr('YCT_SYSTEM_LOGIN_URL', 'default'), configOr('SYS_ADMIN_TITLE', 'default')]).toEqual(['default', '1']);
  await deliver({});
  expect(() => config('SYS_ADMIN_TITLE')).toThrow('配置值 SYS_ADMIN_TITLE 不存在，请联系管理员');
});

test('[F-W12] the English title is used if the site has one; without a title both are 管理系统', async () => {
  const title = { code: 'SYS_ADMIN_TITLE', value: '化学楼库房', valid: true };
  const english = { code: 'SYS_ADMIN_TITLE_EN', value: 'Chemistry Store', valid: true };
  const titles = (): string[] => [siteTitle(undefined, 'zh'), siteTitle(undefined, 'en')];
  await deliver({ sysConfigs: [title, english] });
  expect(titles()).toEqual(['化学楼库房', 'Chemistry Store']);
  await deliver({ sysConfigs: [title, { ...english, value: '' }] });
  expect(titles()).toEqual(['化学楼库房', '化学楼库房']);
  await deliver({ sysConfigs: [english] });
  expect(titles()).toEqual(['管理系统', '管理系统']);
});
