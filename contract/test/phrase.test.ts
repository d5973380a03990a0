import { expect, test } from 'vitest';
import { LOCALES } from '../src/constants.ts';
import { fill, lookUp } from '../src/phrase.ts';
import { common as commonEn } from '../src/phrases/en/common.ts';
import { error as errorEn } from '../src/phrases/en/error.ts';
import { kit as kitEn } from '../src/phrases/en/kit.ts';
import { msg as msgEn } from '../src/phrases/en/msg.ts';
import { rule as ruleEn } from '../src/phrases/en/rule.ts';
import { wms as wmsEn } from '../src/phrases/en/wms.ts';
import { workbook as workbookEn } from '../src/phrases/en/workbook.ts';
import { common as commonZh } from '../src/phrases/zh/common.ts';
import { error as errorZh } from '../src/phrases/zh/error.ts';
import { kit as kitZh } from '../src/phrases/zh/kit.ts';
import { msg as msgZh } from '../src/phrases/zh/msg.ts';
import { rule as ruleZh } from '../src/phrases/zh/rule.ts';
import { wms as wmsZh } from '../src/phrases/zh/wms.ts';
import { workbook as workbookZh } from '../src/phrases/zh/workbook.ts';

const tables: Record<'zh' | 'en', Readonly<Record<string, string>>> = {
  zh: { ...commonZh, ...errorZh, ...kitZh, ...msgZh, ...ruleZh, ...wmsZh, ...workbookZh },
  en: { ...commonEn, ...errorEn, ...kitEn, ...msgEn, ...ruleEn, ...wmsEn, ...workbookEn },
};

test('[S9.15] a text missing in one language is looked up in the others before the key is shown', () => {
  const some = { zh: { a: '甲', b: '乙 {n}' }, en: { a: 'A' } };
  expect(lookUp(some, 'en', 'a')).toBe('A');
  expect(lookUp(some, 'en', 'b', { n: 2 })).toBe('乙 2');
  expect(lookUp(some, 'en', 'c')).toBe('c');
});

test('placeholders are filled; an unknown one stays visible', () => {
  expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
});

test('[S9.13] a word follows the number before it', () => {
  const text = '{n} {n|line|lines} {n|needs|need} attention';
  expect([0, 1, '1', 2, '1.5'].map((n) => fill(text, { n }))).toEqual([
    '0 lines need attention',
    '1 line needs attention',
    '1 line needs attention',
    '2 lines need attention',
    '1.5 lines need attention',
  ]);
});

test('[S9.13] both languages have every text, with the same placeholders', () => {
  expect([...LOCALES].sort()).toEqual(['en', 'zh']);
  const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort();
  expect(Object.keys(tables.en).sort()).toEqual(Object.keys(tables.zh).sort());
  for (const [key, text] of Object.entries(tables.zh)) expect(names(tables.en[key]!), key).toEqual(names(text));
});

test('the texts of the sign-in are the fixed ones', () => {
  expect(ruleZh['rule.username']).toBe('用户名不能为空');
  expect(ruleZh['rule.password']).toBe('密码不能为空');
  expect(errorZh['error.SIGN_FAIL']).toBe('用户名或密码错误');
});

test('fixed texts stand in their own language to the letter', () => {
  expect(commonEn['update.title']).toBe('The page has been updated, refresh now?');
  expect(commonEn['error.page.notFound']).toBe('Page not found');
  expect(commonZh['error.page.notFound']).toBe('找不到你想要的页面');
  expect(commonEn['common.noneSelected']).toBe('No data selected.');
  expect(commonEn['common.loadFailed']).toBe('Error loading data, please try again later.');
  expect(commonEn['common.saveFailed']).toBe('Failed to save data. Please try again later.');
  expect(commonEn['common.modifyFailed']).toBe('Failed to modify data. Please try again later.');
  expect(commonEn['common.deleteFailed']).toBe('Failed to delete data. Please try again later.');
  expect(commonEn['common.saved']).toBe('Success to save.');
  expect(commonEn['common.modified']).toBe('Success to modify.');
  expect(commonEn['common.deleted']).toBe('Success to delete.');
  expect(commonZh['common.confirmDelete']).toBe('确认要删除此数据吗？');
});
