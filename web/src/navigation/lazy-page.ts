// A page whose code comes when it is needed, or a little before.
import type { ComponentType } from 'react';
import { loadPhrases, locale, type Part } from '../phrase/phrases.ts';
import { lazyPart } from './lazy-part.ts';

type Source = () => Promise<{ default: ComponentType }>;

export interface LazyPage {
  Component: ComponentType;
  /** Fetches the code ahead of its use. */
  preload: () => Promise<unknown>;
}

/** @param says the texts it needs beside `pages`; a page before the sign-in names all of its own */
export function lazyPage(load: Source, ...says: Part[]): LazyPage {
  const source = withTexts(load, ...(says.includes('login') ? says : (['pages', ...says] as const)));
  return { Component: lazyPart(async () => (await source()).default), preload: source };
}

/** Code together with the texts it says. @returns what `load` imports, once both are here */
export const withTexts =
  <T>(load: () => Promise<T>, ...says: Part[]) =>
  async (): Promise<T> =>
    (await Promise.all([load(), ...says.map((part) => loadPhrases(locale(), part))]))[0];
