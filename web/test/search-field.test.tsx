// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchField } from '../src/table/SearchField.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a pending search text is dropped when the search is changed elsewhere', () => {
  const asked: string[] = [];
  const field = (value: string) => <SearchField hint="" value={value} onSearch={(text) => asked.push(text)} />;
  const { rerender } = render(field('old'));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'old and more' } });
  rerender(field(''));
  act(() => void vi.advanceTimersByTime(1_000));
  expect(asked).toEqual([]);
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
});
