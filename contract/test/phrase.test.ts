import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALES } from '../src/kit/constants.ts';
import { fill, lookUp } from '../src/kit/phrase.ts';
import * as en from '../src/phrases/en/index.ts';
import * as zh from '../src/phrases/zh/index.ts';
import { stateKey } from '../src/wms/transaction-state.ts';
import { TABLE_FILES } from '../src/workbook/workbook.ts';

type Tables = Readonly<Record<string, Readonly<Record<string, string>>>>;
const all: Record<'zh' | 'en', Tables> = { zh, en };

test('[S9.15] a text missing in one language falls back to the others, then to its key', () => {
  const some = { zh: { a: '甲', b: '乙 {n}' }, en: { a: 'A' } };
  expect(lookUp(some, 'en', 'a')).toBe('A');
  expect(lookUp(some, 'en', 'b', { n: 2 })).toBe('乙 2');
  expect(lookUp(some, 'en', 'c')).toBe('c');
});

test('lists are joined as the language does', () => {
  const some = { zh: { a: '只能是：{values}' }, en: { a: 'One of: {values}' } };
  expect(lookUp(some, 'zh', 'a', { values: ['甲', '乙'] })).toBe('只能是：甲、乙');
  expect(lookUp(some, 'en', 'a', { values: ['A', 'B'] })).toBe('One of: A, B');
  // Whole records can be params.
  const record: { values: string } = Object.assign({ values: 'A' }, { undoneBy: null });
  expect(lookUp(some, 'en', 'a', record)).toBe('One of: A');
});

test('placeholders are filled; unknown ones stay visible', () => {
  expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
});

test('a noun agrees with the number before it', () => {
  const text = '{n} {n|line|lines} {n|needs|need} attention';
  expect([0, 1, '1', 2, '1.5'].map((n) => fill(text, { n }))).toEqual([
    '0 lines need attention',
    '1 line needs attention',
    '1 line needs attention',
    '2 lines need attention',
    '1.5 lines need attention',
  ]);
});

/** Placeholder names; for `{n|line|lines}` the part before the words. */
const namesIn = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1]!))].sort();

test.each(Object.keys(zh))('[S9.13] %s: both languages have every text, with the same placeholders', (name) => {
  const [chinese, english] = [all.zh[name]!, all.en[name]!];
  expect(Object.keys(english).sort()).toEqual(Object.keys(chinese).sort());
  for (const [key, text] of Object.entries(chinese)) {
    expect(namesIn(english[key]!), key).toEqual(namesIn(text));
    for (const each of [text, english[key]!]) {
      expect(each.trim(), key).not.toBe('');
      // Anything that fill() does not recognize would be displayed as is.
      expect(each.replace(/\{\w+(?:\|[^{|}]+\|[^{|}]+)?\}/g, ''), key).not.toMatch(/[{}]/);
    }
  }
});

test('[S9.13] every table is in the list, in both languages, and no key is in two of them', () => {
  expect([...LOCALES].sort()).toEqual(['en', 'zh']);
  for (const locale of LOCALES) {
    const files = readdirSync(new URL(`../src/phrases/${locale}/`, import.meta.url)).map((file) => file.replace(/\.ts$/, ''));
    expect(Object.keys(all[locale]).sort()).toEqual(files.filter((file) => file !== 'index').sort());
    const keys = Object.values(all[locale]).flatMap(Object.keys);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  }
});

test('the sign-in texts are the fixed ones', () => {
  expect(zh.rule['rule.username']).toBe('用户名不能为空');
  expect(zh.rule['rule.password']).toBe('密码不能为空');
  expect(zh.error['error.SIGN_FAIL']).toBe('用户名或密码错误');
});

test('fixed texts match to the letter in their own language', () => {
  expect(en.common['update.title']).toBe('The page has been updated, refresh now?');
  expect(en.common['error.page.notFound']).toBe('Page not found');
  expect(zh.common['error.page.notFound']).toBe('找不到你想要的页面');
  expect(en.common['common.noneSelected']).toBe('No data selected.');
  expect(en.common['common.loadFailed']).toBe('Error loading data, please try again later.');
  expect(en.common['common.saveFailed']).toBe('Failed to save data. Please try again later.');
  expect(en.common['common.modifyFailed']).toBe('Failed to modify data. Please try again later.');
  expect(en.common['common.deleteFailed']).toBe('Failed to delete data. Please try again later.');
  expect(en.common['common.saved']).toBe('Success to save.');
  expect(en.common['common.modified']).toBe('Success to modify.');
  expect(en.common['common.deleted']).toBe('Success to delete.');
  expect(zh.common['common.confirmDelete']).toBe('确认要删除此数据吗？');
});

test('[F-U23] the executing state names the work, by document type', () => {
  const said = (['INBOUND', 'OUTBOUND', 'MOVE'] as const).map((type) => stateKey(type, 'EXECUTING'));
  const words: Record<string, string> = zh.wms;
  expect(said.map((key) => words[key])).toEqual(['上架中', '拣货中', '移库中']);
});

test('[F-T2] texts of document states differ from each other, and from those of actions', () => {
  for (const { wms, work } of [all.zh, all.en] as { wms: Record<string, string>; work: Record<string, string> }[]) {
    const states = Object.keys(wms)
      .filter((key) => key.startsWith('wms.state.'))
      .map((key) => wms[key]);
    expect(states.filter((state, at) => states.indexOf(state) !== at)).toEqual([]);
    const actions = ['INBOUND', 'OUTBOUND', 'MOVE'].map((type) => work[`work.box.${type}`]);
    expect(actions.filter((action) => states.includes(action))).toEqual([]);
  }
  expect(en.transaction['tx.part.review']).not.toBe(en.wms['wms.state.SUBMITTED']);
});

test('texts about uploading a workbook list exactly the accepted file types', () => {
  const said = ['import.dropText', 'import.files', 'nightly.source.folder'] as const;
  for (const language of LOCALES)
    for (const key of said) {
      const text = Object.values(all[language]).find((table) => key in table)![key]!;
      const named = [...text.matchAll(/\b(?:xlsx|xls|xlsm|xlsb|ods|csv|tsv|txt)\b/g)].map(([ending]) => `.${ending}`);
      expect(named.join(','), key).toBe(TABLE_FILES);
    }
});
