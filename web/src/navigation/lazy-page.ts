// A page whose code comes when it is needed, or a little before.
import type { ComponentType } from 'react';
import { preloadablePart } from '../browser/lazy-part.ts';
import { waitWhileServerAway } from '../browser/server-up.ts';
import { loadPhrases, locale, type Part } from '../phrase/phrases.ts';

type Source = () => Promise<{ default: ComponentType }>;

export interface LazyPage {
  Component: ComponentType;
  /** Fetches the code ahead of its use. */
  preload: () => Promise<unknown>;
}

/**
 * What could not be fetched once can stay failed for as long as the window is open: a browser remembers it of every file that
 * another one imports. So nothing is asked of a server that is known to be away.
 * @param says the texts it needs beside `pages`; a page before the sign-in names all of its own
 */
export function lazyPage(load: Source, ...says: Part[]): LazyPage {
  const source = withTexts(load, ...(says.includes('login') ? says : (['pages', ...says] as const)));
  return preloadablePart(async () => {
    await waitWhileServerAway();
    return (await source()).default;
  });
}

/** Code together with the texts it says. @returns what `load` imports, once both are here */
export const withTexts =
  <T>(load: () => Promise<T>, ...says: Part[]) =>
  async (): Promise<T> =>
    (await Promise.all([load(), ...says.map((part) => loadPhrases(locale(), part))]))[0];
