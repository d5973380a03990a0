// Texts for people, made on the server: error messages, messages of the inbox, workbook headings.
import type { Locale } from '@kuwei/contract/constants';
import { DEFAULT_LOCALE } from '@kuwei/contract/constants';
import { lookUp, type PhraseArgs, type PhraseKey, type PhraseTables } from '@kuwei/contract/phrase';
import { account as accountEn } from '@kuwei/contract/phrases/en/account';
import { common as commonEn } from '@kuwei/contract/phrases/en/common';
import { error as errorEn } from '@kuwei/contract/phrases/en/error';
import { msg as msgEn } from '@kuwei/contract/phrases/en/msg';
import { rule as ruleEn } from '@kuwei/contract/phrases/en/rule';
import { wms as wmsEn } from '@kuwei/contract/phrases/en/wms';
import { workbook as workbookEn } from '@kuwei/contract/phrases/en/workbook';
import { account as accountZh } from '@kuwei/contract/phrases/zh/account';
import { common as commonZh } from '@kuwei/contract/phrases/zh/common';
import { error as errorZh } from '@kuwei/contract/phrases/zh/error';
import { msg as msgZh } from '@kuwei/contract/phrases/zh/msg';
import { rule as ruleZh } from '@kuwei/contract/phrases/zh/rule';
import { wms as wmsZh } from '@kuwei/contract/phrases/zh/wms';
import { workbook as workbookZh } from '@kuwei/contract/phrases/zh/workbook';

const tables: PhraseTables = {
  zh: { ...accountZh, ...commonZh, ...errorZh, ...msgZh, ...ruleZh, ...wmsZh, ...workbookZh },
  en: { ...accountEn, ...commonEn, ...errorEn, ...msgEn, ...ruleEn, ...wmsEn, ...workbookEn },
};

export function t<K extends PhraseKey>(locale: Locale, key: K, ...args: PhraseArgs<K>): string {
  return lookUp(tables, locale, key, args[0]);
}

/** The same for a key that is known only at run time. */
export const say = (locale: Locale, key: string, params?: Record<string, string | number>): string =>
  lookUp(tables, locale, key, params);

/** The first language of an Accept-Language header that this product speaks. */
export function localeOf(header: string | undefined): Locale {
  for (const part of (header ?? '').split(',')) {
    const language = part.trim().slice(0, 2).toLowerCase();
    if (language === 'zh' || language === 'en') return language;
  }
  return DEFAULT_LOCALE;
}
