// A new count: its boxes are named before it is saved, saving leads to the draft, and publishing it says who could still be added.
import { countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, configure, fireEvent, render, screen } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../src/api/query-client.ts';
import { saveTokens } from '../src/api/tokens.ts';
import { history } from '../src/browser/history.ts';
import { forgetPages, openPage } from '../src/page/pages.ts';
import { loadPhrases, useLocaleState } from '../src/phrase/phrases.ts';
import { Pages } from '../src/shell/Pages.tsx';
import { countAddress, countOfBoxes } from '../src/wms/inventory/addresses.ts';
import { CountDraft } from '../src/wms/inventory/CountDraft.tsx';
import { SpareNote, useCounters } from '../src/wms/inventory/SpareNote.tsx';
import { item, openPageOf } from './_pages.ts';
import { pair, startServer, flushWire, type Scripted } from './_server.ts';

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });

const idOf = (n: number): string => `0190a6a8-0000-7000-8000-00000000000${n}`;
const WAREHOUSE = idOf(9);
const [KEEPER, OTHER, MANAGER] = [
  { id: idOf(1), name: 'Li', username: 'keeper', seen: false },
  { id: idOf(2), name: 'Wang', username: 'keeper2', seen: false },
  { id: idOf(3), name: 'Zheng', username: 'manager', seen: true },
];
let people = [KEEPER, OTHER, MANAGER];
let server: Scripted;
beforeAll(async () => {
  globalThis.IntersectionObserver = class {
    observe(): void {}
    disconnect(): void {}
  } as never;
  for (const part of ['first', 'pages', 'goods', 'count'] as const) await loadPhrases('en', part);
  useLocaleState.setState({ locale: 'en' });
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  saveTokens(pair('a') as never);
  forgetPages();
  queryClient.clear();
  server.received.length = 0;
  server.answer(({ method, path }) => {
    if (path.includes(countRoutes.selectCounters.path)) return { body: people };
    if (path.includes(countRoutes.previewCount.path))
      return { body: { boxes: 2, lines: 2, twoCounters: 0, inCount: 0, taken: null } };
    if (path.includes(boxRoutes.listBoxes.path))
      return { body: { list: [box(4, 'W2-A-1'), box(5, 'W2-A-2')], total: 2, exact: true, page: 1, size: 50 } };
    if (method === 'POST') return { body: { id: idOf(8), no: 'PD1', rev: 1 } };
    return { body: path.endsWith('select') ? [{ id: WAREHOUSE, code: 'W2', name: 'Main' }] : { list: [], total: 0 } };
  });
});
const box = (n: number, code: string) => ({ id: idOf(n), code, containerName: 'A' });

function draw(address: string, Drawn: () => React.ReactNode): void {
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <Pages />
      </ConfigProvider>
    </QueryClientProvider>,
  );
  act(() => openPage(openPageOf(address, item('counts'), Drawn)));
}

test('[F-CN6] chosen boxes are named before the count is saved, and saving leads to the draft to publish it', async () => {
  draw(countOfBoxes(WAREHOUSE, [idOf(4), idOf(5)]), CountDraft);
  expect(await screen.findByText('W2-A-1')).toBeTruthy();
  expect(screen.getByText('W2-A-2')).toBeTruthy();
  fireEvent.mouseDown(screen.getByLabelText('Counters'));
  fireEvent.click(await screen.findByText('Li', { selector: '.ant-select-item-option *' }));
  await act(async () => {
    fireEvent.click(await screen.findByRole('button', { name: /Save$/ }));
    await flushWire();
  });
  await vi.waitFor(() => expect(history.place.pathname + history.place.search).toBe(countAddress(idOf(8))));
});

test('[F-CN3] publication warns where a line that all have counted could be recounted by no other', async () => {
  const count = { id: idOf(8), blind: true, state: 'DRAFT', assignees: [KEEPER.id, OTHER.id] } as Count;
  const Note = (more: Partial<Count> = {}) =>
    function Drawn() {
      return <SpareNote count={{ ...count, ...more }} people={useCounters(count)} />;
    };
  draw('/admin/a', Note());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('this count can only be cancelled');
  expect(alert.textContent).toContain('Name one of these now, as they can’t be added to a blind count later: Zheng.');
  people = [KEEPER, OTHER, MANAGER, { id: idOf(7), name: 'Zhao', username: 'keeper3', seen: false }];
  queryClient.clear();
  forgetPages();
  draw('/admin/b', Note());
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText(/can only be cancelled/)).toBeNull();
});
