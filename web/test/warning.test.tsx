// Stock warnings: what a row shows, and the documents that fix their causes.
import type { Warning } from '@kuwei/contract/wms/ews-product';
import { render } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { MeasuredValue } from '../src/wms/ews-product/MeasuredValue.tsx';
import { remedyAddress } from '../src/wms/ews-product/remedies.ts';

beforeAll(async () => {
  await loadPhrases('zh', 'first');
  await loadPhrases('zh', 'pages');
  await loadPhrases('zh', 'warning');
});

const warning = (more: Partial<Warning>): Warning =>
  ({
    state: 'OPEN',
    warehouseId: 'w',
    orgId: 'o',
    productId: 'p',
    batchId: null,
    boxId: null,
    value: null,
    threshold: null,
    baseUnit: null,
    day: null,
    ...more,
  }) as Warning;
const text = (more: Partial<Warning>): string => {
  const { container, unmount } = render(<MeasuredValue warning={warning(more)} />);
  const shown = container.textContent;
  unmount();
  return shown;
};

test('a warning of a day shows its limit', () => {
  expect(text({ kind: 'EXPIRY', value: '2', threshold: '30', day: '2026-12-18' })).toBe('2 2026-12-18 / 30 天');
  expect(text({ kind: 'SDS_OLD', value: '10', threshold: '5', day: '2015-01-01' })).toBe('10 2015-01-01 / 5 年');
  expect(text({ kind: 'EXPIRED', value: '2', day: '2026-01-18' })).toBe('2 2026-01-18');
});

const low = warning({ kind: 'LOW_STOCK', value: '3', threshold: '5' });
const over = warning({ kind: 'OVER_STOCK', value: '8', threshold: '6', productId: 'q' });
const expiring = warning({ kind: 'EXPIRY', value: '2', threshold: '30', batchId: 'b' });
const full = warning({ kind: 'BOX_FULL', value: '92', threshold: '90', productId: null, orgId: null, boxId: 'x' });

test('the document of a warning has its warehouse, goods and quantity', () => {
  expect(remedyAddress([low], 'INBOUND', 'teacher')).toEqual({
    to: '/teacher/wms/transaction/inbound/edit?product=p&qty=2&warehouse=w',
  });
  expect(remedyAddress([over], 'OUTBOUND', 'teacher')).toEqual({
    to: '/teacher/wms/transaction/outbound/edit?goods=q&qty=2&warehouse=w',
  });
  expect(remedyAddress([expiring], 'MOVE', 'admin')).toEqual({
    to: '/admin/wms/transaction/move/edit?goods=p&batch=b&qty=all&warehouse=w&owner=o',
  });
  expect(remedyAddress([full], 'MOVE', 'admin')).toEqual({ to: '/admin/wms/transaction/move/edit?box=x&warehouse=w' });
});

test('several warnings of one warehouse and owner make one document', () => {
  expect(remedyAddress([over, expiring], 'OUTBOUND', 'teacher')).toEqual({
    to: '/teacher/wms/transaction/outbound/edit?goods=q,p&batch=,b&qty=2,all&warehouse=w',
  });
  expect(remedyAddress([over, low], 'OUTBOUND', 'teacher')).toEqual({ refused: 'warning.unfit', unfit: low });
  expect(remedyAddress([low], 'MOVE', 'admin')).toEqual({ refused: 'warning.unfit', unfit: low });
  expect(remedyAddress([over, { ...expiring, orgId: 'another' }], 'MOVE', 'admin')).toEqual({ refused: 'warning.mixed' });
  expect(remedyAddress([over, { ...expiring, warehouseId: 'another' }], 'MOVE', 'admin')).toEqual({ refused: 'warning.mixed' });
});
