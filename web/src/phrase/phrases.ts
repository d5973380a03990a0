// The console's texts: language, loaded tables, and `t()`.
import { DEFAULT_LOCALE, LOCALE_KEY, LOCALE_STORAGE_MS, LOCALES, type Locale } from '@kuwei/contract/constants';
import { lookUp, type PhraseArgs, type PhraseKey, type PlainKey, type DynamicKey } from '@kuwei/contract/phrase';
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import { create } from 'zustand';
import { loadCode } from '../browser/lazy-part.ts';
import { KEYS, local } from '../browser/storage.ts';

type Table = Readonly<Record<string, string>>;

/**
 * The first screen waits for its own texts only; `pages` load with the first page in the shell, the rest with the screens that use them.
 */
export const sources = {
  zh: {
    first: async () => (await import('./zh-first.ts')).first,
    login: async () => (await import('./zh-login.ts')).login,
    link: async () => (await import('./zh-link.ts')).link,
    pages: async () => (await import('./zh-pages.ts')).pages,
    imports: async () => (await import('./zh-imports.ts')).imports,
    people: async () => (await import('./zh-people.ts')).people,
    messages: async () => (await import('./zh-messages.ts')).messages,
    scan: async () => (await import('./zh-scan.ts')).scan,
    cosign: async () => (await import('./zh-cosign.ts')).cosign,
    label: async () => (await import('./zh-label.ts')).label,
    scanning: async () => (await import('./zh-scanning.ts')).scanning,
    share: async () => (await import('./zh-share.ts')).share,
    permit: async () => (await import('./zh-permit.ts')).permit,
    register: async () => (await import('./zh-register.ts')).register,
    sight: async () => (await import('./zh-sight.ts')).sight,
    goods: async () => (await import('./zh-goods.ts')).goods,
    safety: async () => (await import('./zh-safety.ts')).safety,
    count: async () => (await import('./zh-count.ts')).count,
    ledger: async () => (await import('./zh-ledger.ts')).ledger,
    documents: async () => (await import('./zh-documents.ts')).documents,
    approval: async () => (await import('./zh-approval.ts')).approval,
    design: async () => (await import('./zh-design.ts')).design,
    system: async () => (await import('./zh-system.ts')).system,
    maintain: async () => (await import('./zh-maintain.ts')).maintain,
    utils: async () => (await import('./zh-utils.ts')).utils,
    backup: async () => (await import('./zh-backup.ts')).backup,
    log: async () => (await import('./zh-log.ts')).log,
    stat: async () => (await import('./zh-stat.ts')).stat,
    warning: async () => (await import('./zh-warning.ts')).warning,
    cases: async () => (await import('./zh-cases.ts')).cases,
    report: async () => (await import('./zh-report.ts')).report,
    result: async () => (await import('./zh-result.ts')).result,
  },
  en: {
    first: async () => (await import('./en-first.ts')).first,
    login: async () => (await import('./en-login.ts')).login,
    link: async () => (await import('./en-link.ts')).link,
    pages: async () => (await import('./en-pages.ts')).pages,
    imports: async () => (await import('./en-imports.ts')).imports,
    people: async () => (await import('./en-people.ts')).people,
    messages: async () => (await import('./en-messages.ts')).messages,
    scan: async () => (await import('./en-scan.ts')).scan,
    cosign: async () => (await import('./en-cosign.ts')).cosign,
    label: async () => (await import('./en-label.ts')).label,
    scanning: async () => (await import('./en-scanning.ts')).scanning,
    share: async () => (await import('./en-share.ts')).share,
    permit: async () => (await import('./en-permit.ts')).permit,
    register: async () => (await import('./en-register.ts')).register,
    sight: async () => (await import('./en-sight.ts')).sight,
    goods: async () => (await import('./en-goods.ts')).goods,
    safety: async () => (await import('./en-safety.ts')).safety,
    count: async () => (await import('./en-count.ts')).count,
    ledger: async () => (await import('./en-ledger.ts')).ledger,
    documents: async () => (await import('./en-documents.ts')).documents,
    approval: async () => (await import('./en-approval.ts')).approval,
    design: async () => (await import('./en-design.ts')).design,
    system: async () => (await import('./en-system.ts')).system,
    maintain: async () => (await import('./en-maintain.ts')).maintain,
    utils: async () => (await import('./en-utils.ts')).utils,
    backup: async () => (await import('./en-backup.ts')).backup,
    log: async () => (await import('./en-log.ts')).log,
    stat: async () => (await import('./en-stat.ts')).stat,
    warning: async () => (await import('./en-warning.ts')).warning,
    cases: async () => (await import('./en-cases.ts')).cases,
    report: async () => (await import('./en-report.ts')).report,
    result: async () => (await import('./en-result.ts')).result,
  },
} satisfies Record<Locale, Record<string, () => Promise<Table>>>;
export type Part = keyof (typeof sources)['zh'];
const PARTS = Object.keys(sources.zh) as Part[];

const tables: Record<Locale, Table> = { zh: {}, en: {} };
/** Terms customized by the site. */
let words: Record<Locale, Table> = { zh: {}, en: {} };
const loaded = Object.fromEntries(PARTS.map((part) => [part, new Set<Locale>()])) as Record<Part, Set<Locale>>;

/** Whether a text was requested before its table was loaded. */
let hasMissingTexts = false;

interface LocaleState {
  locale: Locale;
  /** Incremented when a table is loaded after a text was missed, or terms change, to rerender. */
  tables: number;
}
export const useLocaleState = create<LocaleState>(() => ({ locale: getStoredLocale(), tables: 0 }));

/** The current language. */
export const locale = (): Locale => useLocaleState.getState().locale;
/** Assumes two languages. */
export const otherLocale = (than: Locale): Locale => LOCALES.find((each) => each !== than)!;
/** For components: rerenders when texts change. */
export const useLocale = (): Locale => useLocaleState().locale;

/** The text of a key in the current language, with `{names}` filled in. */
export function t<K extends PhraseKey>(key: K, ...args: PhraseArgs<K>): string {
  return findText(locale(), key, args[0]);
}

function findText(wanted: Locale, key: string, params?: PhraseParams): string {
  const word = words[wanted][key];
  if (word !== undefined) return word;
  if (tables[wanted][key] === undefined) hasMissingTexts = true;
  return lookUp(tables, wanted, key, params);
}

/** Replaces the site's customized terms. */
export function loadOverrides(spoken: Record<Locale, Table>): void {
  if (JSON.stringify(spoken) === JSON.stringify(words)) return;
  words = spoken;
  useLocaleState.setState((state) => ({ tables: state.tables + 1 }));
}

/** The site's customized terms. */
export const getOverrides = (): Record<Locale, Table> => words;

/** The same in a given language whose table is loaded. */
export const textIn = (wanted: Locale, key: PlainKey): string => findText(wanted, key);

/** The same for a key composed at run time. */
export const say = <const K extends string>(key: K & DynamicKey<K>, params?: PhraseParams): string => sayAny(key, params);

/**
 * The same for a key that is data, such as a menu item's tag. A text missing here may exist in the other language: its tables are then
 * loaded, and components rerender.
 */
export function sayAny(key: string, params?: PhraseParams): string {
  const text = findText(locale(), key, params);
  if (text === key) for (const other of LOCALES) loadAll(other).catch(() => {});
  return text;
}

const loadAll = (of: Locale): Promise<unknown> => Promise.all(PARTS.map((part) => loadPhrases(of, part)));

/** Value of an element's `lang`: Chinese text within English is read aloud and rendered as Chinese. */
export const langOf = (text: unknown): 'zh-CN' | undefined =>
  locale() === 'en' && typeof text === 'string' && /\p{Script=Han}/u.test(text) ? 'zh-CN' : undefined;

/** A record type inside a phrase: `New product`. Acronyms keep their capitals. */
export const lowerFirst = (name: string): string => name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** `t`, for components: rerenders when the language changes. */
export function useT(): typeof t {
  useLocaleState();
  return t;
}

/** Loads the tables of a language. @throws on network failure */
export async function loadPhrases(wanted: Locale, part: Part): Promise<void> {
  if (loaded[part].has(wanted)) return;
  const table = await sources[wanted][part]();
  if (loaded[part].has(wanted)) return;
  loaded[part].add(wanted);
  tables[wanted] = { ...tables[wanted], ...table };
  if (!hasMissingTexts) return;
  hasMissingTexts = false;
  useLocaleState.setState((state) => ({ tables: state.tables + 1 }));
}

/** Switches the language once its texts are loaded, and stores the choice for a year. */
export async function setLocale(chosen: Locale): Promise<void> {
  await loadCode(() => Promise.all(PARTS.filter((part) => loaded[part].size > 0).map((part) => loadPhrases(chosen, part))));
  local.set(LOCALE_KEY, { value: chosen, until: Date.now() + LOCALE_STORAGE_MS });
  useLocaleState.setState({ locale: chosen });
  setDocumentLanguage(chosen);
}

/** Subscribes to language changes, to refetch what the server returned in the previous language. @returns unsubscribes */
export const onLocale = (changed: () => void): (() => void) =>
  useLocaleState.subscribe((state, before) => {
    if (state.locale !== before.locale) changed();
  });

/** Follows language changes in other windows of this browser. */
export function watchLocale(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === LOCALE_KEY && getStoredLocale() !== locale()) setLocale(getStoredLocale()).catch(() => {});
  });
}

/** Sets the document language for the browser and screen readers. */
export function setDocumentLanguage(spoken: Locale): void {
  document.documentElement.lang = spoken === 'zh' ? 'zh-CN' : spoken;
}

/**
 * The language chosen within the last year, else the default. It does not expire under a stored session, which the server ends by its
 * own clock: the clock of a phone may be years ahead.
 */
export function getStoredLocale(): Locale {
  const kept = local.get(LOCALE_KEY) as { value: Locale; until: number } | null;
  if (!kept || !LOCALES.includes(kept.value) || typeof kept.until !== 'number') return DEFAULT_LOCALE;
  return kept.until > Date.now() || local.get(KEYS.session) !== null ? kept.value : DEFAULT_LOCALE;
}
