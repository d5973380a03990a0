// Code that comes when it is wanted, in the one way in which it comes: while the server is away it is waited for, and
// after an update of the program, when its address is gone, the console is reloaded.
import { createElement, lazy, useState, type ComponentType, type LazyExoticComponent } from 'react';
import { isChunkError, mayReloadForChunk, reloadConsole } from './chunk-reload.ts';
import { loadWithStyles } from './lost-styles.ts';
import { waitForServer } from './server-up.ts';

/**
 * What `load` imports. Where it does not come it is asked for once more, as soon as the server answers: it then comes as
 * though nothing had been, whether it had been fetched ahead before the server went or not. Where it still does not come,
 * a newer version has taken its place, and the console is reloaded.
 * @throws what `load` fails with, where reloading the console was tried a moment ago or does not help
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

/** A component whose code comes when it is drawn first. */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await loadCode(load) }));

/**
 * A component whose code may be fetched ahead. It is then drawn at once: where a component suspends, React first draws what
 * stands in its place, and keeps that on screen for 300 ms. A load that fails is tried again by the next call.
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
