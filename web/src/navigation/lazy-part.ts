// Code that comes when it is wanted, in the one way in which it comes: after an update of the program its address is
// gone, and the console is loaded anew.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { reloadForChunk } from './chunk-reload.ts';

/** What `load` imports. @throws what it fails with, where loading the console anew was tried a moment ago or does not help */
export const codeOf = <T>(load: () => Promise<T>): Promise<T> => load().catch(reloadForChunk);

/** A component whose code comes when it is drawn first. */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await codeOf(load) }));
