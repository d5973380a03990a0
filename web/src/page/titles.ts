// What open pages are called, by their key: the number of a document, the name of a record, what a list says above itself.
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import type { PhraseKey, PlainKey } from '@kuwei/contract/phrase';
import { useMemo } from 'react';
import { create } from 'zustand';
import { KEYS, session } from '../browser/storage.ts';
import { lowerFirst, locale, say } from '../phrase/phrases.ts';

/** A title that follows the language on screen, as those of pages without a record do. */
export interface TitlePhrase {
  phrase: PhraseKey;
  /** The kind of record that the phrase names. */
  kind?: PlainKey;
  /** Said after it, in any language. */
  rest?: string;
}
/** A title in its languages; in another the page goes by its entry of the menu. */
type LocalizedText = Readonly<Partial<Record<Locale, string>>>;
export type Title = string | TitlePhrase | LocalizedText;

export const localizeEach = (textIn: (spoken: Locale) => string): LocalizedText =>
  Object.fromEntries(LOCALES.map((spoken) => [spoken, textIn(spoken)]));
/** What the server names in the language on screen alone: while another is on screen, it has not been named again yet. */
export const useLocalizedText = (text: string): LocalizedText => {
  const spoken = useMemo(locale, [text]);
  return { [spoken]: text };
};

type Titles = Readonly<Record<string, Title>>;

/** Titles remembered; the oldest goes first. */
const TITLES_MAX = 60;

const getStoredTitles = (): Titles => (session.get(KEYS.titles) as Titles | null) ?? {};

export const useTitles = create<{ titles: Titles }>(() => ({ titles: getStoredTitles() }));

/** Whose they are has come back. */
export const restoreTitles = (): void => useTitles.setState({ titles: getStoredTitles() });

export function setTitle(key: string, title: Title): void {
  const { [key]: before, ...others } = useTitles.getState().titles;
  if (JSON.stringify(before) === JSON.stringify(title)) return;
  const next = Object.fromEntries([...Object.entries(others), [key, title]].slice(-TITLES_MAX));
  session.set(KEYS.titles, next);
  useTitles.setState({ titles: next });
}

/** A title in the language on screen; undefined where there is none, or its words are still on their way. */
export function titleText(title: Title | undefined): string | undefined {
  if (title === undefined || typeof title === 'string') return title;
  if (!('phrase' in title)) return title[locale()];
  const { phrase, kind, rest } = title;
  const text = say(phrase, kind && { name: lowerFirst(say(kind)) });
  if (text === phrase) return undefined;
  return rest === undefined ? text : `${text} · ${rest}`;
}

/** Nothing that one person has opened is named to the next. */
export function forgetTitles(): void {
  session.remove(KEYS.titles);
  useTitles.setState({ titles: {} });
}
