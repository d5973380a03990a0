import { startTransition, useEffect, useState } from 'react';

/** More rows than a window shows: a page of 50 is drawn at once. */
const CHUNK = 60;

/**
 * How many of the rows are drawn: the first ones at once, the rest in turns between which the window answers to the person.
 * Rows that are asked for again stay drawn.
 */
export function useDrawnCount(ids: readonly string[]): number {
  const of = `${ids.length} ${ids[0]}`;
  const [drawn, setDrawn] = useState({ of, count: CHUNK });
  const count = drawn.of === of ? drawn.count : CHUNK;
  useEffect(() => {
    if (count >= ids.length) return undefined;
    const timer = setTimeout(() => startTransition(() => setDrawn({ of, count: count + CHUNK })), 0);
    return () => clearTimeout(timer);
  }, [of, count, ids.length]);
  return Math.min(count, ids.length);
}
