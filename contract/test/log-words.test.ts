import { expect, test } from 'vitest';
import { actPhrase, changeText, fieldPhrase, fieldsOf, valueText, type Speaker } from '../src/sys/log-words.ts';
import { lookUp } from '../src/phrase.ts';
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

test('what a nightly import was asked for and came to is said in words', () => {
  const row = (change: Record<string, unknown>) => ({ entity: 'job', change }) as Parameters<typeof changeText>[1];
  expect(changeText(speaker, row({ action: 'look' }))).toBe('操作：只检查');
  expect(changeText(speaker, row({ created: 1, updated: 0, refused: 2, file: ['people.csv'] }))).toBe(
    '新增：1；更新：0；有错误：2；文件：people.csv',
  );
});

test('a field goes by its name on the screens; another one stays as it is', () => {
  expect(zh[fieldPhrase('untilDay') as keyof typeof zh]).toBe('截止日');
  expect(fieldPhrase('whatever')).toBeNull();
});

const texts: Record<string, string> = Object.assign({}, ...Object.values(tables));
const speaker: Speaker = { locale: 'zh', say: (key, params) => lookUp({ zh: texts, en: {} }, 'zh', key, params) };
const CHEN = '01a20962-89c4-797d-aaec-d2d19dd340c9';
const names = { [CHEN]: '陈思课题组', ROLE_TEACHER: '教师（课题组）', ROLE_STAFF: '采购人员' };
const grants = [
  { code: 'ROLE_TEACHER', fromDay: null, untilDay: null },
  { code: 'ROLE_STAFF', fromDay: null, untilDay: '2027-01-31' },
];

test('what has parts is said in words: roles and places in organisations, not JSON', () => {
  expect(valueText(speaker, { entity: 'sys_user' }, 'orgs', [{ orgId: CHEN, relation: 'STUDENT', fromDay: null }], names)).toBe(
    '陈思课题组（组织内身份：学生）',
  );
  expect(valueText(speaker, { entity: 'sys_user' }, 'roles', grants, names)).toBe(
    '教师（课题组）；采购人员（截止日：2027-01-31）',
  );
  const row = { entity: 'sys_user', change: { name: '陈思', roles: [[], grants] } };
  expect(changeText(speaker, row)).toBe('名称：陈思；角色');
  expect(changeText(speaker, { ...row, change: { ownerIds: [CHEN] } })).toBe('');
});

test('two entries of a list that was made are not what was there before and what is', () => {
  expect(fieldsOf({ roles: grants, actions: ['SEE', 'EXPORT'] })).toEqual([
    { field: 'roles', after: grants },
    { field: 'actions', after: ['SEE', 'EXPORT'] },
  ]);
  expect(fieldsOf({ actions: [['SEE'], ['SEE', 'EXPORT']], name: ['a', 'b'] })).toEqual([
    { field: 'actions', before: ['SEE'], after: ['SEE', 'EXPORT'] },
    { field: 'name', before: 'a', after: 'b' },
  ]);
});
