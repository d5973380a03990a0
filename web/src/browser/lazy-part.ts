// The one way to load code lazily: waits while the server is unreachable, and reloads the console if an update has removed the chunk.
import { createElement, lazy, useState, type ComponentType, type LazyExoticComponent } from 'react';
import { isChunkError, mayReloadForChunk, reloadConsole } from './chunk-reload.ts';
import { loadWithStyles } from './lost-styles.ts';
import { waitForServer } from './server-up.ts';

/**
 * Imports with `load`. On failure tries once more as soon as the server answers, whether or not the code had been preloaded before.
 * If that fails too, a new version has replaced the chunk, and the console is reloaded.
 * @throws the error of `load` if a reload was tried a moment ago or does not help
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await loadWithStyles(load);
  } catch (error) {
    if (!isChunkError(error)) throw error;
  }
  await waitForServer();
  try {
    return await loadWithStyles(load);
  } catch (error) {
    if (!isChunkError(error) || !mayReloadForChunk()) throw error;
    return reloadConsole();
  }
}

/** A component whose code is loaded when it first renders. */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await loadCode(load) }));

/**
 * A component whose code can be preloaded, and then renders without suspending: React would show the fallback, and keep it for 300 ms.
 * A failed load is retried by the next call.
 */
export function preloadablePart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): { Component: ComponentType<P>; preload: () => Promise<void> } {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  const fetchOnce = (): Promise<ComponentType<P>> =>
    (loading ??= load()
      .then((component) => (loaded = component))
      .finally(() => (loading = undefined)));
  const Later = lazyPart(fetchOnce) as ComponentType<P>;
  return {
    Component: (props) => {
      const [Part] = useState(() => loaded ?? Later);
      return createElement(Part, props);
    },
    preload: async () => void (loaded ?? (await fetchOnce())),
  };
}
