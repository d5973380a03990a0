// Texts in two languages. Chinese is the type: an English table that misses a key does not compile.
// This file imports the tables for their types only, so the browser loads just the language and the areas it shows.
import type { account } from './phrases/zh/account.ts';
import type { common } from './phrases/zh/common.ts';
import type { error } from './phrases/zh/error.ts';
import type { form } from './phrases/zh/form.ts';
import type { inbox } from './phrases/zh/inbox.ts';
import type { kit } from './phrases/zh/kit.ts';
import type { login } from './phrases/zh/login.ts';
import type { msg } from './phrases/zh/msg.ts';
import type { place } from './phrases/zh/place.ts';
import type { product } from './phrases/zh/product.ts';
import type { proxy } from './phrases/zh/proxy.ts';
import type { rule } from './phrases/zh/rule.ts';
import type { sender } from './phrases/zh/sender.ts';
import type { shell } from './phrases/zh/shell.ts';
import type { stock } from './phrases/zh/stock.ts';
import type { transaction } from './phrases/zh/transaction.ts';
import type { wms } from './phrases/zh/wms.ts';
import type { work } from './phrases/zh/work.ts';
import type { workbook } from './phrases/zh/workbook.ts';
import { LOCALES, type Locale } from './constants.ts';

export type Phrases = typeof common &
  typeof account &
  typeof login &
  typeof rule &
  typeof stock &
  typeof transaction &
  typeof wms &
  typeof error &
  typeof form &
  typeof inbox &
  typeof kit &
  typeof msg &
  typeof place &
  typeof product &
  typeof proxy &
  typeof sender &
  typeof shell &
  typeof work &
  typeof workbook;
export type PhraseKey = keyof Phrases;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
/** Arguments after the key: none for a plain text, one record for a text with placeholders. */
export type PhraseArgs<K extends PhraseKey> = [Names<Phrases[K]>] extends [never]
  ? []
  : [params: Record<Names<Phrases[K]>, string | number>];

/** Keys of texts without placeholders. */
export type PlainKey = { [K in PhraseKey]: PhraseArgs<K> extends [] ? K : never }[PhraseKey];

/** Same keys as the Chinese table. */
export type Translation<Table> = Record<keyof Table, string>;

export type PhraseTables = Record<Locale, Readonly<Record<string, string>>>;

/** Fills `{name}` placeholders; an unknown one stays visible. `{name|line|lines}` is the first word for 1, else the second. */
export function fill(template: string, params: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/\{(\w+)(?:\|(\w+)\|(\w+))?\}/g, (whole, name: string, one?: string, many?: string) =>
    String((one === undefined ? params[name] : String(params[name]) === '1' ? one : many) ?? whole),
  );
}

/** The text of a key in a language, else in any other one, else the key itself. */
export function lookUp(
  tables: PhraseTables,
  locale: Locale,
  key: string,
  params?: Readonly<Record<string, string | number>>,
): string {
  for (const each of [locale, ...LOCALES]) {
    const template = tables[each][key];
    if (typeof template === 'string') return fill(template, params);
  }
  return key;
}
