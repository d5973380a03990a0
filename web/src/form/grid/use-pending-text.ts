// Input into one of thousands of cells shows immediately, and is committed after a debounce: each commit rerenders the whole form.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { runAfterRelease } from '../../browser/pointer.ts';

const PAUSE_MS = 250;

/** @param commit called when the cell loses focus, before keys with another action, and after the debounce */
export function usePendingText(value: string, commit: (text: string) => void) {
  const [pending, setPending] = useState<string | null>(null);
  const now = useRef({ pending, commit });
  now.current = { pending, commit };
  const flush = (): void => {
    const text = now.current.pending;
    if (text === null) return;
    now.current.pending = null;
    setPending(null);
    now.current.commit(text);
  };
  useEffect(() => {
    if (pending === null) return undefined;
    const timer = setTimeout(() => runAfterRelease(flush), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [pending]);
  useEffect(() => flush, []);
  return {
    text: pending ?? value,
    type: (text: string): void => {
      now.current.pending = text;
      setPending(text);
    },
    leaving: {
      // Errors of the row may appear or disappear with it; a button being pressed must not move.
      onBlur: () => runAfterRelease(flush),
      onKeyDown: (event: KeyboardEvent): void => {
        if (event.ctrlKey || event.metaKey || event.altKey || /^(Enter|Arrow(Up|Down))$/.test(event.key)) flush();
      },
    },
  };
}
