// Texts in two languages. Chinese defines the type: an English table without a key does not compile. Tables are imported as types
// only, so that the browser loads just the language and areas it shows.
import type * as tables from '../phrases/zh/index.ts';
import { LOCALES, type Locale } from './constants.ts';
import type { PhraseParams, PhraseValue } from './phrase-params.ts';

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never;
/** All texts by key. */
type Phrases = Intersection<(typeof tables)[keyof typeof tables]>;
export type PhraseKey = keyof Phrases;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
/** Arguments after the key: none for a plain text, one record if it has placeholders. */
export type PhraseArgs<K extends PhraseKey> = [Names<Phrases[K]>] extends [never]
  ? []
  : [params: Record<Names<Phrases[K]>, PhraseValue>];

/** Keys of texts without placeholders. */
export type PlainKey = { [K in PhraseKey]: PhraseArgs<K> extends [] ? K : never }[PhraseKey];

/** Those of a computed key that have no text: literals and unions one by one, wide strings as a pattern. */
type MissingKey<K extends string> = K extends PhraseKey ? never : [Extract<PhraseKey, K>] extends [never] ? K : never;

/**
 * A key as far as it is known at compile time. Keys without a text do not compile, nor does a plain `string`: keys from data go
 * to `sayAny`.
 */
export type DynamicKey<K extends string> = string extends K
  ? 'Of this key nothing is known'
  : [MissingKey<K>] extends [never]
    ? K
    : `No text is called ${MissingKey<K>}`;

/** A common prefix of texts, one for each of `V`; a missing one does not compile. */
export type KeyPrefix<P extends string, V extends string> = [MissingKey<`${P}.${V}`>] extends [never]
  ? P
  : `No text is called ${MissingKey<`${P}.${V}`>}`;

export type PhraseTables = Record<Locale, Readonly<Record<string, string>>>;

/** Chinese has no plural forms; a text with two forms is English. */
const plural = new Intl.PluralRules('en');

/** Fills `{name}` placeholders; unknown ones stay visible. `{name|line|lines}` picks singular or plural. */
export function fill(template: string, params: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/\{(\w+)(?:\|([^{|}]+)\|([^{|}]+))?\}/g, (whole, name: string, one?: string, many?: string) =>
    String((one === undefined ? params[name] : plural.select(Number(params[name])) === 'one' ? one : many) ?? whole),
  );
}

const COMMA: Record<Locale, string> = { zh: '、', en: ', ' };

export const joinList = (locale: Locale, texts: readonly string[]): string => texts.join(COMMA[locale]);

/** Params may be whole records, with fields of any type. */
const isList = (value: unknown): value is readonly string[] => Array.isArray(value);

const formatParams = (locale: Locale, params: PhraseParams): Record<string, string | number> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, isList(value) ? joinList(locale, value) : value]));

/** The text of a key in a language, else in another, else the key itself. */
export function lookUp(tables: PhraseTables, locale: Locale, key: string, params: PhraseParams = {}): string {
  for (const each of [locale, ...LOCALES]) {
    const template = tables[each][key];
    if (typeof template === 'string') return fill(template, formatParams(each, params));
  }
  return key;
}
