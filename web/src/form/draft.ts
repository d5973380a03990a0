// What a person has typed and not saved, kept in this window so that a reload or a crash of the browser loses nothing.
import { session } from '../base/storage.ts';
import { onPersonGone } from '../session/sign.ts';
import { draftsOf, useUser } from '../session/user.ts';

export interface Draft {
  values: Record<string, unknown>;
  /** The record the changes were made to; null for a new one. */
  base: Record<string, unknown> | null;
}

const DELAY_MS = 300;

/** @param place what tells this form from every other one of the window */
const keyOf = (place: string): string => draftsOf(useUser.getState().user) + place;

export const keptDraft = (place: string): Draft | null => session.get(keyOf(place)) as Draft | null;
export const dropDraft = (place: string): void => session.remove(keyOf(place));

/**
 * Writes what `read` gives a moment later, and at the latest when the page is torn away, or the session of the person
 * whose draft it is: signed in again, they find it here.
 */
export function draftWriter(place: string, read: () => Draft | null) {
  const key = keyOf(place);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const draft = read();
    if (draft) session.set(key, draft);
    else session.remove(key);
  };
  const flush = (): void => {
    if (timer !== undefined) write();
  };
  window.addEventListener('pagehide', flush);
  const stop = onPersonGone(flush);
  return {
    soon: () => {
      timer ??= setTimeout(write, DELAY_MS);
    },
    /** The form is gone, and its changes with it: whoever left was asked. */
    end: () => {
      clearTimeout(timer);
      timer = undefined;
      window.removeEventListener('pagehide', flush);
      stop();
      if (keyOf(place) === key) session.remove(key);
    },
  };
}
