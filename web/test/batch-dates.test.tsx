import { QueryClientProvider } from '@tanstack/react-query';
import { act, configure, fireEvent, render, screen } from '@testing-library/react';
import { App } from 'antd';
import type { Batch } from '@kuwei/contract/wms/batch';
import { beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../src/api/query-client.ts';
import { openPage } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { Pages } from '../src/shell/Pages.tsx';
import { DatesDialog } from '../src/wms/batch/BatchDialogs.tsx';
import { item, openPageOf } from './_pages.ts';

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });
beforeAll(() => Promise.all((['first', 'pages', 'goods', 'documents'] as const).map((part) => loadPhrases('zh', part))));

const batch = { id: 'b', batchNo: 'A1', madeOn: '2001-01-02', expiresOn: null, rev: 1 } as Batch;

test('[F-3B12] warns of implausible dates when the dates of a batch are corrected', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <Pages />
      </App>
    </QueryClientProvider>,
  );
  act(() => openPage(openPageOf('/admin/a', item('a'), () => <DatesDialog batch={batch} onClose={() => {}} />)));
  const enter = (label: string, day: string): void => {
    fireEvent.change(screen.getByLabelText(label), { target: { value: day } });
    fireEvent.blur(screen.getByLabelText(label));
  };
  await screen.findByLabelText('生产日期');
  expect(screen.queryByText('生产日期在今天之后')).toBeNull();
  enter('生产日期', '2998-01-02');
  await screen.findByText('生产日期在今天之后');
  enter('生产日期', '2001-01-02');
  enter('有效期至', '2002-01-02');
  await screen.findByText('已过有效期');
  expect(screen.queryByText('生产日期在今天之后')).toBeNull();
});
