// Which windows of this browser hold unsaved changes. One cannot ask for another, but the browser knows who holds a lock, and
// lets go of it when a window is closed, however that comes about.
import { usePages } from './pages.ts';

const NAME = 'kuwei unsaved';

/** Holds the lock, together with other windows, as long as something here is unsaved. @returns ends it */
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
  // A page that came without TLS has no locks.
  locks()
    ?.request(NAME, { mode: 'shared' }, () => held)
    .catch(() => {});
  return release;
}

/** Whether another window holds any. Asked where this one holds none. */
export async function hasUnsavedElsewhere(): Promise<boolean> {
  const { held = [] } =
    (await locks()
      ?.query()
      .catch(() => null)) ?? {};
  return held.some(({ name }) => name === NAME);
}

const locks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;
