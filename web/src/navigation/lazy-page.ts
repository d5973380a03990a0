// A page whose code comes when it is needed, or a little before.
import { lazy, type ComponentType } from 'react';
import { loadPhrases, locale } from '../phrase/phrases.ts';
import { reloadForChunk } from './chunk-reload.ts';

type Source = () => Promise<{ default: ComponentType }>;

export interface LazyPage {
  Component: ComponentType;
  /** Fetches the code ahead of its use. */
  preload: () => Promise<unknown>;
}

/** @param bare says nothing but what the first screen says */
export function lazyPage(load: Source, bare = false): LazyPage {
  const source = bare
    ? load
    : async () => {
        const [page] = await Promise.all([load(), loadPhrases(locale(), 'pages')]);
        return page;
      };
  return { Component: lazy(() => source().catch(reloadForChunk)), preload: source };
}
