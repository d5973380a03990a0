// The session is loaded while the console starts: the first page still waits for all of it.
import { menuTree, NO_MENU_GRANTS } from '@kuwei/contract/menu';
import { builtInMenu } from '@kuwei/contract/menu-data';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pageRole } from '../src/api/page-role.ts';
import { saveTokens } from '../src/api/tokens.ts';
import { KEYS, session as windowStore } from '../src/browser/storage.ts';
import { resolve } from '../src/navigation/resolve.ts';
import { registerScreens } from '../src/navigation/screens.ts';
import { loadPhrases, locale, setLocale } from '../src/phrase/phrases.ts';
import { screens } from '../src/screens.ts';
import { useSettings } from '../src/session/settings.ts';
import { clearUser, onUserReturned, prefetchSession, signIn } from '../src/session/sign.ts';
import { useUser } from '../src/session/user.ts';
import { useVersion } from '../src/session/version.ts';
import { pair, startServer, type Reply, type Scripted } from './_server.ts';

const ME = '/api/auth/biz/user/by-me';
const SETTINGS = `${ME}/setting`;
let server: Scripted;
let settings: Promise<Reply>;
let me: () => Reply;
let releaseSettings: (reply: Reply) => void;

beforeAll(async () => {
  registerScreens(screens);
  await loadPhrases('zh', 'first');
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearUser();
  useVersion.setState({ menu: menuTree(builtInMenu), configs: new Map() });
  ({ promise: settings, resolve: releaseSettings } = Promise.withResolvers<Reply>());
  me = () => ({ body: { id: 'u', name: '甲', username: 'a', authProxyUser: null } });
  const power = { roles: [{ code: 'ROLE_ADMIN', powers: [] }], menu: NO_MENU_GRANTS, seesOthers: false };
  server.answer(({ path }) => (path === ME ? me() : path === SETTINGS ? settings : { body: power }));
});

const PLACE = { pathname: '/admin/user/mg', search: '', hash: '' };

test('the first page waits for settings and page role, and brings tabs back, also if the user is loaded before', async () => {
  saveTokens(pair('a') as never);
  windowStore.set(KEYS.left, { user: 'u', kept: {} });
  let returned = 0;
  const stop = onUserReturned(() => returned++);
  prefetchSession(Promise.resolve());
  await expect.poll(() => useUser.getState().user?.id).toBe('u');
  let isResolved = false;
  const resolution = resolve(PLACE, null).finally(() => (isResolved = true));
  const second = resolve(PLACE, null);
  await new Promise((done) => setTimeout(done, 20));
  expect(isResolved).toBe(false);
  releaseSettings({ body: { 'ui.list': 1 } });
  expect((await resolution).kind).toBe('page');
  expect((await second).kind).toBe('page');
  expect(useSettings.getState().values).toEqual({ 'ui.list': 1 });
  expect(pageRole()).toBe('ROLE_ADMIN');
  expect(returned).toBe(1);
  expect(server.to(ME)).toHaveLength(1);
  stop();
});

test('a session that could not be loaded ahead does not fail the next sign-in', async () => {
  saveTokens(pair('a') as never);
  me = () => ({ status: 500 });
  releaseSettings({ body: {} });
  prefetchSession(Promise.resolve());
  await expect.poll(() => server.to(ME).length).toBeGreaterThan(0);
  await new Promise((done) => setTimeout(done, 20));
  me = () => ({ body: { id: 'v', name: '乙', username: 'b', authProxyUser: null } });
  await signIn(pair('b') as never);
  expect((await resolve(PLACE, null)).kind).toBe('page');
  expect(useUser.getState().user?.id).toBe('v');
});

test('the language of the account is switched to once the texts of the browser are loaded', async () => {
  saveTokens(pair('a') as never);
  releaseSettings({ body: { 'ui.locale': 'en' } });
  const texts = Promise.withResolvers<void>();
  prefetchSession(texts.promise);
  await expect.poll(() => useUser.getState().user?.id).toBe('u');
  await new Promise((done) => setTimeout(done, 20));
  expect(locale()).toBe('zh');
  texts.resolve();
  expect((await resolve(PLACE, null)).kind).toBe('page');
  expect(locale()).toBe('en');
  await setLocale('zh');
});
