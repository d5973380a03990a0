// Screens, messages and guides use the words of docs/glossary.md, and none that it excludes.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as en from '../src/phrases/en/index.ts';
import * as zh from '../src/phrases/zh/index.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

interface Word {
  chinese: string;
  english: string;
  /** Excluded words, in either language. */
  not: string[];
}

const words: Word[] = read('docs/glossary.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| 中文'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, chinese, english, , , not]) => ({
    chinese: chinese!,
    english: english!,
    not: not!.split(/[,、]\s*/).filter(Boolean),
  }));

interface Text {
  at: string;
  text: string;
}
const phrases = (tables: Readonly<Record<string, Readonly<Record<string, string>>>>): Text[] =>
  Object.values(tables).flatMap((table) =>
    Object.entries(table).map(([at, text]) => ({
      at,
      // `{name|line|lines}` is replaced by both words, `{name}` by an ellipsis.
      text: text.replace(/\{\w+\|([^{|}]+)\|([^{|}]+)\}/g, '$1 $2').replace(/\{\w+\}/g, '…'),
    })),
  );
const guide = (path: string): Text[] => [{ at: path, text: read(path) }];

const texts = {
  en: [...phrases(en), ...guide('docs/guide.en.md')],
  zh: [...phrases(zh), ...guide('docs/guide.zh.md')],
};
const isEnglish = (word: string): boolean => /^[a-z]/i.test(word);
/** English words match whole words, Chinese ones anywhere. */
const finds = (word: string): RegExp => (isEnglish(word) ? new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'i') : new RegExp(word));

test('[F-W6] every word of the glossary occurs in a text', () => {
  expect(words.length).toBeGreaterThan(20);
  const all = (locale: 'zh' | 'en'): string => texts[locale].map(({ text }) => text).join('\n');
  const said = { zh: all('zh'), en: all('en').toLowerCase() };
  expect(words.filter(({ english }) => !said.en.includes(english.toLowerCase())).map(({ english }) => english)).toEqual([]);
  expect(words.filter(({ chinese }) => !said.zh.includes(chinese)).map(({ chinese }) => chinese)).toEqual([]);
});

test('[F-W6] no text or guide uses an excluded word', () => {
  const wrong = words.flatMap(({ not }) =>
    not.flatMap((word) =>
      texts[isEnglish(word) ? 'en' : 'zh'].filter(({ text }) => finds(word).test(text)).map(({ at }) => `${word}: ${at}`),
    ),
  );
  expect(wrong).toEqual([]);
});

test('[F-W6] noun and number agree in every text with a count', () => {
  // “{count} lines” reads “1 lines”: it needs a singular.
  const counted = /\{(?:count|n|created|skipped|refused|seconds|minutes|left|days)\} [a-z]+s\b/;
  const loose = Object.values(en as Record<string, Record<string, string>>).flatMap((table) =>
    Object.entries(table).filter(([, text]) => counted.test(text)),
  );
  expect(loose.map(([key]) => key)).toEqual([]);
});

test('a Chinese sentence has no spaces around a name', () => {
  const spaced =
    /[\u4e00-\u9fff] \{(?:name|product|person|applicant|owner)\} [\u4e00-\u9fff]|^\{(?:name|person)\} [\u4e00-\u9fff]/;
  const wrong = Object.values(zh as Record<string, Record<string, string>>).flatMap((table) =>
    Object.entries(table).filter(([, text]) => spaced.test(text)),
  );
  expect(wrong.map(([key]) => key)).toEqual([]);
});
