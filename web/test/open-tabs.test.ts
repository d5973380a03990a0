import { NO_MENU_GRANTS } from '@kuwei/contract/menu';
import { locks } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dropTokens, saveTokens } from '../src/api/tokens.ts';
import { draftKey } from '../src/page/drafts.ts';
import { hasUnsavedElsewhere, watchUnsaved } from '../src/page/other-windows.ts';
import { forgetPages, markDrafted, openPage, setDirty, restorePages, usePages } from '../src/page/pages.ts';
import { setTitle, useTitles } from '../src/page/titles.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { restoreSession, clearUser, onUserReturned, onUserCleared, signIn, signOut, watchSession } from '../src/session/sign.ts';
import { item, openPageOf } from './_pages.ts';
import { pair, startServer, type Scripted } from './_server.ts';

let server: Scripted;
let stops: (() => void)[] = [];
let person: { id: string; authProxyUser: string | null };
const FORM = '/admin/b/edit?id=1';

beforeAll(async () => {
  await loadPhrases('zh', 'first');
  server = await startServer();
  server.answer(({ path }) => {
    if (path === '/api/auth/biz/user/by-me') return { body: { name: '陈思远', username: 'teacher', roles: [], ...person } };
    return { body: path === '/api/auth/user/power' ? { roles: [], menu: NO_MENU_GRANTS } : {} };
  });
});
afterAll(() => server.close());
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  forgetPages();
  stops = [
    onUserCleared(forgetPages),
    onUserReturned(restorePages),
    watchSession({ onSignedOut: () => {}, onSignedInElsewhere: () => {} }),
  ];
});
afterEach(() => stops.forEach((stop) => stop()));

const tabs = (): string[] => usePages.getState().tabs.map(({ routeName }) => routeName);
const signedInAs = async (id: string, authProxyUser: string | null = null): Promise<void> => {
  person = { id, authProxyUser };
  await signIn(pair('a') as never);
};
/** Two tabs, one of them a form with a draft. */
function openSome(): void {
  openPage(openPageOf('/admin/a', item('a')));
  openPage(openPageOf(FORM, item('b')));
  setTitle(FORM, '试剂');
  markDrafted(FORM);
  setDirty(FORM, true);
  sessionStorage.setItem(draftKey(FORM, 'form'), '{"values":{},"base":null}');
}

describe('tabs of a session that ended elsewhere', () => {
  test('are restored for the same user, with their titles and marks', async () => {
    await signedInAs('u1');
    openSome();
    dropTokens('time');
    expect(tabs()).toEqual([]);
    await signedInAs('u1');
    expect(tabs()).toEqual(['a', FORM]);
    expect(useTitles.getState().titles[FORM]).toBe('试剂');
    expect([...usePages.getState().dirty]).toEqual([FORM]);
  });

  test('are not restored for another user, and are then deleted', async () => {
    await signedInAs('u1');
    openSome();
    dropTokens('time');
    await signedInAs('u2');
    expect(tabs()).toEqual([]);
    dropTokens('time');
    await signedInAs('u1');
    expect(tabs()).toEqual([]);
  });

  test('are not kept after a manual sign-out', async () => {
    await signedInAs('u1');
    openSome();
    await signOut();
    await signedInAs('u1');
    expect(tabs()).toEqual([]);
  });
});

test('ending an impersonation restores the own tabs, and none that were opened while impersonating', async () => {
  const become = async (id: string, by: string | null): Promise<void> => {
    clearUser();
    saveTokens(pair('b') as never);
    person = { id, authProxyUser: by };
    await restoreSession();
  };
  await signedInAs('u1');
  openSome();
  await become('u2', 'u1');
  expect(tabs()).toEqual([]);
  openPage(openPageOf('/admin/c', item('c')));
  await become('u1', null);
  expect(tabs()).toEqual(['a', FORM]);
});

test('a window knows while another one has unsaved changes', async () => {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  stops.push(watchUnsaved());
  expect(await hasUnsavedElsewhere()).toBe(false);
  openSome();
  await expect.poll(hasUnsavedElsewhere).toBe(true);
  setDirty(FORM, false);
  await expect.poll(hasUnsavedElsewhere).toBe(false);
});
