// Options of a filter by keyboard only.
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { OptionList } from '../src/table/filter/OptionList.tsx';

beforeAll(() => Promise.all((['first', 'pages'] as const).map((part) => loadPhrases('zh', part))));

test('[S1.07] typing finds an option, arrow or Enter focuses it, and Enter selects it', () => {
  const chosen: string[][] = [];
  const options = ['陈雨', '李保平', '王芳'].map((label, at) => ({ value: String(at), label }));
  render(
    <OptionList label="用户" options={options} chosen={[]} single onFind={() => {}} onChange={(next) => chosen.push(next)} />,
  );
  const field = screen.getByRole('textbox');
  field.focus();
  // Enter and arrows of an input method are its own.
  for (const key of ['Enter', 'ArrowDown']) expect(fireEvent.keyDown(field, { key, isComposing: true })).toBe(true);
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: 'Enter' });
  const [first, second] = screen.getAllByRole('radio');
  expect(document.activeElement).toBe(first);
  expect(chosen).toEqual([]);
  fireEvent.keyDown(first!, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(second);
  fireEvent.keyDown(second!, { key: 'Enter' });
  expect(chosen).toEqual([['1']]);
});

test("Enter before the options of a text have loaded focuses the first of them, not of an earlier text's", () => {
  const list = (labels: string[], isLooking: boolean) => (
    <OptionList
      label="用户"
      options={labels.map((label) => ({ value: label, label }))}
      chosen={[]}
      single
      onFind={() => {}}
      isLooking={isLooking}
      onChange={() => {}}
    />
  );
  const { rerender } = render(list(['陈雨', '王芳'], true));
  const field = screen.getByRole('textbox');
  field.focus();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(document.activeElement).toBe(field);
  rerender(list(['王芳'], false));
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '王芳' }));
});
