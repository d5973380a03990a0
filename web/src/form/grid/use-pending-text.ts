// What is typed into one of thousands of cells shows at once, and counts after a moment: the whole form looks at each change.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { runAfterRelease } from '../../browser/pointer.ts';

const PAUSE_MS = 250;

/** @param commit what is typed counts: when the cell is left, before keys that do something else, and after a pause */
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
      // What is said about the row may come or go with it, and what is being pressed must not move.
      onBlur: () => runAfterRelease(flush),
      onKeyDown: (event: KeyboardEvent): void => {
        if (event.ctrlKey || event.metaKey || event.altKey || /^(Enter|Arrow(Up|Down))$/.test(event.key)) flush();
      },
    },
  };
}
