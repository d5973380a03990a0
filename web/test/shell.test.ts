import {
  CHUNK_RELOAD_GUARD_MS,
  COLLAPSE_KEY,
  PAGE_UPDATE_POLL_MS,
  PREFETCH_IDLE_MS,
  PREFETCH_START_MS,
  ROOT_FONT_MAX_PX,
  ROOT_FONT_MIN_PX,
  SIDEBAR_COLLAPSE_WIDTH,
  UNREAD_UNKNOWN,
} from '@kuwei/contract/constants';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveTokens } from '../src/api/tokens.ts';
import { isChunkError, mayReloadForChunk } from '../src/browser/chunk-reload.ts';
import { loadCode } from '../src/browser/lazy-part.ts';
import { watchStyles } from '../src/browser/lost-styles.ts';
import { registerScreens } from '../src/navigation/screens.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { screens } from '../src/screens.ts';
import { changesCount, forgetUnread, loadUnreadOnce, refreshUnread, unreadText, useUnread } from '../src/session/unread.ts';
import { displayName, initialOf } from '../src/session/user.ts';
import { chooseCollapsed, startsCollapsed, useCollapse } from '../src/shell/collapse.ts';
import { pageTag, watchPageUpdate } from '../src/shell/page-update.ts';
import { pagesOf, prefetchPages } from '../src/shell/prefetch.ts';
import { rootFontPx } from '../src/ui/root-font.ts';
import { item } from './_pages.ts';
import { waitFor, pair, startServer, flushWire, type Scripted } from './_server.ts';

let server: Scripted;
beforeAll(async () => {
  await loadPhrases('zh', 'first');
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  server.received.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('page-update check', () => {
  let tag: string;
  let status: number;
  beforeEach(() => {
    tag = '"one"';
    status = 200;
    server.answer(() => ({ status, text: '<html></html>', headers: { etag: tag } }));
  });
  /** Holds the clock of the check while I/O completes. */
  const checked = async (count: number): Promise<void> => {
    await waitFor(() => server.received.length === count);
    await flushWire();
  };
  const hold = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

  test('[S7.56] requests the page itself, bypassing caches, and reads its ETag', async () => {
    expect(await pageTag()).toBe('"one"');
    expect([server.received[0]!.method, server.received[0]!.path]).toEqual(['GET', '/']);
    expect(server.received[0]!.headers['cache-control']).toBe('no-cache');
  });

  test('[S4.30, S4.31, S9.08] every 60 s; the first ETag is only stored', async () => {
    expect(PAGE_UPDATE_POLL_MS).toBe(60_000);
    hold();
    const onUpdate = vi.fn();
    const stop = watchPageUpdate(onUpdate);
    await checked(1);
    vi.advanceTimersByTime(59_999);
    await flushWire();
    expect(server.received).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await checked(2);
    expect(onUpdate).not.toHaveBeenCalled();
    stop();
    vi.advanceTimersByTime(120_000);
    await flushWire();
    expect(server.received).toHaveLength(2);
  });

  test('[S4.32, S4.34] another ETag is reported, and the same one only once', async () => {
    hold();
    const onUpdate = vi.fn();
    const stop = watchPageUpdate(onUpdate);
    await checked(1);
    tag = '"two"';
    for (let minute = 2; minute <= 4; minute++) {
      vi.advanceTimersByTime(60_000);
      await checked(minute);
    }
    expect(onUpdate).toHaveBeenCalledTimes(1);
    stop();
  });

  test('[S8.09] a failed check is ignored, and the known ETag stays', async () => {
    hold();
    const onUpdate = vi.fn();
    const stop = watchPageUpdate(onUpdate);
    await checked(1);
    let checks = 1;
    for (const bad of [400, 404, 500, 502]) {
      status = bad;
      tag = '"bad"';
      vi.advanceTimersByTime(60_000);
      await checked(++checks);
    }
    status = 200;
    tag = '"one"';
    vi.advanceTimersByTime(60_000);
    await checked(++checks);
    expect(onUpdate).not.toHaveBeenCalled();
    stop();
    await server.close();
    expect(await pageTag()).toBeNull();
    server = await startServer();
  });
});

describe('background prefetch', () => {
  test('[S2.227, S9.09, S9.10] begins 5 s after the sidebar has loaded, one page at a time, waiting up to 2 s for idle time', async () => {
    expect([PREFETCH_START_MS, PREFETCH_IDLE_MS]).toEqual([5_000, 2_000]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const idle: { run: () => void; timeout: number | undefined }[] = [];
    vi.stubGlobal('requestIdleCallback', (run: () => void, options?: { timeout: number }) =>
      idle.push({ run, timeout: options?.timeout }),
    );
    const loaded: string[] = [];
    const page = (name: string) => async () => void loaded.push(name);
    prefetchPages([page('a'), () => Promise.reject(new Error('gone')), page('c')]);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(idle).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect([idle.length, idle[0]!.timeout, loaded]).toEqual([1, 2_000, []]);
    for (let at = 0; at < 3; at++) {
      idle[at]!.run();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(loaded).toEqual(['a', 'c']);
  });

  test('stops when the sidebar unmounts', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const page = vi.fn(async () => {});
    prefetchPages([page])();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page).not.toHaveBeenCalled();
  });

  test('each page of the menu once, including nested items', () => {
    const org = '/def/wms/user/switchorg';
    const menu = [
      item('a', { url: null, subs: [item('b', { url: org })] }),
      item('c', { url: `${org}?x=1` }),
      item('d', { url: '/def/none' }),
    ];
    registerScreens(screens);
    expect(pagesOf(menu)).toEqual([screens['wms/user/switchorg'].page.preload]);
  });
});

describe('sidebar', () => {
  test('[S9.11, S4.36] a window under 1500 starts collapsed, one of 1500 does not', () => {
    expect(SIDEBAR_COLLAPSE_WIDTH).toBe(1_500);
    expect([startsCollapsed(1_499), startsCollapsed(1_500)]).toEqual([true, false]);
  });

  test('[S9.22, S4.35] the choice is stored under its key; the width does not change it', () => {
    expect(COLLAPSE_KEY).toBe('page_collapse');
    chooseCollapsed(true);
    expect([localStorage.getItem('page_collapse'), useCollapse.getState().collapsed, startsCollapsed(1_920)]).toEqual([
      'true',
      true,
      true,
    ]);
    chooseCollapsed(false);
    expect([startsCollapsed(1_920), startsCollapsed(1_366), localStorage.getItem('page_collapse')]).toEqual([
      false,
      true,
      'false',
    ]);
  });
});

describe('unread count', () => {
  beforeEach(() => {
    saveTokens(pair('a') as never);
    forgetUnread();
    server.answer(() => ({ body: 3 }));
  });

  test('[S4.27, S9.20] starts as unknown, which is never shown as a number', () => {
    expect([UNREAD_UNKNOWN, useUnread.getState().count]).toEqual([-1, -1]);
    expect([unreadText(-1), unreadText(0), unreadText(7), unreadText(100)]).toEqual(['', '', '7', '99+']);
  });

  test("[S4.29, S7.41] the header requests it only while unknown, for the user's unread messages", async () => {
    await loadUnreadOnce();
    expect(useUnread.getState().count).toBe(3);
    await loadUnreadOnce();
    expect(server.received.map(({ path, query }) => `${path}?${query}`)).toEqual(['/api/sys/msg-inbox/by-me/count?state=NEW']);
  });

  test('[S4.28] a message that arrives during the request is counted, with one more request', async () => {
    let release = (): void => {};
    server.answer(() => new Promise((answered) => (release = () => answered({ body: 3 }))));
    const first = refreshUnread();
    await expect.poll(() => server.received.length).toBe(1);
    const second = [refreshUnread(), refreshUnread()];
    server.answer(() => ({ body: 5 }));
    release();
    await Promise.all([first, ...second]);
    expect(useUnread.getState().count).toBe(5);
    expect(server.received).toHaveLength(2);
  });

  test('[F-P3][S4.28] only a message event with data refetches it', () => {
    const event = (fc: string, ec: string, d: unknown) => ({ bc: 'sys', fc, ec, d });
    expect(changesCount(event('msg-inbox', 'add', {}))).toBe(true);
    const others = [event('msg-inbox', 'add', null), event('msg-inbox', 'change', {}), event('rights', 'add', {})];
    expect(others.map(changesCount)).toEqual([false, false, false]);
  });

  test('the known count stays if the server does not respond', async () => {
    await refreshUnread();
    server.answer(() => ({ status: 502, text: 'x' }));
    await refreshUnread();
    expect(useUnread.getState().count).toBe(3);
  });
});

describe('a chunk that fails to load', () => {
  beforeEach(() => server.answer(() => ({ status: 200 })));
  const gone = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');

  test('[S8.05, S9.18] reloads at most once in 60 s, recorded in the session', () => {
    expect(CHUNK_RELOAD_GUARD_MS).toBe(60_000);
    const now = Date.now();
    expect(mayReloadForChunk(now)).toBe(true);
    expect(JSON.parse(sessionStorage.getItem('chunk_reload')!)).toBe(now);
    expect(mayReloadForChunk(now + 59_999)).toBe(false);
    expect(mayReloadForChunk(now + 60_000)).toBe(true);
  });

  test('[S8.05] within that time the error is shown instead, other errors always', async () => {
    mayReloadForChunk();
    await expect(loadCode(() => Promise.reject(gone))).rejects.toBe(gone);
    await expect(loadCode(() => Promise.reject(new Error('own fault')))).rejects.toThrow('own fault');
    expect([isChunkError(gone), isChunkError(new Error('Importing a module script failed.')), isChunkError('x')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('[F-J4] is requested once more before a reload', async () => {
    let asked = 0;
    const code = await loadCode(() => (++asked === 1 ? Promise.reject(gone) : Promise.resolve('here')));
    expect([code, asked, sessionStorage.getItem('chunk_reload')]).toEqual(['here', 2, null]);
  });

  test('[F-J4] reloads its lost style sheet too, although Vite requests it only once', async () => {
    watchStyles();
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/a.css' });
    document.head.append(link);
    link.dispatchEvent(new Event('error'));
    const code = loadCode(() => Promise.resolve(document.head.contains(link)));
    const again = document.head.querySelector<HTMLLinkElement>('link[href="/assets/a.css"]')!;
    expect(again).not.toBe(link);
    again.dispatchEvent(new Event('load'));
    expect(await code).toBe(false);
  });
});

test('[S9.23] the root font grows with the window between 100 and 130 px', () => {
  expect([ROOT_FONT_MIN_PX, ROOT_FONT_MAX_PX]).toEqual([100, 130]);
  expect([320, 1_366, 1_920, 2_208, 2_496, 5_000].map(rootFontPx)).toEqual([100, 100, 100, 115, 130, 130]);
});

test('[S2.220, S2.221, S2.222] a user is shown by name, else by username; the avatar has the first character', () => {
  expect(displayName({ name: '陈思远', username: 'chen' })).toBe('陈思远');
  expect(displayName({ name: ' ', username: 'chen' })).toBe('chen');
  expect(['陈思远', 'chen', '𠮷田', ''].map(initialOf)).toEqual(['陈', 'C', '𠮷', '']);
});
