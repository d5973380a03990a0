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
import { useUser } from '../src/session/user.ts';
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
    before: { from: '2026-10-02', to: '2026-10-31' },
    total: [figure('IN', '120')],
    totalBefore: [figure('IN', '80')],
    rows: [{ key: 'w1', label: '一号库', flows: [figure('IN', '120')], before: [figure('IN', '80')] }],
    others: null,
  },
  age: {
    ...MOMENT,
    period: PERIOD,
    waste: { entries: 2, value: '30', unpriced: 0 },
    total: { rows: 3, value: '50', unpriced: 0, amounts: [] },
    rows: [{ key: 'EXPIRED', figure: { rows: 3, value: '50', unpriced: 0, amounts: [] } }],
  },
  space: {
    ...MOMENT,
    total: { boxes: 230, used: 22, percent: '9.6' },
    rows: [{ key: 'w1', label: '一号库', figure: { boxes: 230, used: 22, percent: '9.6' } }],
    others: null,
  },
  hazard: {
    ...MOMENT,
    highest: null,
    products: 1,
    unknown: 0,
    rows: [{ key: 'w1/p1', label: '乙醇', index: '0.1', massT: '1', criticalT: '10', products: 1, unknown: 0 }],
    others: 0,
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
  useUser.setState({ roles: [{ code: 'ROLE_WMS_ADMIN_PBOX', powers: [] }] as never });
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
  act(() => openPage({ ...openPageOf(`${path}${query}`, item('wms/statistics'), Page), pageRole: 'ROLE_WAREHOUSE_ADMIN' }));
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
  expect(document.querySelector('tfoot')!.textContent).toBe('本页合计¥140.00全部合计 ¥34,828.00');
  const [asked] = server.to('/api/wms/statistics/entry/total');
  expect(Object.fromEntries(asked!.query)).toMatchObject({ controlSet: 'TOXIC', ownCategoryId: CATEGORY, asOfSeq: '34' });
});

const section = (name: string) => screen.getByRole('region', { name });
const linksIn = (name: string): string[] =>
  within(section(name))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')!);
const STOCK = '/admin/wms/product-box/list';
const BOXES = '/admin/wms/warehouse-box/list?state=ACTIVE%2CLOCKED';

test('figures lead to the stock and boxes that they count, with the filters of the page', async () => {
  await open(`?control=NONE&ageBy=expiry&hazardBy=product`);
  const all = `${STOCK}?controlFlag=NONE`;
  const waste = `${PAGE}/entry?control=NONE&from=2026-11-01&to=2026-11-30&flow=DISPOSE&expired=true&asOfSeq=34`;
  expect(new Set(linksIn('库龄与效期'))).toEqual(new Set([all, `${all}&expiry=EXPIRED`, waste]));
  expect(new Set(linksIn('库位使用'))).toEqual(
    new Set([BOXES, `${BOXES}&occupied=true`, `${BOXES}&warehouseId=w1&occupied=true`, `${BOXES}&warehouseId=w1`]),
  );
  expect(linksIn('重大危险源指数 S')).toContain(`${STOCK}?warehouseId=w1&productId=p1`);
  useUser.setState({ roles: [] });
  await act(flushWire);
  expect(linksIn('库龄与效期')).toEqual([waste]);
});

test('a card says which of the chosen filters it does not use', async () => {
  await open(`?control=NONE&ownerOrgId=${CATEGORY}`);
  const hints = (name: string) => section(name).textContent;
  expect(hints('库位使用')).toContain('此处不按组织、管控类别筛选。');
  expect(hints('审核工作量')).toContain('此处不按管控类别筛选。');
  expect(hints('出入库')).not.toContain('此处不按');
});

test('compared rows show their change, and the card the days of the period before', async () => {
  await open('?by=warehouse&compare=true');
  const flow = section('出入库');
  expect(flow.textContent).toContain('上期：2026-10-02 – 2026-10-31');
  expect(within(flow).getByRole('row', { name: /一号库/ }).textContent).toContain('+50.0%');
  expect(within(flow).getByRole('columnheader', { name: '较上期' }).className).toBe('stat-wide');
});

test('printed statistics begin with their period, filters, and who printed them', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 30, 21, 5) });
  await open('?control=NONE&from=2026-10-01');
  const head = () => document.querySelector('.stat-printed')!.textContent;
  expect(head()).toBe('打印于 2026-11-30 21:05期间 2026-10-01 – 2026-11-30管控类别非管控');
  vi.setSystemTime(new Date(2026, 11, 1, 8, 0));
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(head()).toContain('打印于 2026-12-01 08:00');
});
