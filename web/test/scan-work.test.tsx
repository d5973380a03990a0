// Work by scanning: the large answer to the last scan.
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../src/api/query-client.ts';
import { openPage } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { Pages } from '../src/shell/Pages.tsx';
import { ScanWork } from '../src/wms/putaway/by-scan/ScanWork.tsx';
import type { BoxWork } from '../src/wms/putaway/use-box-work.ts';
import type { Plan } from '../src/wms/putaway/use-plan.ts';
import { item, openPageOf } from './_pages.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(async () => {
  for (const part of ['first', 'pages', 'documents', 'scan', 'scanning'] as const) await loadPhrases('zh', part);
});

test('a refusal of the server takes the place of the last answer, until the next scan', async () => {
  const clearError = vi.fn();
  const transaction = { type: 'OUTBOUND', state: 'EXECUTING', lines: [], twoToFinish: false, rev: 1 } as unknown as Transaction;
  const plan = { partsOf: () => [], dirty: false, savable: null } as unknown as Plan;
  let fail = (): void => {};
  const none = (): void => {};
  const Work = () => {
    const [error, setError] = useState<Error | null>(null);
    fail = () => setError(new Error('取货码不对'));
    const work = { busy: false, error, refusal: null, clearError } as unknown as BoxWork;
    const scans = { all: {}, set: none, forget: none };
    return <ScanWork {...{ transaction, plan, work, scans }} suggestions={[]} cosignable={false} onReload={none} />;
  };
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <App>
          <Pages />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  act(() => openPage(openPageOf('/admin/a', item('a'), Work)));
  fireEvent.click(await screen.findByRole('button', { name: '撤销' }));
  const before = (await screen.findByRole('alert')).textContent;
  expect(clearError).toHaveBeenCalledOnce();
  act(fail);
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent.trim())).toEqual(['取货码不对']);
  expect(before).not.toContain('取货码不对');
});
