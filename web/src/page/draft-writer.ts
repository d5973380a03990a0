import { session } from '../browser/storage.ts';
import { onUserCleared } from '../session/sign.ts';
import { draftKey, hasDraft, type Draft } from './drafts.ts';
import { isDirty, hasDirtyHolder, setDirty } from './pages.ts';

const DELAY_MS = 300;

/**
 * Writes what `read` gives a moment later, and at the latest when the page is torn away, or the session of the person
 * whose draft it is: signed in again, they find it here.
 * @param form what tells it from other forms of the page
 * @param read null where nothing differs from what is saved
 */
export function draftWriter(pageKey: string, form: string, read: () => Draft | null) {
  const key = draftKey(pageKey, form);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopTimer = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const drop = (): void => {
    stopTimer();
    session.remove(key);
  };
  const write = (): void => {
    stopTimer();
    const draft = read();
    if (draft) session.set(key, draft);
    else session.remove(key);
  };
  const flush = (): void => {
    if (timer !== undefined) write();
  };
  window.addEventListener('pagehide', flush);
  const stop = onUserCleared(flush);
  return {
    soon: () => {
      timer ??= setTimeout(() => (isDirty(pageKey) ? write() : drop()), DELAY_MS);
    },
    /** What was typed is saved or given up. */
    drop,
    /** The form is gone from the screen. What was not given up before stays as a draft: nobody has been asked about it. */
    end: () => {
      window.removeEventListener('pagehide', flush);
      stop();
      if (isDirty(pageKey)) flush();
      else stopTimer();
      if (draftKey(pageKey, form) === key) if (!hasDirtyHolder(pageKey)) setDirty(pageKey, hasDraft(pageKey));
    },
  };
}
