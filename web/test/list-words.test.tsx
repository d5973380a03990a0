// Texts of a list without results, and with a capped count.
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { ListEmpty } from '../src/table/ListEmpty.tsx';
import { ListTotal } from '../src/table/ListTotal.tsx';
import { hasOnlyFlag } from '../src/table/preset.ts';

beforeAll(async () => {
  await loadPhrases('zh', 'first');
  await loadPhrases('zh', 'pages');
});

test('[F-3U21] a list filtered by its menu item offers to show everything, rather than to clear filters the user has not set', () => {
  const empty = (filtered?: string) => (
    <ListEmpty isFiltered onReset={() => {}} primary={undefined} text={undefined} filtered={filtered} />
  );
  const { rerender } = render(empty('没有待您审核的申请'));
  expect(screen.getByRole('button').textContent).toBe('查看全部');
  rerender(empty());
  expect(screen.getByRole('button').textContent).toBe('清除筛选');
  const asks = (search: string): boolean => hasOnlyFlag(new URLSearchParams(search), 'mine');
  expect([asks('mine=true'), asks('mine=true&sort=no&page=2&size=50')]).toEqual([true, true]);
  expect([asks(''), asks('mine=false'), asks('mine=true&state=DRAFT')]).toEqual([false, false, false]);
});

test('[F-3N27] a capped count says so, and how to get the exact number', () => {
  const { rerender } = render(<ListTotal total={201} exact={false} />);
  const notice = screen.getByText('超过 200 条，不再逐条计数');
  expect(notice.title).toBe('数据较多，只数到 200 条。缩小筛选范围或导出，可得到准确条数。');
  rerender(<ListTotal total={201} exact />);
  expect(screen.getByText('共 201 条').title).toBe('');
});
