import { session } from '../browser/storage.ts';
import { onUserCleared } from '../session/sign.ts';
import { draftKey, hasDraft, type Draft } from './drafts.ts';
import { isDirty, hasDirtyHolder, setDirty } from './pages.ts';

const DELAY_MS = 300;

/**
 * Saves the result of `read` as a draft, debounced, and at the latest when the page is unloaded or the user's session ends: after
 * signing in again they find it here.
 * @param form distinguishes forms of the same page
 * @param read null if nothing differs from the saved record
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
    /** The changes were saved or discarded. */
    drop,
    /** The form has unmounted. Changes not discarded before stay as a draft: the user has not been asked. */
    end: () => {
      window.removeEventListener('pagehide', flush);
      stop();
      if (isDirty(pageKey)) flush();
      else stopTimer();
      if (draftKey(pageKey, form) === key) if (!hasDirtyHolder(pageKey)) setDirty(pageKey, hasDraft(pageKey));
    },
  };
}
