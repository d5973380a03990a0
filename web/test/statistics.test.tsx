// The page of statistics: its periods, exports and links.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { saveOrg } from '../src/api/org.ts';
import { queryClient } from '../src/api/query-client.ts';
import { saveTokens } from '../src/api/tokens.ts';
import { history } from '../src/browser/history.ts';
import { forgetPages, openPage } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { Pages } from '../src/shell/Pages.tsx';
import StatEntryPage from '../src/wms/statistics/StatEntryPage.tsx';
import StatisticsPage from '../src/wms/statistics/StatisticsPage.tsx';
import { item, openPageOf } from './_pages.ts';
import { flushWire, pair, startServer, type Scripted } from './_server.ts';

const PAGE = '/admin/wms/statistics';
const CATEGORY = '019a0000-0000-7000-8000-000000000001';
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
  entry: {
    list: [
      {
        seq: 3,
        at: '2026-11-20T01:00:00Z',
        kind: 'IN',
        flow: 'IN',
        transactionNo: 'IN1',
        transactionType: 'INBOUND',
        warehouseName: '一号库',
        ownerOrgName: '催化化学',
        productCode: 'C-1',
        productName: '无水乙醇',
        baseUnit: 'BOTTLE',
        batchNo: 'B1',
        qtyDelta: '5',
        unitPrice: '28',
        value: '140',
      },
    ],
    total: 31,
    exact: true,
    page: 1,
    size: 20,
  },
  'entry/total': { value: '34828', unpriced: 6 },
};

let server: Scripted;
beforeAll(async () => {
  for (const part of ['first', 'pages', 'stat', 'ledger'] as const) await loadPhrases('zh', part);
  server = await startServer();
  // Without a layout there is nothing to scroll.
  Element.prototype.scrollTo = () => {};
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
async function open(query = '', path = PAGE, Page: ComponentType = StatisticsPage): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <Pages />
    </QueryClientProvider>,
  );
  history.replace({ pathname: path, search: query, hash: '' });
  act(() => openPage(openPageOf(`${path}${query}`, item('wms/statistics'), Page)));
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

test('entries behind a figure show every filter of their address, and the sum of all pages', async () => {
  await open(`?control=TOXIC&controlSet=TOXIC&ownCategoryId=${CATEGORY}&asOfSeq=34`, `${PAGE}/entry`, StatEntryPage);
  const chips = [...document.querySelectorAll('.filter.set')].map(({ textContent }) => textContent);
  expect(chips).toEqual(['管控类别剧毒', '管控类别剧毒', '分类…（不含下级）', '数据截至台账 34']);
  expect(document.querySelector('tfoot')!.textContent).toBe('本页合计¥140.00合计全部 ¥34,828.00');
  const [asked] = server.to('/api/wms/statistics/entry/total');
  expect(Object.fromEntries(asked!.query)).toMatchObject({ controlSet: 'TOXIC', ownCategoryId: CATEGORY, asOfSeq: '34' });
});
