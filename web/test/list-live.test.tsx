// A list's handling of changes made elsewhere while its rows, or a check for an earlier change, are loading.
import { EVENTS } from '@kuwei/contract/event';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket as WireSocket, WebSocketServer, type WebSocket as Peer } from 'ws';
import { socket } from '../src/api/live.ts';
import { queryClient } from '../src/api/query-client.ts';
import { saveTokens } from '../src/api/tokens.ts';
import { forgetPages, openPage } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { watchLiveData } from '../src/session/live-data.ts';
import { Pages } from '../src/shell/Pages.tsx';
import { useListData } from '../src/table/use-list-data.ts';
import { item, openPageOf } from './_pages.ts';
import { pair, createRefusal, startServer, type Reply, type Scripted } from './_server.ts';

const LIST = '/api/wms/transaction';
let server: Scripted;
let stop: () => void;
let peer: Peer;
/** State of the only row on the server. */
let state = '';
/** Held responses, each with the state at the time of its request. */
let held: (() => void)[] = [];

beforeAll(async () => {
  vi.stubGlobal('WebSocket', WireSocket);
  await loadPhrases('zh', 'first');
  server = await startServer();
  new WebSocketServer({ server: server.server, path: '/ws/msg' }).on('connection', (connected) => {
    peer = connected;
    connected.on('message', (data) => {
      const { id, t } = JSON.parse((data as Buffer).toString()) as { id: string; t: string };
      connected.send(JSON.stringify({ id, t, c: 200, d: 'null' }));
    });
  });
  saveTokens(pair('a') as never);
  socket.start();
  await vi.waitFor(() => expect(socket.state).toBe('connected'), 20_000);
  stop = watchLiveData();
});
afterAll(() => {
  stop();
  socket.stop();
  return server.close();
});
beforeEach(() => {
  forgetPages();
  queryClient.clear();
  server.received.length = 0;
  held = [];
  server.answer(() => {
    const body = { list: [{ id: 'r', state }], total: 1, exact: true, page: 1, size: 20 };
    return new Promise<Reply>((answered) => held.push(() => answered({ body })));
  });
});

let ask: (page: number) => void;
let again: () => Promise<unknown>;
function List() {
  const [at, setAt] = useState(1);
  ask = setAt;
  const { page, error, refresh } = useListData(transactionRoutes.listTransactions, { page: at, size: 20 }, ({ id }) => id, true);
  again = refresh;
  return (
    <output>
      {page?.list[0]?.state}
      {error && ' failed'}
    </output>
  );
}
const draw = (): void => {
  render(
    <QueryClientProvider client={queryClient}>
      <Pages />
    </QueryClientProvider>,
  );
  act(() => openPage(openPageOf('/admin/list', item('list'), List)));
};
const expectRequests = (times: number) => expect.poll(() => server.to(LIST).length).toBe(times);
const shown = (text: string) => expect.poll(() => screen.getByRole('status').textContent).toBe(text);
const release = (): void => held.splice(0).forEach((answer) => answer());
/** Changes the row, and sends the event. */
async function change(to: string): Promise<void> {
  state = to;
  peer.send(JSON.stringify({ t: '_P', d: JSON.stringify({ ...EVENTS.transaction, d: { id: 'r', state } }) }));
  // Longer than a list groups changes.
  await act(() => new Promise((waited) => setTimeout(waited, 600)));
}

test('[S2.147] a change while the rows are loading is shown once they have loaded', async () => {
  state = 'PENDING';
  draw();
  await expectRequests(1);
  await change('APPROVED');
  release();
  await shown('PENDING');
  await expectRequests(2);
  release();
  await shown('APPROVED');
});

test('[S2.147] a change during the check for an earlier one is checked next', async () => {
  state = 'PENDING';
  draw();
  await expectRequests(1);
  release();
  await shown('PENDING');
  await change('APPROVED');
  await expectRequests(2);
  await change('DONE');
  expect(server.to(LIST)).toHaveLength(2);
  release();
  await shown('APPROVED');
  await expectRequests(3);
  release();
  await shown('DONE');
});

test('[S2.147] rows left behind on another page of the list are refetched when shown again', async () => {
  state = 'PENDING';
  draw();
  await expectRequests(1);
  release();
  await shown('PENDING');
  act(() => openPage(openPageOf('/admin/other', item('other'))));
  await change('APPROVED');
  expect(server.to(LIST)).toHaveLength(1);
  act(() => openPage(openPageOf('/admin/list', item('list'), List)));
  await expectRequests(2);
  release();
  await shown('APPROVED');
});

test('a failed query shows no rows of the previous one; a failed refetch keeps its own', async () => {
  state = 'PENDING';
  draw();
  await expectRequests(1);
  release();
  await shown('PENDING');
  server.answer(() => createRefusal(500, 'SERVER', '服务器出错'));
  await act(() => again());
  await shown('PENDING failed');
  act(() => ask(2));
  await shown(' failed');
});
