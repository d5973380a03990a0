// Titles of open pages by key: a document number, a record's name, or the heading of a list.
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import type { PhraseKey, PlainKey } from '@kuwei/contract/phrase';
import { useMemo } from 'react';
import { create } from 'zustand';
import { KEYS, session } from '../browser/storage.ts';
import { lowerFirst, locale, say } from '../phrase/phrases.ts';

/** A title in the current language, for pages without a record. */
export interface TitlePhrase {
  phrase: PhraseKey;
  /** The record type named in the phrase. */
  kind?: PlainKey;
  /** Appended in any language. */
  rest?: string;
}
/** A title by language; where one is missing, the page uses the name of its menu item. */
type LocalizedText = Readonly<Partial<Record<Locale, string>>>;
export type Title = string | TitlePhrase | LocalizedText;

export const localizeEach = (textIn: (spoken: Locale) => string): LocalizedText =>
  Object.fromEntries(LOCALES.map((spoken) => [spoken, textIn(spoken)]));
/** A name from the server, in the current language only: after a language change it is missing until reloaded. */
export const useLocalizedText = (text: string): LocalizedText => {
  const spoken = useMemo(locale, [text]);
  return { [spoken]: text };
};

type Titles = Readonly<Record<string, Title>>;

/** Number of titles remembered; the oldest is dropped first. */
const TITLES_MAX = 60;

const getStoredTitles = (): Titles => (session.get(KEYS.titles) as Titles | null) ?? {};

export const useTitles = create<{ titles: Titles }>(() => ({ titles: getStoredTitles() }));

/** Called when the same user is back. */
export const restoreTitles = (): void => useTitles.setState({ titles: getStoredTitles() });

export function setTitle(key: string, title: Title): void {
  const { [key]: before, ...others } = useTitles.getState().titles;
  if (JSON.stringify(before) === JSON.stringify(title)) return;
  const next = Object.fromEntries([...Object.entries(others), [key, title]].slice(-TITLES_MAX));
  session.set(KEYS.titles, next);
  useTitles.setState({ titles: next });
}

/** The title in the current language; undefined if there is none or its texts are still loading. */
export function titleText(title: Title | undefined): string | undefined {
  if (title === undefined || typeof title === 'string') return title;
  if (!('phrase' in title)) return title[locale()];
  const { phrase, kind, rest } = title;
  const text = say(phrase, kind && { name: lowerFirst(say(kind)) });
  if (text === phrase) return undefined;
  return rest === undefined ? text : `${text} · ${rest}`;
}

/** Clears titles, so that the next user does not see them. */
export function forgetTitles(): void {
  session.remove(KEYS.titles);
  useTitles.setState({ titles: {} });
}
