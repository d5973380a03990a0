import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { BarChart } from '../src/ui/BarChart.tsx';

beforeAll(() => loadPhrases('zh', 'pages'));

const bars = [
  { short: '1月', name: '2026年1月', value: 12_000, text: '12,000 瓶' },
  { short: '2月', name: '2026年2月', value: null, text: '尚未结转' },
  { short: '3月', name: '2026年3月', value: 6_000, text: '6,000 瓶' },
];

test('a bar chart shows the last bar, any other by arrow keys, and all of them in a table', async () => {
  render(<BarChart label="月末库存" text="每月月末" bars={bars} />);
  const chart = screen.getByRole('slider', { name: '月末库存' });
  const valueText = () => chart.getAttribute('aria-valuetext');
  const press = (key: string) => act(async () => void fireEvent.keyDown(chart, { key }));
  expect(valueText()).toBe('2026年3月 6,000 瓶');
  await press('ArrowLeft');
  expect(valueText()).toBe('2026年2月 尚未结转');
  await press('Home');
  expect(valueText()).toBe('2026年1月 12,000 瓶');
  await press('ArrowLeft');
  expect(valueText()).toBe('2026年1月 12,000 瓶');
  await press('End');
  expect(valueText()).toBe('2026年3月 6,000 瓶');

  expect(screen.getByText('1.2万')).toBeTruthy();
  expect([...chart.querySelectorAll<HTMLElement>('.bar')].map((bar) => bar.style.getPropertyValue('--share'))).toEqual([
    '100%',
    '0%',
    '50%',
  ]);
  const rows = within(screen.getByRole('table', { name: '月末库存', hidden: true })).getAllByRole('row', { hidden: true });
  expect(rows.map((row) => row.textContent)).toEqual(['2026年1月12,000 瓶', '2026年2月尚未结转', '2026年3月6,000 瓶']);
});
