// A page with lazily loaded, preloadable code.
import type { ComponentType } from 'react';
import { preloadablePart } from '../browser/lazy-part.ts';
import { waitWhileServerAway } from '../browser/server-up.ts';
import { loadPhrases, locale, type Part } from '../phrase/phrases.ts';

type Source = () => Promise<{ default: ComponentType }>;

export interface LazyPage {
  Component: ComponentType;
  /** Loads the code in advance. */
  preload: () => Promise<unknown>;
}

/**
 * A browser may cache a failed import for as long as the window is open, as it does for files imported by another file. So nothing is
 * requested while the server is known to be unreachable.
 * @param says text parts needed in addition to `pages`; pages before the sign-in name all of theirs
 */
export function lazyPage(load: Source, ...says: Part[]): LazyPage {
  const source = withTexts(load, ...(says.includes('login') ? says : (['pages', ...says] as const)));
  return preloadablePart(async () => {
    await waitWhileServerAway();
    return (await source()).default;
  });
}

/** Loads code together with its texts. @returns what `load` imports, once both are loaded */
export const withTexts =
  <T>(load: () => Promise<T>, ...says: Part[]) =>
  async (): Promise<T> =>
    (await Promise.all([load(), ...says.map((part) => loadPhrases(locale(), part))]))[0];
