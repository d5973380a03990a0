// Offers of other organisations name the warehouses that hold the goods.
import type { Offer } from '@kuwei/contract/wms/share';
import { render } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { offerList } from '../src/wms/share/offer-list.tsx';

beforeAll(async () => {
  for (const part of ['first', 'pages', 'share'] as const) await loadPhrases('zh', part);
});

test('an offer shows its warehouses', () => {
  const column = offerList.columns.find(({ key }) => key === 'warehouse')!;
  expect(column.hidden).toBeUndefined();
  const places = [{ name: '化学品库' }, { name: '耗材库' }];
  const { container } = render(<>{column.cell({ places } as Offer)}</>);
  expect(container.textContent).toBe('化学品库、耗材库');
});
