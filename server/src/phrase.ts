// Texts for people, made on the server: error messages, messages of the inbox, workbook headings.
import type { Locale } from '@kuwei/contract/constants';
import { DEFAULT_LOCALE } from '@kuwei/contract/constants';
import { lookUp, type PhraseArgs, type PhraseKey, type PhraseTables } from '@kuwei/contract/phrase';
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import { tables as en } from '@kuwei/contract/phrases/en/index';
import { tables as zh } from '@kuwei/contract/phrases/zh/index';

const together = (all: Readonly<Record<string, Readonly<Record<string, string>>>>): Record<string, string> =>
  Object.assign({}, ...Object.values(all)) as Record<string, string>;
const tables: PhraseTables = { zh: together(zh), en: together(en) };

export function t<K extends PhraseKey>(locale: Locale, key: K, ...args: PhraseArgs<K>): string {
  return lookUp(tables, locale, key, args[0]);
}

/** The same for a key that is known only at run time. */
export const say = (locale: Locale, key: string, params?: PhraseParams): string => lookUp(tables, locale, key, params);

/** The first language of an Accept-Language header that this product speaks. */
export function localeOf(header: string | undefined): Locale {
  for (const part of (header ?? '').split(',')) {
    const language = part.trim().slice(0, 2).toLowerCase();
    if (language === 'zh' || language === 'en') return language;
  }
  return DEFAULT_LOCALE;
}
