import { DEFAULT_LOCALE, LOCALE_KEY, LOCALE_STORAGE_MS, LOCALES } from '@kuwei/contract/constants';
import { error } from '@kuwei/contract/phrases/zh/error';
import { common } from '@kuwei/contract/phrases/zh/common';
import { wms } from '@kuwei/contract/phrases/zh/wms';
import * as tables from '@kuwei/contract/phrases/zh/index';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  lowerFirst,
  getStoredLocale,
  langOf,
  loadPhrases,
  locale,
  say,
  sayAny,
  setLocale,
  sources,
  t,
  useLocaleState,
} from '../src/phrase/phrases.ts';
import { dropTokens, saveTokens } from '../src/api/tokens.ts';
import { pair } from './_server.ts';
import { itemName } from '../src/shell/item-name.ts';
import { entriesOf } from '../src/session/version.ts';

beforeEach(() => {
  localStorage.clear();
  useLocaleState.setState({ locale: 'zh' });
});
afterEach(() => void vi.useRealTimers());

test('[S9.14, S1.36] without a choice the default language is Chinese', () => {
  expect([DEFAULT_LOCALE, getStoredLocale()]).toEqual(['zh', 'zh']);
});

test('[S4.67, S9.12, S9.21] a choice is stored for one year under its key, then the default applies again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  expect([LOCALE_KEY, LOCALE_STORAGE_MS]).toEqual(['i18n_local', 31_536_000_000]);
  await setLocale('en');
  expect([locale(), getStoredLocale(), document.documentElement.lang]).toEqual(['en', 'en', 'en']);
  expect(localStorage.getItem('i18n_local')).not.toBeNull();
  vi.setSystemTime(Date.now() + 31_536_000_000 - 1);
  expect(getStoredLocale()).toBe('en');
  vi.setSystemTime(Date.now() + 1);
  expect(getStoredLocale()).toBe('zh');
});

test('[F-CN9] a clock years ahead does not lose the language of a signed-in user', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await setLocale('en');
  saveTokens(pair('a') as never);
  vi.setSystemTime(new Date('2031-01-01'));
  expect(getStoredLocale()).toBe('en');
  dropTokens('hand');
  expect(getStoredLocale()).toBe('zh');
});

test('[S9.13] an unknown language is ignored', () => {
  expect([...LOCALES].sort()).toEqual(['en', 'zh']);
  for (const value of ['"fr"', '{"value":"fr","until":9e15}', 'broken', '{}']) {
    localStorage.setItem('i18n_local', value);
    expect(getStoredLocale()).toBe('zh');
  }
});

test('[S9.15] a missing text is loaded from the other language before falling back to the key', async () => {
  await loadPhrases('zh', 'first');
  expect(say('error.NOT_FOUND')).toBe('error.NOT_FOUND');
  await expect.poll(() => say('error.NOT_FOUND')).toBe('记录不存在');
  const unknown: string = 'no.such.key';
  expect(sayAny(unknown)).toBe(unknown);
});

test('all parts together contain all phrases', async () => {
  for (const part of ['first', 'pages'] as const) await loadPhrases('zh', part);
  for (const table of [common, error, wms]) for (const key of Object.keys(table)) expect(sayAny(key), key).not.toBe(key);
  expect(t('config.missing', { code: 'X' })).toBe('配置值 X 不存在，请联系管理员');
});

test("a menu item has its own name in Chinese; in another language the site's, else its tag's", async () => {
  const item = { name: '我的库存', nameEn: null, nameTag: 'menu.productBox' };
  expect(itemName(item, 'zh')).toBe('我的库存');
  await setLocale('en');
  expect(itemName(item, 'en')).toBe('Stock');
  expect(itemName({ ...item, nameEn: 'What we hold' }, 'en')).toBe('What we hold');
  expect(itemName({ name: '自建', nameEn: null, nameTag: null }, 'en')).toBe('自建');
  expect(itemName({ name: '自建', nameEn: null, nameTag: 'menu.unknown' }, 'en')).toBe('自建');
});

test('[S3.30] a dictionary entry is labelled in the current language, else by its default label', () => {
  const field = {
    code: 'A',
    label: '甲',
    labels: [{ language: 'en', label: 'First' }],
    props: [{ code: 'color', value: 'red' }],
    valid: true,
  };
  const dic = { code: 'D', fields: [field, { ...field, code: 'B', label: '乙', labels: [] }] };
  expect(entriesOf(dic, 'en').map(({ label }) => label)).toEqual(['First', '乙']);
  expect(entriesOf(dic, 'zh').map(({ label }) => label)).toEqual(['甲', '乙']);
  expect(entriesOf(dic, 'en')[0]).toEqual({ value: 'A', label: 'First', props: { color: 'red' }, valid: true });
  expect(entriesOf(undefined, 'zh')).toEqual([]);
});

test('the console has every text not produced on the server, each in one part, in both languages', async () => {
  const { flow, mail, msg, refusal, setting, workbook, ...consoleTables } = tables;
  const server = { ...flow, ...mail, ...msg, ...refusal, ...setting, ...workbook };
  for (const locale of LOCALES) {
    const parts = await Promise.all(Object.values(sources[locale]).map(async (load) => load()));
    const keys = parts.flatMap((part) => Object.keys(part));
    expect(keys.filter((key) => key in server)).toEqual([]);
    expect(keys.sort()).toEqual(Object.values(consoleTables).flatMap(Object.keys).sort());
  }
});

test('[F-W12] Chinese text in English gets a lang attribute; other text, or in Chinese, gets none', () => {
  expect(langOf('无水乙醇')).toBeUndefined();
  useLocaleState.setState({ locale: 'en' });
  expect(['无水乙醇', 'Ethanol', 'C01 易燃品柜', null, 3].map(langOf)).toEqual([
    'zh-CN',
    undefined,
    'zh-CN',
    undefined,
    undefined,
  ]);
});

test('[F-W6] a record type is lower case inside a phrase', () => {
  expect(['Product', 'Box', 'CAS number', 'SDS', '产品'].map(lowerFirst)).toEqual([
    'product',
    'box',
    'CAS number',
    'SDS',
    '产品',
  ]);
});
