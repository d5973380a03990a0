// A document looks the same to its reviewer in the list, in its own dialog and in the to-do review.
import { QueryClientProvider } from '@tanstack/react-query';
import type { WorkItem } from '@kuwei/contract/bpm/work';
import type { AfterSalesCase } from '@kuwei/contract/wms/after-sales';
import type { Transaction, TransactionLine, TransactionRow } from '@kuwei/contract/wms/transaction-reply';
import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import { App } from 'antd';
import type { ReactNode } from 'react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../src/api/query-client.ts';
import { saveTokens } from '../src/api/tokens.ts';
import { Marks } from '../src/base/bpm/kinds.tsx';
import { ReviewDialog } from '../src/base/bpm/ReviewDialog.tsx';
import { openPage } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { Pages } from '../src/shell/Pages.tsx';
import { ControlMarks, UnassessedMark } from '../src/ui/HazardMarks.tsx';
import { caseList } from '../src/wms/after-sales/case-list.tsx';
import { LineBatches } from '../src/wms/document/LineBatches.tsx';
import { ProductName } from '../src/wms/goods/ProductName.tsx';
import { ApproveDialog } from '../src/wms/review/ApproveDialog.tsx';
import { reviewList } from '../src/wms/transaction/list/transaction-list.tsx';
import { item, openPageOf } from './_pages.ts';
import { pair, startServer, type Scripted } from './_server.ts';

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });
let server: Scripted;
beforeAll(async () => {
  await Promise.all((['first', 'pages', 'goods', 'documents', 'approval'] as const).map((part) => loadPhrases('zh', part)));
  server = await startServer();
  saveTokens(pair('a') as never);
});
afterAll(() => server.close());

/** Looks of the marks with these texts. */
function looksOf(drawn: ReactNode, ...words: string[]): (string | undefined)[] {
  const { container, unmount } = render(drawn);
  const marks = [...container.querySelectorAll('span')].filter(({ childElementCount }) => childElementCount === 0);
  const looks = words.map((word) => marks.find(({ textContent }) => textContent === word)?.className.trim());
  unmount();
  return looks;
}

test('[F-3U16] controlled goods are marked alike in the list, in the to-do review, and beside the product', () => {
  const row = {
    summary: '氰化钠',
    lines: 1,
    toxic: true,
    controlled: true,
    controlFlags: ['DRUG_PRECURSOR', 'TOXIC'],
    notAssessed: true,
    risks: [],
  } as unknown as TransactionRow;
  const { cell } = reviewList.columns.find(({ key }) => key === 'products')!;
  const beside = looksOf(<ControlMarks flags={['TOXIC', 'DRUG_PRECURSOR']} />, '剧毒', '易制毒');
  expect(beside).toEqual(['control-mark toxic', 'control-mark']);
  const every = ['control-mark', 'control-mark toxic', 'control-mark toxic'];
  expect(looksOf(cell(row), '易制毒', '剧毒', '未评估')).toEqual(every);
  // Lifted since submission.
  const lifted = { ...row, controlFlags: [] };
  expect(looksOf(cell(lifted), '剧毒品')).toEqual(['control-mark toxic']);
  expect(looksOf(cell({ ...lifted, toxic: false }), '管控')).toEqual(['control-mark']);
  const marks = ['TOXIC', 'CONTROLLED', 'NOT_ASSESSED'];
  const unassessed = render(<UnassessedMark />).container.textContent;
  expect(looksOf(<Marks bizType="WMS_TRANSACTION" marks={marks} />, '剧毒品', '管控', unassessed)).toEqual([
    'control-mark toxic',
    'control-mark',
    'control-mark toxic',
  ]);
});

test('a line states once that its product is not assessed, and shows the date of a batch chosen by number only', () => {
  const product = {
    name: '试剂',
    code: 'X',
    spec: null,
    cas: null,
    pictograms: [],
    storageGroup: null,
    controlFlags: [],
    assessed: false,
  };
  const boxes = [{ batchNo: 'B-1', expiresOn: '2099-01-05' }];
  const line = { product, batchNo: 'B-1', expiresOn: null, boxes, risks: ['NOT_ASSESSED', 'HOLD'] } as unknown as TransactionLine;
  const { container, unmount } = render(
    <>
      <ProductName product={line.product} />
      <LineBatches line={line} />
    </>,
  );
  const text = container.textContent;
  unmount();
  expect(text.match(/未评估/g)).toHaveLength(1);
  expect(text).toContain('2099-01-05');
  expect(text).toContain('批次已冻结');
});

test('disputed goods are marked in the list of cases as on their own page', () => {
  const { cell } = caseList.columns.find(({ key }) => key === 'product')!;
  const row = { productName: '氰化钠', productCode: 'C-NACN', controlFlags: ['TOXIC'] } as unknown as AfterSalesCase;
  expect(looksOf(cell(row), '剧毒')).toEqual(['control-mark toxic']);
});

test('[F-3U16] an approver sees the approval levels with their people on the document page', async () => {
  const level = { step: 'x', name: '入库初审', state: 'OPEN', people: [{ id: 'p', name: '周明' }], decidedAt: null, why: [] };
  server.answer(({ path }) => ({
    body: path.endsWith('/chain') ? { levels: [level], reasons: [], quota: null, keepers: [], stock: [] } : null,
  }));
  const transaction = {
    id: 't',
    no: 'IN1',
    type: 'INBOUND',
    state: 'SUBMITTED',
    levels: 1,
    reviewLevel: 1,
    rev: 1,
    lines: [],
  } as unknown as Transaction;
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <Pages />
      </App>
    </QueryClientProvider>,
  );
  const none = (): void => {};
  const dialog = { transaction, isLast: true, busy: false, error: null, onApprove: none, onClose: none, onReload: none };
  act(() => openPage(openPageOf('/admin/a', item('a'), () => <ApproveDialog {...dialog} open />)));
  const summary = await screen.findByText('审批流程');
  expect(summary.closest('details')!.textContent).toContain('入库初审');
  expect(summary.closest('details')!.textContent).toContain('周明');
});

test('an after-sales case is shown in the review, which then can be approved; its controlled goods are marked', async () => {
  const work = {
    id: 'task',
    taskId: 'task',
    bizType: 'WMS_AFTER_SALES',
    bizId: 'case',
    no: 'AS1',
    rev: 3,
    marks: ['CONTROLLED'],
    opinions: [],
    from: null,
    dueAt: null,
    link: null,
  } as unknown as WorkItem;
  const filed = {
    id: 'case',
    kind: 'RETURN',
    state: 'SUBMITTED',
    solution: 'RETURN_SUPPLIER',
    productName: '丙酮',
    description: '瓶口渗漏',
    pictures: [],
    controlFlags: ['DRUG_PRECURSOR'],
    held: '1',
    submittedAt: '2026-11-30T08:00:00Z',
    rev: 3,
  };
  server.answer(({ path }) => {
    if (path.includes('/message')) return { body: [] };
    if (path.includes('/wms/after-sales/')) return { body: filed };
    return { body: path.includes('/sys/bpm/work/') ? { task: { id: 'task', backTo: [], isLast: true } } : [] };
  });
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <Pages />
      </App>
    </QueryClientProvider>,
  );
  act(() => openPage(openPageOf('/def/b', item('b'), () => <ReviewDialog items={[work]} onClose={() => {}} />)));
  const dialog = (await screen.findByText('瓶口渗漏')).closest<HTMLElement>('[role=dialog]')!;
  expect(within(dialog).getByText('管控').className).toContain('control-mark');
  const approve = within(dialog).getByRole('button', { name: /^批\s?准$/ });
  await waitFor(() => expect(approve).toHaveProperty('disabled', false));
});
