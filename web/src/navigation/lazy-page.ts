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

/** @param says the texts it needs beside those that are always there */
export function lazyPage(load: Source, ...says: Part[]): LazyPage {
  const parts: readonly Part[] = says.length === 0 ? ['pages'] : says;
  const source = async () => {
    const [page] = await Promise.all([load(), ...parts.map((part) => loadPhrases(locale(), part))]);
    return page;
  };
  return { Component: lazyPart(async () => (await source()).default), preload: source };
}
