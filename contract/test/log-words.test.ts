import { expect, test } from 'vitest';
import { actPhrase, fieldPhrase } from '../src/sys/log-words.ts';
import { tables } from '../src/phrases/zh/index.ts';

const zh = tables.log;

test('a call is called by what it does, what the program did by itself by its own words', () => {
  const said = (action: string): string | null => {
    const phrase = actPhrase(action);
    return phrase && (zh as Record<string, string>)[phrase]!;
  };
  expect(said('POST /wms/product')).toBe('新增');
  expect(said('PUT /wms/product/{id}')).toBe('修改');
  expect(said('DELETE /wms/org/{id}')).toBe('删除');
  expect(said('POST /wms/product/import/{import}/undo')).toBe('撤销导入');
  expect(said('PUT /wms/product/batch/{action}')).toBe('批量处理');
  expect(said('PUT /wms/transaction/{id}/approve')).toBe('批准');
  expect(said('nightly proof')).toBeNull();
});

test('a field goes by its name on the screens; another one stays as it is', () => {
  expect(zh[fieldPhrase('untilDay') as keyof typeof zh]).toBe('截止日');
  expect(fieldPhrase('whatever')).toBeNull();
});
