import { userRoutes } from '@kuwei/contract/auth/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveOrg, useOrg } from '../src/api/org.ts';
import { dropTokens, saveTokens } from '../src/api/tokens.ts';
import { localizeEach, titleText } from '../src/page/titles.ts';
import { loadPhrases, locale, setLocale } from '../src/phrase/phrases.ts';
import { watchLanguage } from '../src/session/language.ts';
import { chooseLocale, loadPreferences } from '../src/session/preference.ts';
import { forgetUser, loadUser, useUser } from '../src/session/user.ts';
import { pair, startServer, flushWire, type Scripted } from './_server.ts';

let server: Scripted;
beforeAll(async () => {
  await loadPhrases('zh', 'first');
  server = await startServer();
  server.answer(({ path, headers }) => {
    const english = headers['accept-language'] === 'en';
    if (path.endsWith('/power')) return { body: { roles: [{ code: 'R', name: english ? 'Teacher' : '教师', powers: [] }] } };
    if (path.endsWith('/orgs/by-me')) return { body: [{ id: 'o1', name: english ? 'Polymers' : '高分子', type: 'LAB' }] };
    if (path.endsWith('/setting')) return { body: { 'ui.locale': 'en' } };
    return { body: { id: 'u1', name: '陈思远', username: 'teacher' } };
  });
});
afterAll(() => server.close());

const roleNames = () => useUser.getState().roles.map((role) => (role as unknown as { name: string }).name);

test('[S1.35] names of roles and of the current group are reloaded after a language change', async () => {
  const stop = watchLanguage();
  await setLocale('en');
  await setLocale('zh');
  await flushWire();
  expect(server.received).toEqual([]);

  saveTokens(pair('a') as never);
  saveOrg({ id: 'o1', name: '高分子', type: 'LAB' });
  await loadUser();
  expect(roleNames()).toEqual(['教师']);
  await setLocale('en');
  await expect.poll(() => [roleNames(), useOrg.getState().org?.name]).toEqual([['Teacher'], 'Polymers']);
  stop();
});

test("a switch in another window stays pending when the group's name is reloaded here", async () => {
  const stop = watchLanguage();
  saveOrg({ id: 'o1', name: 'Polymers', type: 'LAB' });
  const theirs = { id: 'o2', name: 'Catalysis', type: 'LAB' } as const;
  localStorage.setItem('org', JSON.stringify(theirs));
  useOrg.setState({ elsewhere: theirs });
  await setLocale('zh');
  await expect.poll(() => useOrg.getState().org?.name).toBe('高分子');
  expect(useOrg.getState().elsewhere).toEqual(theirs);
  expect(JSON.parse(localStorage.getItem('org')!)).toEqual(theirs);
  stop();
});

test('a response in the previous language is not shown as one in the current language', async () => {
  const loading = loadUser();
  await setLocale('en');
  await loading;
  expect(roleNames()).toEqual(['Teacher']);
  expect(server.to(`/api${userRoutes.getPower.path}`).at(-1)!.headers['accept-language']).toBe('en');
});

test("a browser keeps its language for a user; for a new one it uses the account's", async () => {
  await setLocale('zh');
  localStorage.removeItem('speaks_for');
  await loadPreferences(loadUser());
  expect(locale()).toBe('en');
  await chooseLocale('zh');
  await loadPreferences(loadUser());
  expect(locale()).toBe('zh');
  localStorage.setItem('speaks_for', JSON.stringify('u2'));
  await loadPreferences(loadUser());
  expect(locale()).toBe('en');
});

test('a language chosen before sign-in applies to the next user, and is not saved to their account', async () => {
  dropTokens('hand');
  forgetUser();
  await chooseLocale('zh');
  saveTokens(pair('a') as never);
  server.received.length = 0;
  await loadPreferences(loadUser());
  expect(locale()).toBe('zh');
  expect(server.received.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('[S1.35] a tab not rendered yet is named in the current language, or by its menu item', async () => {
  const both = localizeEach((spoken) => (spoken === 'en' ? 'Grades' : '试剂级别'));
  await setLocale('zh');
  expect([both, { zh: '自动退出' }].map(titleText)).toEqual(['试剂级别', '自动退出']);
  await setLocale('en');
  expect([both, { zh: '自动退出' }].map(titleText)).toEqual(['Grades', undefined]);
});
