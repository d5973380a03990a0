// A page whose code comes when it is needed, or a little before.
import { lazy, type ComponentType } from 'react';
import { reloadForChunk } from './chunk-reload.ts';

type Source = () => Promise<{ default: ComponentType }>;

export interface LazyPage {
  Component: ComponentType;
  /** Fetches the code ahead of its use. */
  preload: () => Promise<unknown>;
}

export const lazyPage = (load: Source): LazyPage => ({
  Component: lazy(() => load().catch(reloadForChunk)),
  preload: load,
});
