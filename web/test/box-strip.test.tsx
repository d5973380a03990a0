// The boxes of a count beside the current one: the mark means counted, nothing else.
import type { PackLine } from '@kuwei/contract/wms/inventory';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { BoxStrip } from '../src/wms/inventory/BoxStrip.tsx';

beforeAll(async () => {
  for (const part of ['first', 'count'] as const) await loadPhrases('zh', part);
});

test('a box that is empty in the books is not marked as counted before anyone has been there', () => {
  const line = { id: 'l' } as PackLine;
  const places = [
    { id: '1', code: 'A-1', qr: '', lines: [line], open: 1, notTaken: 0 },
    { id: '2', code: 'A-2', qr: '', lines: [line], open: 0, notTaken: 0 },
    { id: '3', code: 'A-3', qr: '', lines: [], open: 0, notTaken: 0 },
    { id: '4', code: 'A-4', qr: '', lines: [line], open: 0, notTaken: 2 },
  ];
  render(<BoxStrip places={places} at="1" onGo={() => {}} />);
  // Named by their text: a label would have to contain it as shown.
  for (const name of ['A-1 未盘 1 行', 'A-2 已盘完', 'A-3 账面为空', 'A-4 2 行待查看'])
    expect(screen.getByRole('button', { name }).hasAttribute('aria-label')).toBe(false);
  const isMarked = screen.getAllByRole('button').map((each) => each.querySelector('.anticon-check') !== null);
  expect(isMarked).toEqual([false, true, false, false]);
});
