// Days typed without a year.
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { Batch } from '@kuwei/contract/wms/batch';
import { App } from 'antd';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../src/api/query-client.ts';
import { forgetPages, openPage } from '../src/page/pages.ts';
import { loadPhrases, setLocale } from '../src/phrase/phrases.ts';
import { Pages } from '../src/shell/Pages.tsx';
import { DatesDialog } from '../src/wms/batch/BatchDialogs.tsx';
import type { CellErrors, EditorLine } from '../src/wms/lines/line.ts';
import { LineRow, type RowHandlers } from '../src/wms/lines/LineRow.tsx';
import { item, openPageOf } from './_pages.ts';

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });
beforeAll(() => Promise.all((['first', 'pages', 'goods', 'documents'] as const).map((part) => loadPhrases('zh', part))));
beforeEach(() => vi.setSystemTime('2026-11-29T12:00:00'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Renders a component inside a page. */
function draw(address: string, Drawn: () => ReactNode): void {
  forgetPages();
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <Pages />
      </App>
    </QueryClientProvider>,
  );
  act(() => openPage(openPageOf(address, item('a'), Drawn)));
}

test("[F-3U11] a form's day without a year is completed on blur: in the future, or in the past", async () => {
  const batch = { id: 'b', batchNo: 'A1', madeOn: null, expiresOn: null, rev: 1 } as Batch;
  draw('/admin/dates', () => <DatesDialog batch={batch} onClose={() => {}} />);
  const entered = (label: string, day: string): string => {
    const field: HTMLInputElement = screen.getByLabelText(label);
    fireEvent.change(field, { target: { value: day } });
    fireEvent.blur(field);
    return field.value;
  };
  await screen.findByLabelText('生产日期');
  expect(entered('有效期至', '12月2日')).toBe('2026-12-02');
  expect(entered('生产日期', '12/2')).toBe('2025-12-02');
  expect(entered('生产日期', '昨天')).toBe('2026-11-28');
});

const line = {
  key: 1,
  product: null,
  code: '',
  stock: null,
  qty: '',
  unit: '',
  batchNo: '',
  madeOn: '',
  expiresOn: '',
  unitPrice: '',
  remark: '',
} as EditorLine;
const units = { decimals: new Map(), nameOf: (unit: string) => unit, amountOf: (qty: string) => qty };

/** Types into a day field of a line. @returns the hint below it, and its text after blur */
async function typed(cell: 'madeOn' | 'expiresOn', text: string, errors?: CellErrors): Promise<[said: string, left: unknown]> {
  const change = vi.fn();
  draw(`/admin/${cell}/${text}`, () => (
    <table>
      <tbody>
        <LineRow
          {...{ no: 1, type: 'INBOUND', noted: undefined, units, available: undefined, left: undefined }}
          line={{ ...line, [cell]: text }}
          storedErrors={errors}
          level={{ whole: false, submit: false }}
          unitErrorAbove={false}
          lacksBatch={false}
          handlers={{ change } as unknown as RowHandlers}
        />
      </tbody>
    </table>
  ));
  const field = await screen.findByDisplayValue(text);
  const below = field.closest('td')!.textContent;
  fireEvent.blur(field);
  cleanup();
  return [below, change.mock.lastCall?.[1]];
}

test("[F-3U11] a line's day without a year shows its interpretation, and is completed on blur", async () => {
  expect(await typed('expiresOn', '12-02')).toEqual(['= 2026-12-02', { expiresOn: '2026-12-02' }]);
  expect(await typed('madeOn', '12-02')).toEqual(['= 2025-12-02', { madeOn: '2025-12-02' }]);
  expect(await typed('expiresOn', '明天')).toEqual(['= 2026-11-30', { expiresOn: '2026-11-30' }]);
});

test('[F-3U11] a day without a year from a workbook stays rejected', async () => {
  expect(await typed('expiresOn', '12-02', { expiresOn: '日期格式不对' })).toEqual([
    expect.stringContaining('日期格式不对'),
    undefined,
  ]);
});

test('an ambiguous day is read year first in Chinese, and rejected in English', async () => {
  expect(await typed('expiresOn', '31/12/27')).toEqual(['', { expiresOn: '2031-12-27' }]);
  await setLocale('en');
  expect(await typed('expiresOn', '31/12/27')).toEqual(['Not a date, e.g. 2026-01-05', undefined]);
  await setLocale('zh');
});
