// The page of statistics: its periods, exports and links.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { saveOrg } from '../src/api/org.ts';
import { queryClient } from '../src/api/query-client.ts';
import { saveTokens } from '../src/api/tokens.ts';
import { history } from '../src/browser/history.ts';
import { forgetPages, openPage } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { Pages } from '../src/shell/Pages.tsx';
import StatisticsPage from '../src/wms/statistics/StatisticsPage.tsx';
import { item, openPageOf } from './_pages.ts';
import { flushWire, pair, startServer, type Scripted } from './_server.ts';

const PAGE = '/admin/wms/statistics';
const PERIOD = { from: '2026-11-01', to: '2026-11-30' };
const MOMENT = { asOfSeq: 34, at: '2026-11-30T13:00:00Z' };
const figure = (flow: string, value: string) => ({
  flow,
  entries: 2,
  value,
  unpriced: 0,
  amounts: [{ unit: 'BOTTLE', qty: '5' }],
});
const REPLIES: Record<string, object> = {
  flow: {
    ...MOMENT,
    period: PERIOD,
    before: null,
    total: [figure('IN', '120')],
    totalBefore: null,
    rows: [{ key: 'w1', label: '一号库', flows: [figure('IN', '120')] }],
    others: null,
  },
};

let server: Scripted;
beforeAll(async () => {
  for (const part of ['first', 'pages', 'stat'] as const) await loadPhrases('zh', part);
  server = await startServer();
});
afterAll(() => server.close());
afterEach(() => vi.useRealTimers());
beforeEach(() => {
  localStorage.clear();
  saveTokens(pair('a') as never);
  saveOrg(null);
  forgetPages();
  queryClient.clear();
  server.received.length = 0;
  server.answer(({ path }) => {
    const kind = path.replace('/api/wms/statistics/', '');
    return kind in REPLIES ? { body: REPLIES[kind] } : { status: 404 };
  });
});

/** Opens the page, and waits until its figures are there. */
async function open(query = ''): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <Pages />
    </QueryClientProvider>,
  );
  history.replace({ pathname: PAGE, search: query, hash: '' });
  act(() => openPage(openPageOf(`${PAGE}${query}`, item('wms/statistics'), StatisticsPage)));
  await act(flushWire);
}
const pressed = (): (string | null)[] =>
  within(screen.getByRole('group', { name: '期间' }))
    .getAllByRole('button', { pressed: true })
    .map(({ textContent }) => textContent);

test('in December the last twelve months are shown as chosen, also as this year', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 11, 15) });
  await open('?from=2026-01-01');
  expect(pressed()).toContain('近 12 个月');
});

test('a reversed period is reported once, and asks the server nothing', async () => {
  await open('?from=2026-11-30&to=2026-11-01');
  expect(screen.getByRole('alert').textContent).toContain('开始日期 2026-11-30 晚于结束日期 2026-11-01');
  expect(server.received.filter(({ path }) => path.startsWith('/api/wms/statistics/'))).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: '对调两个日期' }));
  expect(history.place.search).toBe('?from=2026-11-01&to=2026-11-30');
});

test('the export names no number of rows, as its file has one per flow and unit', async () => {
  await open('?by=warehouse');
  const exporter = within(screen.getByRole('region', { name: '出入库' })).getByRole('button', { name: '导出' });
  expect(exporter.title).toBe('');
});
