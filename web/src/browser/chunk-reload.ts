// Code that does not come usually means that a newer version was installed: the console is reloaded.
import { CHUNK_RELOAD_GUARD_MS } from '@kuwei/contract/constants';
import { KEYS, session } from './storage.ts';

/** True once in a while, and remembers it: a chunk that is missing for good must not reload the page for ever. */
export function mayReloadForChunk(now = Date.now()): boolean {
  const last = session.get(KEYS.chunkReload);
  if (typeof last === 'number' && now - last < CHUNK_RELOAD_GUARD_MS) return false;
  session.set(KEYS.chunkReload, now);
  return true;
}

/** What Chromium, Firefox, Safari and Vite say when a script or a style sheet of a page does not come. */
const CHUNK_ERROR = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

export const isChunkError = (error: unknown): boolean => error instanceof Error && CHUNK_ERROR.test(error.message);

let reloading = false;
/** The console loads itself again: there is nothing to ask about it where nothing is lost. */
export const isReloading = (): boolean => reloading;

/** Loads the console again, and never answers. */
export function reloadConsole(): Promise<never> {
  reloading = true;
  location.reload();
  return new Promise(() => {});
}
