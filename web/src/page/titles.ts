// What open pages are called, by their key: the number of a document, the name of a record, what a list says above itself.
import { create } from 'zustand';
import { KEYS, session } from '../base/storage.ts';

type Titles = Readonly<Record<string, string>>;

/** Titles remembered; the oldest goes first. */
const TITLES_MAX = 60;

export const useTitles = create<{ titles: Titles }>(() => ({ titles: (session.get(KEYS.titles) as Titles | null) ?? {} }));

export function setTitle(key: string, title: string): void {
  const { titles } = useTitles.getState();
  if (titles[key] === title) return;
  const { [key]: _, ...others } = titles;
  const next = Object.fromEntries([...Object.entries(others), [key, title]].slice(-TITLES_MAX));
  session.set(KEYS.titles, next);
  useTitles.setState({ titles: next });
}

/** Nothing that one person has opened is named to the next. */
export function forgetTitles(): void {
  session.remove(KEYS.titles);
  useTitles.setState({ titles: {} });
}
