import { userRoutes } from '@kuwei/contract/auth/user';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveOrg } from '../src/api/org.ts';
import { invalidate, invalidateLive, queryClient } from '../src/api/query-client.ts';
import { saveTokens } from '../src/api/tokens.ts';
import { usePage } from '../src/page/page.ts';
import { forgetPages, openPage } from '../src/page/pages.ts';
import { reloadPage, usePageCall, usePageQuery, usePageWrite } from '../src/page/query.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { Pages } from '../src/shell/Pages.tsx';
import { item, openPageOf } from './_pages.ts';
import { pair, createRefusal, startServer, flushWire, type Scripted } from './_server.ts';

const COUNT = '/api/sys/msg-inbox/by-me/count';
let server: Scripted;
let answer = 0;
beforeAll(async () => {
  await loadPhrases('zh', 'first');
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  localStorage.clear();
  saveTokens(pair('a') as never);
  saveOrg(null);
  forgetPages();
  queryClient.clear();
  server.received.length = 0;
  server.answer(() => ({ body: ++answer }));
});

/** Each page searches the messages by its own text, so that no two share a response. */
function Count() {
  const { path } = usePage();
  const { data, error } = usePageQuery(msgInboxRoutes.countMine, { query: { q: path } });
  return <output aria-label={path}>{error ? error.message : data}</output>;
}
const countRequests = (path: string): number => server.to(COUNT).filter(({ query }) => query.get('q') === path).length;
const show = (code: string, pageRole: string | null = null): void =>
  act(() => openPage({ ...openPageOf(`/admin/${code}`, item(code), Count), pageRole }));
const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Pages />
    </QueryClientProvider>,
  );
const settled = (): Promise<void> => act(flushWire);

describe('reading', () => {
  test('a page fetches with its role; in the background it fetches nothing, not even stale data', async () => {
    draw();
    show('a', 'ROLE_STAFF');
    await expect.poll(() => countRequests('/admin/a')).toBe(1);
    expect(server.to(COUNT)[0]!.headers['x-page-role']).toBe('ROLE_STAFF');
    await settled();
    show('b');
    await expect.poll(() => countRequests('/admin/b')).toBe(1);
    await act(() => invalidate('/sys/msg-inbox'));
    await settled();
    expect([countRequests('/admin/a'), countRequests('/admin/b')]).toEqual([1, 2]);
    show('a', 'ROLE_STAFF');
    await expect.poll(() => countRequests('/admin/a')).toBe(2);
    await settled();
    expect(countRequests('/admin/b')).toBe(2);
  });

  test('coming to the front does not refetch fresh data', async () => {
    draw();
    show('a');
    await expect.poll(() => countRequests('/admin/a')).toBe(1);
    await settled();
    show('b');
    show('a');
    await settled();
    expect(countRequests('/admin/a')).toBe(1);
  });

  test("[S2.206] a page reload refetches its data, and no other page's", async () => {
    draw();
    show('a');
    await settled();
    show('b');
    await expect.poll(() => countRequests('/admin/b')).toBe(1);
    await settled();
    await act(() => reloadPage());
    await expect.poll(() => countRequests('/admin/b')).toBe(2);
    expect(countRequests('/admin/a')).toBe(1);
  });

  test('another group has its own responses', async () => {
    draw();
    show('a');
    await expect.poll(() => countRequests('/admin/a')).toBe(1);
    act(() => saveOrg({ id: 'o2', name: '二组', type: 'LAB' }));
    await expect.poll(() => countRequests('/admin/a')).toBe(2);
  });

  test('a request that never reached the server is retried, an error response is not', async () => {
    server.answer(() => createRefusal(409, 'ORG_NEEDED', '请先选择组织'));
    draw();
    show('a');
    await expect.poll(() => screen.getByLabelText('/admin/a').textContent).toBe('请先选择组织');
    expect(countRequests('/admin/a')).toBe(1);
    server.answer(({ query }) => (countRequests(query.get('q')!) < 2 ? { status: 502, text: 'down' } : { body: 7 }));
    show('b');
    await expect.poll(() => screen.getByLabelText('/admin/b').textContent).toBe('7');
  });
});

describe('live events', () => {
  /** Responses are sent when released, each with the state at the time of its request. */
  const held = (): (() => void) => {
    const waiting: (() => void)[] = [];
    server.answer(() => {
      const body = truth;
      return new Promise((answered) => waiting.push(() => answered({ body })));
    });
    return () => waiting.splice(0).forEach((release) => release());
  };
  let truth = 0;
  const shown = (path: string): string | null => screen.getByLabelText(path).textContent;

  test('an event during the first request is not lost', async () => {
    truth = 1;
    const release = held();
    draw();
    show('a');
    await expect.poll(() => countRequests('/admin/a')).toBe(1);
    truth = 2;
    act(() => void invalidateLive('/sys/msg-inbox'));
    act(() => void invalidateLive('/sys/msg-inbox'));
    release();
    await expect.poll(() => countRequests('/admin/a')).toBe(2);
    release();
    await expect.poll(() => shown('/admin/a')).toBe('2');
    expect(countRequests('/admin/a')).toBe(2);
  });

  test('many events during a request do not starve its response', async () => {
    truth = 1;
    draw();
    show('a');
    await settled();
    const release = held();
    act(() => void invalidateLive('/sys/msg-inbox'));
    await expect.poll(() => countRequests('/admin/a')).toBe(2);
    truth = 2;
    for (let times = 0; times < 5; times++) act(() => void invalidateLive('/sys/msg-inbox'));
    release();
    await expect.poll(() => shown('/admin/a')).toBe('1');
    await expect.poll(() => countRequests('/admin/a')).toBe(3);
    release();
    await expect.poll(() => shown('/admin/a')).toBe('2');
  });

  test('an event while a page waits in the background takes effect when it is back in front', async () => {
    truth = 1;
    const release = held();
    draw();
    show('a');
    await expect.poll(() => countRequests('/admin/a')).toBe(1);
    show('b');
    await expect.poll(() => countRequests('/admin/b')).toBe(1);
    truth = 2;
    act(() => void invalidateLive('/sys/msg-inbox'));
    release();
    await settled();
    release();
    await settled();
    show('a');
    await expect.poll(() => countRequests('/admin/a')).toBe(2);
    release();
    await expect.poll(() => shown('/admin/a')).toBe('2');
  });
});

describe('writing', () => {
  let save: ReturnType<typeof usePageWrite<typeof userRoutes.saveSetting>>;
  let ask: ReturnType<typeof usePageCall>;
  function Form() {
    save = usePageWrite(userRoutes.saveSetting, { changes: ['/auth/biz/user'] });
    ask = usePageCall();
    return null;
  }
  const open = (): void => {
    draw();
    act(() => openPage({ ...openPageOf('/admin/form', item('form'), Form), pageRole: 'ROLE_STAFF' }));
  };
  const write = (value: number) => act(() => save.mutateAsync({ params: { key: 'k' }, body: { value } }).catch(() => {}));
  const keys = (): unknown[] => server.received.map(({ headers }) => headers['idempotency-key']);

  test('a lost write is retried with its key; after success, an error response or other content the key is new', async () => {
    open();
    server.answer(() => ({ status: 502, text: 'down' }));
    await write(1);
    server.answer(() => ({ body: null }));
    await write(1);
    await write(1);
    server.answer(() => createRefusal(409, 'STALE'));
    await write(2);
    server.answer(() => ({ body: null }));
    await write(2);
    const [lost, again, next, refused, afterRefusal] = keys();
    expect(again).toBe(lost);
    expect(new Set([lost, next, refused, afterRefusal]).size).toBe(4);
    expect(server.received.every(({ headers }) => headers['x-page-role'] === 'ROLE_STAFF')).toBe(true);
  });

  test('a write that the server may have executed before failing is retried with its key', async () => {
    open();
    for (const [status, code] of [
      [500, 'SERVER'],
      [503, 'UNAVAILABLE'],
    ] as const) {
      server.received.length = 0;
      server.answer(() => createRefusal(status, code));
      await write(status);
      server.answer(() => ({ body: null }));
      await write(status);
      expect(new Set(keys()).size, code).toBe(1);
    }
  });

  test("[S7.06] a page's call is made under its role by default", async () => {
    open();
    await act(() => ask(userRoutes.getMe));
    await act(() => ask(userRoutes.getMe, {}, { pageRole: false }));
    expect(server.received.map(({ headers }) => headers['x-page-role'])).toEqual(['ROLE_STAFF', undefined]);
  });
});
