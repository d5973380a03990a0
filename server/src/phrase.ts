// Texts made on the server: error messages, inbox messages, workbook headings.
import type { Locale } from '@kuwei/contract/constants';
import { DEFAULT_LOCALE, LOCALES } from '@kuwei/contract/constants';
import { lookUp, type PhraseArgs, type PhraseKey, type PhraseTables, type DynamicKey } from '@kuwei/contract/phrase';
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import * as en from '@kuwei/contract/phrases/en/index';
import * as zh from '@kuwei/contract/phrases/zh/index';

const together = (all: Readonly<Record<string, Readonly<Record<string, string>>>>): Record<string, string> =>
  Object.assign({}, ...Object.values(all)) as Record<string, string>;
const tables: PhraseTables = { zh: together(zh), en: together(en) };

/** The site's own names of states and the like, overriding the product's; shared by the whole process. */
let words: PhraseTables = { zh: {}, en: {} };
export const setPhraseOverrides = (spoken: PhraseTables): void => void (words = spoken);

const textOf = (locale: Locale, key: string, params?: PhraseParams): string =>
  words[locale][key] ?? lookUp(tables, locale, key, params);

/** The product's own text, without the site's overrides. */
export const shippedText = (locale: Locale, key: string): string => lookUp(tables, locale, key);

/** Every text of a key: the site's and the product's, in both languages. */
export const everyText = (key: string): string[] => [
  ...new Set(LOCALES.flatMap((locale) => [textOf(locale, key), shippedText(locale, key)])),
];

export function t<K extends PhraseKey>(locale: Locale, key: K, ...args: PhraseArgs<K>): string {
  return textOf(locale, key, args[0]);
}

/** The same for a key composed at run time. */
export const say = <const K extends string>(locale: Locale, key: K & DynamicKey<K>, params?: PhraseParams): string =>
  textOf(locale, key, params);

/** The same for a key that is data: an unknown one is returned as it is. */
export const phraseOrKey = (locale: Locale, key: string, params?: PhraseParams): string => textOf(locale, key, params);

/** The first supported language of an Accept-Language header. */
export function localeOf(header: string | undefined): Locale {
  for (const part of (header ?? '').split(',')) {
    const language = part.trim().slice(0, 2).toLowerCase();
    if (language === 'zh' || language === 'en') return language;
  }
  return DEFAULT_LOCALE;
}
