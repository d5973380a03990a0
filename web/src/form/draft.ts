// What a person has typed and not saved, kept in this window so that a reload or a crash of the browser loses nothing.
import { session } from '../base/storage.ts';
import { useUser } from '../session/user.ts';

export interface Draft {
  values: Record<string, unknown>;
  /** The record the changes were made to; null for a new one. */
  base: Record<string, unknown> | null;
}

const DELAY_MS = 300;

/** @param place what tells this form from every other one of the window */
const keyOf = (place: string): string => `draft ${useUser.getState().user?.id ?? ''} ${place}`;

export const keptDraft = (place: string): Draft | null => session.get(keyOf(place)) as Draft | null;
export const dropDraft = (place: string): void => session.remove(keyOf(place));

/** Writes what `read` gives a moment later, and at the latest when the page is torn away. */
export function draftWriter(place: string, read: () => Draft | null) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const draft = read();
    if (draft) session.set(keyOf(place), draft);
    else dropDraft(place);
  };
  const flush = (): void => {
    if (timer !== undefined) write();
  };
  window.addEventListener('pagehide', flush);
  return {
    soon: () => {
      timer ??= setTimeout(write, DELAY_MS);
    },
    /** The form is gone, and its changes with it: whoever left was asked. */
    end: () => {
      clearTimeout(timer);
      timer = undefined;
      window.removeEventListener('pagehide', flush);
      dropDraft(place);
    },
  };
}
