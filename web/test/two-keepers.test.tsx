import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { act, cleanup, render, screen } from '@testing-library/react';
import { App } from 'antd';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { forgetPages, openPage } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { Pages } from '../src/shell/Pages.tsx';
import { TwoKeepers } from '../src/wms/putaway/TwoKeepers.tsx';
import { item, openPageOf } from './_pages.ts';

beforeAll(() => Promise.all((['first', 'pages', 'goods', 'documents'] as const).map((part) => loadPhrases('zh', part))));
afterEach(cleanup);

test.each([
  // Boxes are reserved at approval, but not saved by a storekeeper yet.
  ['APPROVED', '先分配库位并保存'],
  ['EXECUTING', '请核对并清点货物'],
] as const)('a document of toxic goods in state %s shows the next storekeeper what to do', async (state, expected) => {
  const transaction = { state, planned: true, assignedBy: [], cosignedBy: null, cosignedFor: null, lines: [] } as unknown;
  forgetPages();
  render(
    <App>
      <Pages />
    </App>,
  );
  act(() => openPage(openPageOf('/admin/two', item('a'), () => <TwoKeepers transaction={transaction as Transaction} />)));
  expect((await screen.findByRole('alert')).textContent).toContain(expected);
});
