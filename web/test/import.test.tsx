// What an import shows of a file that can be read in several ways.
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { ImportReadAs } from '../src/table/import/ImportSheet.tsx';

beforeAll(() => Promise.all((['first', 'pages', 'imports'] as const).map((part) => loadPhrases('zh', part))));

test('[F-3B2][F-3B3] encoding and commas are shown as they were read, with texts of the file, and changed there', () => {
  const said = vi.fn();
  const encoding = { taken: 'windows-1252' as const, samples: ['Größe', 'µm'] };
  render(<ImportReadAs reply={{ encoding, commas: { samples: ['1,500'], taken: null } }} onEncoding={said} onComma={said} />);
  expect(screen.getByText(/按西欧语言（Windows-1252）读取，例如：Größe、µm/)).toBeTruthy();
  const [coded, comma] = [
    screen.getByLabelText('文件的字符编码'),
    screen.getByLabelText('数字中逗号的意思'),
  ] as HTMLSelectElement[];
  expect([coded!.value, comma!.value, comma!.getAttribute('aria-invalid')]).toEqual(['windows-1252', '?', 'true']);
  fireEvent.change(coded!, { target: { value: 'gb18030' } });
  fireEvent.change(comma!, { target: { value: 'decimal' } });
  expect(said.mock.calls).toEqual([['gb18030'], ['decimal']]);
});

test('[F-3B3] a file that leaves nothing open says nothing of it', () => {
  const { container } = render(
    <ImportReadAs reply={{ encoding: null, commas: null }} onEncoding={() => {}} onComma={() => {}} />,
  );
  expect(container.textContent).toBe('');
});
