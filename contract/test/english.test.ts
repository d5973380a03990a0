// Phrases typical of word-by-word translation, which no native writer uses on a screen.
import { expect, test } from 'vitest';
import * as en from '../src/phrases/en/index.ts';
import * as zh from '../src/phrases/zh/index.ts';

const texts = (tables: Readonly<Record<string, Readonly<Record<string, string>>>>): [key: string, text: string][] =>
  Object.values(tables).flatMap((table) => Object.entries(table));

const FOREIGN: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/\bwhoever\b/i, 'name the person: “the server operator”, “people who …”'],
  [/^(?:Who|What) [^?]*[.!]/, 'no clause as the subject of a sentence: “Your decisions appear here.”'],
  [/\banew\b/i, '“again”'],
  [/\b(?:is|are|was|were) told\b/i, '“is notified”'],
  [/\bstands as\b|\bas it stands\b|\bas it came\b/i, '“the current …”, “the default …”'],
  [/\b(?:has|have) taken it\b/i, '“accepted by …”'],
  [/\bcount(?:s)? only together\b|\bputs the role on\b|\bby the rules of the night\b/i, 'say what happens'],
];

test('English texts contain no translationese', () => {
  const found = texts(en).flatMap(([key, text]) =>
    FOREIGN.filter(([pattern]) => pattern.test(text)).map(([, better]) => `${key}: ${text} (${better})`),
  );
  expect(found).toEqual([]);
});

const STILTED: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/取货码/, '领取码'],
  [/出厂/, '默认'],
  [/这么(?:久|多|长)/, '“此时长”、“最少”、“最多”'],
  [/代操作/, '代为操作'],
  [/不知道是什么/, '无法识别'],
  [/做别的事/, '进行其他操作'],
];

test('Chinese texts use the words of the glossary, and none of the abandoned ones', () => {
  const found = texts(zh).flatMap(([key, text]) =>
    STILTED.filter(([pattern]) => pattern.test(text)).map(([, better]) => `${key}: ${text} (${better})`),
  );
  expect(found).toEqual([]);
});
