// The sentences about what a restore would lose.
import type { BackupCheck } from '@kuwei/contract/sys/maintain';
import { expect, test } from 'vitest';
import { checkText } from '../src/sysbase/maintain/load/report-text.ts';
import { loadPhrases, setLocale, t } from '../src/phrase/phrases.ts';

const textOf = (documents: number, entries: number, products: number, related = 1): string =>
  checkText({ check: 'LATER', result: 'WARN', params: { documents, entries, products, related } } satisfies BackupCheck, t);

test('counts what is lost in English and Chinese, and leaves out what there is none of', async () => {
  await loadPhrases('en', 'maintain');
  await setLocale('en');
  expect(textOf(0, 0, 0)).toMatch(/none of them is lost/);
  expect(textOf(1, 0, 0)).toMatch(/: 1 document$/);
  expect(textOf(5, 11, 1)).toMatch(/: 5 documents, 11 ledger entries, 1 product$/);
  expect(textOf(5, 0, 2, 0)).toMatch(/no record in common.*replaces completely.*: 5 documents, 2 products$/);
  expect(textOf(0, 0, 0, 0)).toMatch(/replaces completely/);
  await setLocale('zh');
  expect(textOf(0, 0, 0)).toMatch(/不会丢失/);
  expect(textOf(5, 0, 1)).toMatch(/：单据 5 张、产品 1 个$/);
  expect(textOf(0, 2, 0, 0)).toMatch(/全部被替换。会丢失：台账 2 条$/);
});
