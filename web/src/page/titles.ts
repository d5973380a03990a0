// What open pages are called, by their key: the number of a document, the name of a record, what a list says above itself.
import type { PhraseKey, PlainKey } from '@kuwei/contract/phrase';
import { create } from 'zustand';
import { KEYS, session } from '../browser/storage.ts';
import { inPhrase, say } from '../phrase/phrases.ts';

/** A title that follows the language on screen, as those of pages without a record do. */
export interface TitlePhrase {
  phrase: PhraseKey;
  /** The kind of record that the phrase names. */
  kind?: PlainKey;
  /** Said after it, in any language. */
  rest?: string;
}
export type Title = string | TitlePhrase;
type Titles = Readonly<Record<string, Title>>;

/** Titles remembered; the oldest goes first. */
const TITLES_MAX = 60;

export const useTitles = create<{ titles: Titles }>(() => ({ titles: (session.get(KEYS.titles) as Titles | null) ?? {} }));

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
  const { phrase, kind, rest } = title;
  const text = say(phrase, kind && { name: inPhrase(say(kind)) });
  if (text === phrase) return undefined;
  return rest === undefined ? text : `${text} · ${rest}`;
}

/** Nothing that one person has opened is named to the next. */
export function forgetTitles(): void {
  session.remove(KEYS.titles);
  useTitles.setState({ titles: {} });
}
