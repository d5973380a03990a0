// An ambiguous file of lines: nothing is added before the user has seen how it was read.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, configure, fireEvent, render, screen } from '@testing-library/react';
import { App } from 'antd';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../src/api/query-client.ts';
import { saveTokens } from '../src/api/tokens.ts';
import { openPage } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { Pages } from '../src/shell/Pages.tsx';
import type { Lines } from '../src/wms/lines/lines-state.ts';
import { ReadingDialog } from '../src/wms/lines/ReadingDialog.tsx';
import { useLineSources } from '../src/wms/lines/use-line-sources.ts';
import { item, openPageOf } from './_pages.ts';
import { pair, startServer, type Scripted } from './_server.ts';

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });
let server: Scripted;
beforeAll(async () => {
  await Promise.all((['first', 'pages', 'imports', 'goods', 'documents'] as const).map((part) => loadPhrases('zh', part)));
  server = await startServer();
  saveTokens(pair('a') as never);
});
afterAll(() => server.close());

/** Number of lines per addition. */
const added: number[] = [];
const lines = { lines: [], add: (additions: readonly unknown[]) => added.push(additions.length) } as unknown as Lines;
let choose: (file: File) => Promise<void>;
function Sources() {
  const sources = useLineSources('INBOUND', null, lines);
  choose = sources.readWorkbook;
  const { askedReading, busy, answerReading } = sources;
  return askedReading && <ReadingDialog asked={askedReading} busy={busy !== null} onAnswer={answerReading} />;
}

const file = { sheet: 0, sheets: [], hiddenRows: 0, left: 0, columns: ['code', 'qty'], unread: [], unused: [] };
const line = {
  row: 1,
  raw: { code: 'X', batchNo: null, madeOn: null, expiresOn: null, unit: null, qty: '1', unitPrice: null, remark: null },
  unit: null,
  product: null,
  line: null,
  errors: [],
  notes: [],
};

test('[F-3B3] a file of lines shows its detected encoding, is read again with another one, and then added', async () => {
  server.answer(({ query }) => {
    const taken = query.get('encoding') ?? 'gb18030';
    return { body: { ...file, encoding: { taken, samples: [`as ${taken}`] }, commas: null, lines: [line] } };
  });
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <Pages />
      </App>
    </QueryClientProvider>,
  );
  act(() => openPage(openPageOf('/admin/a', item('a'), Sources)));
  await vi.waitFor(() => expect(choose).toBeTypeOf('function'));
  await act(() => choose(new File(['x'], 'lines.csv')));
  await screen.findByText(/as gb18030/);
  expect(added).toEqual([]);
  fireEvent.change(screen.getByLabelText('文件的字符编码'), { target: { value: 'big5' } });
  await screen.findByText(/as big5/);
  expect(added).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: /加入明细/ }));
  await vi.waitFor(() => expect(added).toEqual([1]));
  expect(server.to('/api/wms/transaction/lines/import').map(({ query }) => query.get('encoding'))).toEqual([null, 'big5']);
});
