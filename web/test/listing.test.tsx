// Listings of the shelf: their history.
import { render } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { ListingChange } from '../src/wms/org-product/ListingHistory.tsx';

beforeAll(async () => {
  for (const part of ['first', 'pages', 'share'] as const) await loadPhrases('zh', part);
});

type Props = ComponentProps<typeof ListingChange>;

test('an edit says which field it changed, from what to what', () => {
  const text = (change: Omit<Props, 'baseUnit'>): string => {
    const { container, unmount } = render(<ListingChange {...change} baseUnit="盒" />);
    const shown = container.textContent;
    unmount();
    return shown;
  };
  expect(text({ field: 'visibleTo', from: 'OWN', to: 'CAMPUS' })).toBe('可见范围：本组织 → 全校');
  expect(text({ field: 'untilDay', from: null, to: '2026-12-31' })).toBe('截止日：空 → 2026-12-31');
  expect(text({ field: 'price', from: '12.5', to: null })).toBe('单价（元）：¥12.50 → 空');
});
