import { userRoutes } from '@kuwei/contract/auth/user';
import { DEVICE_HEADER, TOKEN_FRESH_PART } from '@kuwei/contract/constants';
import { NO_MENU_GRANTS } from '@kuwei/contract/menu';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { call } from '../src/api/call.ts';
import { chosenOrg, saveOrg } from '../src/api/org.ts';
import { pageRole } from '../src/api/page-role.ts';
import { accessToken } from '../src/api/refresh.ts';
import { dropTokens, isSignedIn, saveTokens, getStoredTokens } from '../src/api/tokens.ts';
import { history } from '../src/browser/history.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { restoreSession, signIn, signOut } from '../src/session/sign.ts';
import { useVersion } from '../src/session/version.ts';
import { forgetUser, useUser } from '../src/session/user.ts';
import { pair, createRefusal, sleep, startServer, type Reply, type Scripted } from './_server.ts';

const REFRESH = '/api/auth/auth/token/refresh';
const ME = '/api/auth/biz/user/by-me';
const user = { id: 'u1', name: '陈思远', username: 'teacher', roles: [] };
const roles = [{ code: 'ROLE_TEACHER', powers: [] }];

let server: Scripted;
/** Response to the refresh. */
let refreshed: () => Reply | Promise<Reply>;
/** Access tokens that the server accepts. */
let good: Set<string>;

beforeAll(async () => {
  await loadPhrases('zh', 'first');
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  localStorage.clear();
  server.received.length = 0;
  useUser.setState({ user: null, roles: [] });
  history.replace('/somewhere');
  good = new Set(['token-a']);
  refreshed = () => {
    good.add('token-b');
    return { body: pair('b') };
  };
  server.answer(({ path, headers }) => {
    if (path === REFRESH) return refreshed();
    if (path === '/api/auth/auth/token/revoke') return {};
    if (!good.has(headers.authorization?.slice('Bearer '.length) ?? '')) return createRefusal(401, 'TOKEN_FAIL');
    if (path === ME) return { body: user };
    if (path === '/api/auth/user/power') return { body: { roles, menu: NO_MENU_GRANTS } };
    return { body: {} };
  });
});
afterEach(() => void vi.useRealTimers());

const passSeconds = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1_000);
const begin = (expries = 1_000): void => void saveTokens(pair('a', expries) as never);

describe('token lifetime', () => {
  test('[S4.44] signed in exactly while tokens are set', () => {
    expect(isSignedIn()).toBe(false);
    begin();
    expect(isSignedIn()).toBe(true);
    passSeconds(604_800);
    expect(isSignedIn()).toBe(false);
  });

  test('[S4.45, S9.27] until 80 % of its lifetime the token is fresh, and not refreshed', async () => {
    expect(TOKEN_FRESH_PART).toBe(0.8);
    begin();
    passSeconds(799);
    expect(await accessToken()).toBe('token-a');
    await sleep(20);
    expect(server.to(REFRESH)).toEqual([]);
  });

  test('[S4.46] afterwards a refresh starts in the background, and the request is sent with the old token', async () => {
    begin();
    passSeconds(801);
    let answer = (): void => {};
    refreshed = () => new Promise((resolve) => (answer = () => resolve({ body: pair('b') })));
    await call(userRoutes.getMe);
    expect(server.to(ME)[0]!.headers.authorization).toBe('Bearer token-a');
    await expect.poll(() => server.to(REFRESH).length).toBe(1);
    answer();
    await expect.poll(() => getStoredTokens()?.token).toBe('token-b');
  });

  test('[S4.47, S7.05] with only a refresh token left, it is exchanged before the request is sent', async () => {
    begin();
    passSeconds(1_001);
    await call(userRoutes.getMe);
    expect(server.received.map(({ path }) => path)).toEqual([REFRESH, ME]);
    expect(JSON.parse(server.received[0]!.body)).toEqual({ rtoken: 'rtoken-a' });
    expect(server.received[0]!.headers.authorization).toBeUndefined();
    expect(server.received[1]!.headers.authorization).toBe('Bearer token-b');
  });

  test('[S4.52] parallel requests share one refresh', async () => {
    begin();
    passSeconds(1_001);
    await Promise.all(Array.from({ length: 8 }, () => call(userRoutes.getMe)));
    expect(server.to(REFRESH)).toHaveLength(1);
    expect(server.to(ME)).toHaveLength(8);
  });

  test('[S9.28] a refresh moves the marker by a minute: no second one meanwhile, a new attempt afterwards', async () => {
    begin(10_000);
    passSeconds(8_001);
    refreshed = () => ({ status: 503, text: 'busy' });
    await accessToken();
    await expect.poll(() => server.to(REFRESH).length).toBe(1);
    passSeconds(59);
    await accessToken();
    await sleep(20);
    expect(server.to(REFRESH)).toHaveLength(1);
    passSeconds(2);
    await accessToken();
    await expect.poll(() => server.to(REFRESH).length).toBe(2);
  });

  test('a pair already exchanged by another window is used, not exchanged again', async () => {
    begin();
    good = new Set(['token-b']);
    const asked = call(userRoutes.getMe);
    saveTokens(pair('b') as never, getStoredTokens()!.session);
    await asked;
    expect(server.to(REFRESH)).toEqual([]);
  });
});

describe('failed refresh', () => {
  test('[S4.48] SIGN_FAIL clears user, power list and tokens', async () => {
    begin();
    await restoreSession();
    expect(useUser.getState().user?.name).toBe('陈思远');
    const { watchSession } = await import('../src/session/sign.ts');
    const stop = watchSession({ onSignedOut: () => {}, onSignedInElsewhere: () => {} });
    passSeconds(1_001);
    refreshed = () => createRefusal(401, 'SIGN_FAIL');
    await expect(call(userRoutes.getMe)).rejects.toMatchObject({ code: 'SIGN_FAIL' });
    expect([getStoredTokens(), useUser.getState().user, useUser.getState().roles]).toEqual([null, null, []]);
    stop();
  });

  test('[S4.48] another failure clears nothing', async () => {
    begin();
    await restoreSession();
    passSeconds(1_001);
    refreshed = () => createRefusal(503, 'UNAVAILABLE');
    await expect(call(userRoutes.getMe)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(getStoredTokens()?.rtoken).toBe('rtoken-a');
    expect(useUser.getState().user?.name).toBe('陈思远');
  });
});

describe('rejected token', () => {
  const refuseWith = (code: string): void => {
    server.answer(({ path, headers }) => {
      if (path === REFRESH) return refreshed();
      return headers.authorization === 'Bearer token-b' ? { body: user } : createRefusal(401, code);
    });
  };

  test('[S8.26] UNAUTHORIZED: refreshed, and the request repeated once with the new token', async () => {
    begin();
    refuseWith('UNAUTHORIZED');
    expect(await call(userRoutes.getMe)).toEqual(user);
    expect(server.to(ME).map(({ headers }) => headers.authorization)).toEqual(['Bearer token-a', 'Bearer token-b']);
    expect(server.to(REFRESH)).toHaveLength(1);
  });

  test('[S8.27][security 16] TOKEN_FAIL: the same, and a write keeps its key', async () => {
    begin();
    refuseWith('TOKEN_FAIL');
    await call(userRoutes.saveSetting, { params: { key: 'a' }, body: { value: 1 } });
    const [first, second] = server.received.filter(({ method }) => method === 'PUT');
    expect(second!.headers.authorization).toBe('Bearer token-b');
    expect(second!.headers['idempotency-key']).toBe(first!.headers['idempotency-key']);
    expect(second!.body).toBe(first!.body);
  });

  test('[S8.28, S9.32][security 16] a second rejection, or one with another code, does not refresh again', async () => {
    begin();
    server.answer(({ path }) => (path === REFRESH ? refreshed() : createRefusal(401, 'TOKEN_FAIL')));
    await expect(call(userRoutes.getMe)).rejects.toMatchObject({ code: 'TOKEN_FAIL' });
    expect([server.to(REFRESH).length, server.to(ME).length]).toEqual([1, 2]);
    server.received.length = 0;
    server.answer(() => createRefusal(401, 'SIGN_FAIL'));
    await expect(call(userRoutes.getMe)).rejects.toMatchObject({ code: 'SIGN_FAIL' });
    expect([server.to(REFRESH).length, server.to(ME).length]).toEqual([0, 1]);
  });

  test('[S8.29] if the refresh fails, the start page opens, and the call fails', async () => {
    begin();
    good.clear();
    refreshed = () => createRefusal(401, 'SIGN_FAIL');
    await expect(call(userRoutes.getMe)).rejects.toMatchObject({ code: 'SIGN_FAIL' });
    expect(history.place.pathname).toBe('/');
  });
});

describe('signing in and out', () => {
  test('[S4.22, S4.44] signing in loads the user, and activates and stores the page role', async () => {
    await signIn(pair('a') as never);
    expect(useUser.getState()).toMatchObject({ user: { username: 'teacher' }, roles });
    expect([pageRole(), localStorage.getItem('page_role')]).toEqual(['ROLE_TEACHER', '"ROLE_TEACHER"']);
  });

  test('[S4.50] signing out revokes both tokens and clears user, power list, page role and tokens', async () => {
    await signIn(pair('a') as never);
    await signOut();
    const [revoked] = server.to('/api/auth/auth/token/revoke');
    expect(JSON.parse(revoked!.body)).toEqual({ token: 'token-a', rtoken: 'rtoken-a' });
    expect(revoked!.headers.authorization).toBeUndefined();
    expect(useUser.getState()).toEqual({ user: null, roles: [], opened: NO_MENU_GRANTS, seesOthers: false });
    expect([getStoredTokens(), pageRole(), localStorage.getItem('page_role')]).toEqual([null, null, null]);
  });

  test('a rejected call during sign-out does not count as another end of the session, and leaves no draft', async () => {
    const { watchSession } = await import('../src/session/sign.ts');
    sessionStorage.clear();
    await signIn(pair('a') as never);
    const stop = watchSession({ onSignedOut: () => history.replace('/'), onSignedInElsewhere: () => {} });
    sessionStorage.setItem('draft u1 a', '{}');
    server.answer(async ({ path }) => {
      if (path !== '/api/auth/auth/token/revoke') return createRefusal(401, path === REFRESH ? 'SIGN_FAIL' : 'TOKEN_FAIL');
      // The session has ended on the server: a list refetched just now finds out before this is answered.
      await expect(call(userRoutes.getMe)).rejects.toMatchObject({ code: 'SIGN_FAIL' });
      expect(isSignedIn()).toBe(true);
      return {};
    });
    await signOut();
    stop();
    expect([isSignedIn(), history.place.pathname]).toEqual([false, '/']);
    expect([sessionStorage.getItem('draft u1 a'), sessionStorage.getItem('ended'), sessionStorage.getItem('way_back')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('another window that learns of it first does not report a sign-out elsewhere to the user signing out', async () => {
    const { watchSession } = await import('../src/session/sign.ts');
    sessionStorage.clear();
    await signIn(pair('a') as never);
    const ends: boolean[] = [];
    const stop = watchSession({ onSignedOut: (stays) => ends.push(stays), onSignedInElsewhere: () => {} });
    server.answer(() => {
      localStorage.removeItem('session');
      window.dispatchEvent(new StorageEvent('storage', { key: 'session', newValue: null }));
      return {};
    });
    await signOut();
    stop();
    expect([isSignedIn(), ends, sessionStorage.getItem('ended')]).toEqual([false, [false], null]);
  });

  test('an unresponsive server does not prevent signing out here', async () => {
    await signIn(pair('a') as never);
    server.answer(() => ({ status: 502, text: 'down' }));
    await signOut();
    expect(isSignedIn()).toBe(false);
  });

  test('[S3.41] the device id survives sign-out, and every call carries it', async () => {
    await signIn(pair('a') as never);
    const device = localStorage.getItem('device_id');
    await signOut();
    expect(localStorage.getItem('device_id')).toBe(device);
    expect(device).not.toBeNull();
    expect(server.received.length).toBeGreaterThan(1);
    const sent = server.received.map(({ headers }) => JSON.stringify(headers[DEVICE_HEADER.toLowerCase()]));
    expect(new Set(sent)).toEqual(new Set([device]));
  });
});

test('stored tokens of another shape count as signed out', () => {
  for (const kept of [{ a: 1 }, { token: null, rtoken: null }, 'x', [], 7]) {
    localStorage.setItem('session', JSON.stringify(kept));
    expect(isSignedIn(), JSON.stringify(kept)).toBe(false);
  }
});

test('a session that turns out to have ended before anything was shown keeps its address', async () => {
  const { watchSession } = await import('../src/session/sign.ts');
  for (const isShown of [false, true]) {
    sessionStorage.clear();
    forgetUser();
    begin();
    const stays: boolean[] = [];
    const stop = watchSession({ onSignedOut: (each) => stays.push(each), onSignedInElsewhere: () => {} });
    if (isShown) await restoreSession();
    dropTokens('server');
    stop();
    expect(stays).toEqual([!isShown]);
  }
});

describe('[F-D12] a session ended by the server', () => {
  const lab = { id: 'o1', name: '催化化学课题组', type: 'LAB' as const };
  const SWITCH = '/api/wms/org/auth/switch-org';
  let stop = (): void => {};
  beforeEach(async () => {
    sessionStorage.clear();
    const { watchSession } = await import('../src/session/sign.ts');
    begin();
    stop = watchSession({ onSignedOut: () => history.replace('/'), onSignedInElsewhere: () => {} });
    await restoreSession();
    saveOrg(lab);
    history.replace('/teacher/wms/product?q=x#y');
    dropTokens('server');
    expect([history.place.pathname, chosenOrg()]).toEqual(['/', null]);
  });
  afterEach(() => stop());
  const answerAs = (other: object, switched: Reply): void =>
    server.answer(({ path }) => {
      if (path === ME) return { body: { ...user, ...other } };
      if (path === SWITCH) return switched;
      return { body: path === '/api/auth/user/power' ? { roles, menu: NO_MENU_GRANTS } : {} };
    });

  test('returns the same user to their page, in their organisation', async () => {
    answerAs({}, { body: lab });
    expect(await signIn(pair('b') as never)).toBe('/teacher/wms/product?q=x#y');
    expect(JSON.parse(server.to(SWITCH)[0]!.body)).toEqual({ orgId: 'o1' });
    expect(chosenOrg()).toEqual(lab);
    // Once only: signing out by hand leaves no return point.
    await signOut();
    expect(await signIn(pair('b') as never)).toBeNull();
  });

  test('returns without an organisation the user has lost', async () => {
    answerAs({}, createRefusal(404, 'NOT_FOUND'));
    expect(await signIn(pair('b') as never)).toBe('/teacher/wms/product?q=x#y');
    expect(chosenOrg()).toBeNull();
  });

  test('does not return another user', async () => {
    answerAs({ id: 'u2' }, { body: lab });
    expect(await signIn(pair('b') as never)).toBeNull();
    expect([server.to(SWITCH), chosenOrg(), sessionStorage.getItem('way_back')]).toEqual([[], null, null]);
  });
});

describe('drafts', () => {
  const kept = (): string[] =>
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith('draft '))
      .toSorted();
  const signedIn = async (other: object): Promise<void> => {
    server.answer(({ path }) => {
      if (path === ME) return { body: { ...user, authProxyUser: null, ...other } };
      return { body: path === '/api/auth/user/power' ? { roles, menu: NO_MENU_GRANTS } : {} };
    });
    await signIn(pair('a') as never);
  };
  beforeEach(() => {
    sessionStorage.clear();
    for (const key of ['draft u1 a', 'draft u1 b', 'draft u2 a', 'draft u11 a']) sessionStorage.setItem(key, '{}');
  });

  test('are restored for the same user, and deleted once another user signs in', async () => {
    await signedIn({ id: 'u1' });
    expect(kept()).toEqual(['draft u1 a', 'draft u1 b']);
    dropTokens('time');
    expect(kept()).toHaveLength(2);
    await signedIn({ id: 'u1' });
    expect(kept()).toHaveLength(2);
    await signedIn({ id: 'u2' });
    expect(kept()).toEqual([]);
  });

  test('are kept while their user impersonates another', async () => {
    await signedIn({ id: 'u2', authProxyUser: 'u1' });
    expect(kept()).toEqual(['draft u1 a', 'draft u1 b', 'draft u2 a']);
    await signedIn({ id: 'u1' });
    expect(kept()).toEqual(['draft u1 a', 'draft u1 b']);
  });
});

describe('impersonation', () => {
  let person: object;
  let stop = (): void => {};
  const endedMark = (): string | null => sessionStorage.getItem('ended');
  const actingMark = (): string | null => sessionStorage.getItem('acting');
  const goOnAs = async (other: object): Promise<void> => {
    person = { ...user, ...other };
    await restoreSession();
  };
  beforeEach(async () => {
    sessionStorage.clear();
    server.answer(({ path }) => {
      if (path === ME) return { body: person };
      if (path === '/api/auth/user/power') return { body: { roles, menu: NO_MENU_GRANTS } };
      return { body: {} };
    });
    begin();
    const { watchSession } = await import('../src/session/sign.ts');
    stop = watchSession({ onSignedOut: () => {}, onSignedInElsewhere: () => {} });
    await goOnAs({ authProxyUser: 'u2' });
    expect(actingMark()).toBe('"now"');
  });
  afterEach(() => stop());

  test('[security 19] that expires is reported as ended', () => {
    dropTokens('server');
    expect([actingMark(), endedMark()]).toEqual([null, '"acting"']);
  });

  test('[security 13] a window that hears from the server first that another one signed out reports a sign-out', () => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'session_end', newValue: '"hand"' }));
    dropTokens('server');
    expect([actingMark(), endedMark()]).toEqual([null, '"hand"']);
  });

  test('[security 19] once another window has ended it, the end of the own session does not count as its end', async () => {
    await goOnAs({ authProxyUser: null });
    dropTokens('server');
    expect([actingMark(), endedMark()]).toEqual([null, '"server"']);
  });

  test('a session that ends with a restore says so', async () => {
    await goOnAs({ authProxyUser: null });
    useVersion.setState({ mode: { kind: 'RESTORE', reason: '', until: null } });
    onTestFinished(() => useVersion.setState({ mode: null }));
    dropTokens('server');
    expect(endedMark()).toBe('"restore"');
  });

  test('[security 19] signing out in another window does not count as expiry', () => {
    localStorage.removeItem('session');
    window.dispatchEvent(new StorageEvent('storage', { key: 'session' }));
    expect(useUser.getState().user).toBeNull();
    expect([actingMark(), endedMark()]).toEqual([null, '"hand"']);
  });
});
