// Days, totals and space as shown for stock, ledger and places.
import type { LedgerEntry, ProductBox, ProductSpace } from '@kuwei/contract/wms/product-box';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { daysBetween, addDays } from '../src/ui/day/calendar-days.ts';
import { dayOf } from '../src/ui/format.ts';
import { DaysLeft, Until } from '../src/wms/goods/DaysLeft.tsx';
import { ledgerLists } from '../src/wms/ledger/ledger-list.tsx';
import { entryTotals } from '../src/wms/ledger/totals.tsx';
import { StockState } from '../src/wms/product-box/StockState.tsx';
import { stockLists } from '../src/wms/product-box/stock-list.tsx';
import { spaceLists } from '../src/wms/product-space/space-list.tsx';
import { QuotaBar, UseBar } from '../src/wms/product-space/UseBar.tsx';
import { ownList, sharedList } from '../src/wms/transaction/list/transaction-list.tsx';

beforeAll(async () => {
  await loadPhrases('zh', 'first');
  await loadPhrases('zh', 'pages');
  await loadPhrases('zh', 'goods');
  await loadPhrases('zh', 'ledger');
});

test('[F-3N3] lists of goods and documents extended by data rules show and filter by owner; those of one owner do not', () => {
  const lists = [
    [stockLists.owner.now, stockLists.shared.now],
    [stockLists.owner.past, stockLists.shared.past],
    [spaceLists.owner.product, spaceLists.shared.product],
    [spaceLists.owner.place, spaceLists.shared.place],
    [ledgerLists.owner, ledgerLists.shared],
    [ownList, sharedList],
  ] as const;
  for (const [own, shared] of lists) {
    const shown = ({ columns, filters }: typeof own) => [
      columns.some(({ key, hidden }) => key === 'owner' && hidden === undefined),
      (filters ?? []).some(({ names }) => (names as readonly string[]).includes('ownerOrgId')),
    ];
    expect(shown(own)).toEqual([false, false]);
    expect(shown(shared)).toEqual([true, true]);
  }
});

test('days are calendar days, across the end of a month, a leap day and a clock change', () => {
  expect(daysBetween('2026-11-20', '2026-11-20')).toBe(0);
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
  expect(daysBetween('2026-03-01', '2026-02-27')).toBe(-2);
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(dayOf(new Date(2026, 0, 5, 0, 0))).toBe('2026-01-05');
});

test('expired stock is not shown as usable, and the reason for withholding comes first', () => {
  const stateOf = (more: object): string => {
    const stock = { frozen: false, batchStatus: 'OK', available: '1', cases: [], count: null, expiresOn: null, ...more };
    const { container, unmount } = render(<StockState stock={stock as unknown as ProductBox} />);
    const text = container.textContent;
    unmount();
    return text;
  };
  expect(stateOf({ expiresOn: '2001-01-01' })).toBe('过期');
  expect(stateOf({ expiresOn: '2001-01-01', batchStatus: 'RECALLED' })).toBe('召回');
  expect(stateOf({ expiresOn: '2099-01-01' })).toBe('可用');
});

test('an expiry date shows how far away it is', () => {
  const shown = (day: string | null): string => {
    const { container, unmount } = render(<DaysLeft day={day} from="2026-11-20" />);
    const text = container.textContent;
    unmount();
    return text;
  };
  expect(shown('2026-12-08')).toBe('2026-12-08剩 18 天');
  expect(shown('2026-11-20')).toBe('2026-11-20今天到期');
  expect(shown('2026-11-17')).toBe('2026-11-17已过期 3 天');
  expect(shown(null)).toContain('无');
});

test('a deposit shows how long it is overdue, and nothing before', () => {
  const { container, rerender } = render(<Until day="2026-11-20" from="2026-11-20" />);
  expect(container.textContent).toBe('2026-11-20');
  rerender(<Until day="2026-11-10" from="2026-11-20" />);
  expect(container.textContent).toBe('2026-11-10超期 10 天');
});

test("[S3.58] space of a place is in litres: own, others', free, total", () => {
  const space = { capacityL: '3000', freeL: '2366', volumeL: '24' } as ProductSpace;
  render(<UseBar space={space} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('本组织 24 L，其他 610 L，剩余 2,366 L，容量 3,000 L');
  expect(screen.getByText('21%')).toBeTruthy();
});

test('[S3.58] an overfull place has no free space; one without a limit shows none', () => {
  const { container, rerender } = render(<UseBar space={{ capacityL: '10', freeL: '0', volumeL: '12' } as ProductSpace} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('本组织 12 L，其他 0 L，剩余 0 L，容量 10 L');
  expect(screen.getByText('100%')).toBeTruthy();
  rerender(<UseBar space={{ capacityL: null, freeL: null, volumeL: '12' } as ProductSpace} />);
  expect(container.textContent).toContain('无');
  rerender(<QuotaBar percent="95.5" />);
  expect(container.textContent).toBe('95.5%');
});

test('[S3.54] changes of one product add up exactly, those of several not at all', () => {
  const entry = (productId: string, qtyDelta: string) => ({ productId, qtyDelta, baseUnit: 'BOX' }) as LedgerEntry;
  const { container } = render(<>{entryTotals([entry('a', '0.1'), entry('a', '0.2'), entry('a', '-1')])?.['delta']}</>);
  expect(container.textContent).toMatch(/^−0\.7 /);
  expect(entryTotals([entry('a', '1'), entry('b', '1')])).toBeNull();
  expect(entryTotals([])).toBeNull();
});
