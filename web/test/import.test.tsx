// What an import shows for an ambiguous file.
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import { ImportDone } from '../src/table/import/ImportDone.tsx';
import { ImportRights } from '../src/table/import/ImportRights.tsx';
import { ImportReadAs } from '../src/table/import/ImportSheet.tsx';

beforeAll(() => Promise.all((['first', 'pages', 'imports'] as const).map((part) => loadPhrases('zh', part))));

test('[F-3B2][F-3B3] shows detected encoding and commas, with samples from the file, and lets them be changed', () => {
  const onAnswer = vi.fn();
  const encoding = { taken: 'windows-1252' as const, samples: ['Größe', 'µm'] };
  render(
    <ImportReadAs reply={{ encoding, commas: { samples: ['1,500'], taken: null } }} onEncoding={onAnswer} onComma={onAnswer} />,
  );
  expect(screen.getByText(/按西欧语言（Windows-1252）读取，例如：Größe、µm/)).toBeTruthy();
  const [coded, comma] = [
    screen.getByLabelText('文件的字符编码'),
    screen.getByLabelText('数字中逗号的意思'),
  ] as HTMLSelectElement[];
  expect([coded!.value, comma!.value, comma!.getAttribute('aria-invalid')]).toEqual(['windows-1252', '?', 'true']);
  fireEvent.change(coded!, { target: { value: 'gb18030' } });
  fireEvent.change(comma!, { target: { value: 'decimal' } });
  expect(onAnswer.mock.calls).toEqual([['gb18030'], ['decimal']]);
});

test('[F-3B3] shows no note for an unambiguous file', () => {
  const { container } = render(
    <ImportReadAs reply={{ encoding: null, commas: null }} onEncoding={() => {}} onComma={() => {}} />,
  );
  expect(container.textContent).toBe('');
});

test('[F-3N10] the result of an import lists rows skipped because of the rights they grant', () => {
  const reply = { created: 1, updated: 0, unchanged: 0, refused: 0, rights: { rows: 2, taken: false, first: [] } };
  const { rerender } = render(<ImportDone reply={reply as unknown as ImportReply} />);
  expect(screen.getByRole('status').textContent).toContain('2 行授予权限，未经确认，没有导入。');
  rerender(<ImportDone reply={{ ...reply, rights: { ...reply.rights, taken: true } } as unknown as ImportReply} />);
  expect(screen.getByRole('status').textContent).not.toContain('授予权限');
});

test('[F-3N10] rows that grant rights are listed with those rights, and imported if the box is ticked', () => {
  const onAnswer = vi.fn();
  const first = [{ row: 313, title: '王五 wang.wu', gives: ['系统管理员', '入库初审'] }];
  render(<ImportRights rights={{ rows: 1, taken: false, first }} onTake={onAnswer} />);
  expect(screen.getByRole('row', { name: '313 王五 wang.wu 系统管理员、入库初审' })).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: '我已核对，一并导入这 1 行' }));
  expect(onAnswer.mock.calls).toEqual([[true]]);
});
