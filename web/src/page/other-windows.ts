// Tracks which windows of this browser have unsaved changes, by a shared Web Lock: the browser releases it when a window closes, however
// that happens.
import { usePages } from './pages.ts';

const NAME = 'kuwei unsaved';

/** Holds the shared lock while this window has unsaved changes. @returns stops it */
export function watchUnsaved(): () => void {
  let release: (() => void) | null = null;
  const follow = (): void => {
    const holds = usePages.getState().dirty.size > 0;
    if (holds && release === null) release = hold();
    else if (!holds && release !== null) {
      release();
      release = null;
    }
  };
  follow();
  const stop = usePages.subscribe(follow);
  return () => {
    stop();
    release?.();
  };
}

function hold(): () => void {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  // Pages loaded without TLS have no Web Locks.
  locks()
    ?.request(NAME, { mode: 'shared' }, () => held)
    .catch(() => {});
  return release;
}

/** Whether another window has unsaved changes. Called when this one has none. */
export async function hasUnsavedElsewhere(): Promise<boolean> {
  const { held = [] } =
    (await locks()
      ?.query()
      .catch(() => null)) ?? {};
  return held.some(({ name }) => name === NAME);
}

const locks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;
