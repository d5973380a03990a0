// A chunk that fails to load usually means that a new version was deployed: reload the console.
import { CHUNK_RELOAD_GUARD_MS } from '@kuwei/contract/constants';
import { KEYS, session } from './storage.ts';

/** Returns true at most once per interval: a chunk that is missing for good must not cause a reload loop. */
export function mayReloadForChunk(now = Date.now()): boolean {
  const last = session.get(KEYS.chunkReload);
  if (typeof last === 'number' && now - last < CHUNK_RELOAD_GUARD_MS) return false;
  session.set(KEYS.chunkReload, now);
  return true;
}

/** Messages of Chromium, Firefox, Safari and Vite when a script or style sheet fails to load. */
const CHUNK_ERROR = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

export const isChunkError = (error: unknown): boolean => error instanceof Error && CHUNK_ERROR.test(error.message);

let reloading = false;
/** The console is reloading itself; no need to ask when nothing would be lost. */
export const isReloading = (): boolean => reloading;

/** Reloads the console; never resolves. */
export function reloadConsole(): Promise<never> {
  reloading = true;
  location.reload();
  return new Promise(() => {});
}
