import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { text } from '../src/table/filter/text.tsx';

beforeAll(() => Promise.all((['first', 'pages'] as const).map((part) => loadPhrases('zh', part))));

const { Control } = text({ name: 'batchNo', label: 'wms.stock.batchNo' });
const asked: unknown[] = [];
function Bar() {
  const [values, setValues] = useState<Record<string, string>>({});
  const change = (patch: Readonly<Record<string, string | null>>): void => {
    asked.push(patch);
    setValues(Object.fromEntries(Object.entries(patch).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))));
  };
  return <Control label="批号" values={values} onChange={change} />;
}

test('[S1.07] a filter by part of a text is applied on Enter, shown, changed and cleared', async () => {
  render(<Bar />);
  const find = async (wanted: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: /^批号/ }));
    const field = await screen.findByRole('textbox', { name: '批号' });
    fireEvent.change(field, { target: { value: wanted } });
    fireEvent.submit(field);
  };
  await find(' L2 ');
  expect(asked).toEqual([{ batchNo: 'L2' }]);
  expect(screen.getByRole('button', { name: /批号\s*L2/ })).toBeTruthy();
  await find('L3');
  fireEvent.click(screen.getByRole('button', { name: /清除.*批号/ }));
  await find('');
  expect(asked.slice(1)).toEqual([{ batchNo: 'L3' }, { batchNo: null }, { batchNo: null }]);
});
