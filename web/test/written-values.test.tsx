import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { DayInput } from '../src/ui/day/DayInput.tsx';
import { isoOfMinute, localMinute } from '../src/ui/format.ts';
import { NumberInput } from '../src/ui/NumberInput.tsx';

vi.setConfig({ testTimeout: 30_000 });
beforeAll(() => Promise.all((['first', 'pages'] as const).map((part) => loadPhrases('zh', part))));

const held: string[] = [];
function Field({ kind, first = '' }: { kind: 'day' | 'last' | 'minute' | 'number'; first?: string }) {
  const [value, setValue] = useState(first);
  const change = (next: string): void => {
    held.push(next);
    setValue(next);
  };
  if (kind === 'number') return <NumberInput value={value} suffix="瓶" onChange={change} />;
  return <DayInput value={value} time={kind === 'minute'} edge={kind === 'last' ? 'last' : 'first'} onChange={change} />;
}
const field = (): HTMLInputElement => screen.getByRole('textbox');
/** Value of the field after typing a text and blur. */
function written(kind: 'day' | 'last' | 'minute' | 'number', text: string): string {
  const { unmount } = render(<Field kind={kind} />);
  held.length = 0;
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.blur(field());
  const shown = field().value;
  unmount();
  expect(held.at(-1) ?? '', text).toBe(shown);
  return shown;
}

test('[F-U10] a date field parses what people write, shows it normalized, and holds no invalid text', () => {
  for (const text of ['2028-06-05', '20280605', '2028/6/5', '２０２８．６．５', '2028年6月5日', '28-6-5', '5 Jun 2028'])
    expect(written('day', text)).toBe('2028-06-05');
  expect(written('day', '2028-06')).toBe('2028-06-01');
  expect(written('last', '2028-06')).toBe('2028-06-30');
  expect(written('minute', '2028/6/5 9：05')).toBe('2028-06-05 09:05');
  expect(written('minute', '2028-06-05T09:05')).toBe('2028-06-05 09:05');
  expect(written('minute', '2028-06-05')).toBe('2028-06-05 00:00');
  expect(localMinute(isoOfMinute('2028-06-05 09:05'))).toBe('2028-06-05 09:05');
  render(<Field kind="day" />);
  expect(field().placeholder).toBe('年-月-日');
  held.length = 0;
  fireEvent.change(field(), { target: { value: '2028-13-05' } });
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.blur(field());
  expect([field().value, screen.getByRole('alert').textContent, held]).toEqual([
    '2028-13-05',
    '日期格式不对，例如 2026-01-05',
    [],
  ]);
});

test('[F-U10] its calendar opens by keyboard, moves by arrows and pages, returns the day on Enter and the focus on Escape', async () => {
  render(<Field kind="day" first="2028-02-28" />);
  const opened = async (): Promise<HTMLElement> => {
    act(() => field().focus());
    fireEvent.keyDown(field(), { key: 'ArrowDown', altKey: true });
    await screen.findByRole('grid', { name: '2028年2月' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('28'));
    return document.activeElement as HTMLElement;
  };
  const press = (key: string, shiftKey = false): void => void fireEvent.keyDown(document.activeElement!, { key, shiftKey });
  await opened();
  press('ArrowRight');
  expect(document.activeElement!.getAttribute('aria-label')).toContain('2028年2月29日');
  press('PageDown', true);
  expect(document.activeElement!.getAttribute('aria-label')).toContain('2029年2月28日');
  press('ArrowUp');
  press('PageUp');
  expect(document.activeElement!.getAttribute('aria-label')).toContain('2029年1月21日');
  fireEvent.click(document.activeElement!);
  expect([field().value, document.activeElement]).toEqual(['2029-01-21', field()]);
  fireEvent.change(field(), { target: { value: '2028/2/28' } });
  await opened();
  expect(field().value).toBe('2028-02-28');
  press('Escape');
  expect(document.activeElement).toBe(field());
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
});

test('[F-U5] a number field parses full width, separators, a decimal comma and its own unit, and keeps invalid text', () => {
  const means = {
    '１２．５': '12.5',
    '1,5': '1.5',
    '1,234,567.50': '1234567.5',
    '1 000': '1000',
    '12。5': '12.5',
    '4 瓶': '4',
    '-3': '-3',
  };
  for (const [text, number] of Object.entries(means)) expect(written('number', text)).toBe(number);
  for (const text of ['4 箱', '三', '1,2,3']) expect(written('number', text)).toBe(text);
});
