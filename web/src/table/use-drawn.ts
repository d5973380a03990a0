import { startTransition, useEffect, useState } from 'react';

/** More rows than a window shows: a page of 50 is drawn at once. */
const FIRST = 60;
/** Rows of a turn. */
const STEP = 30;

/**
 * How many of the rows are drawn: the first ones at once, the rest in turns between which the window answers to the person.
 * Rows that are asked for again stay drawn, with those that have come to them.
 */
export function useDrawnCount(ids: readonly string[]): number {
  const [drawn, setDrawn] = useState({ ids, count: FIRST });
  const isKnown = ids === drawn.ids || ids.some((id) => drawn.ids.includes(id));
  const count = isKnown ? drawn.count : FIRST;
  useEffect(() => {
    if (count >= ids.length) return undefined;
    const timer = setTimeout(() => startTransition(() => setDrawn({ ids, count: count + STEP })), 0);
    return () => clearTimeout(timer);
  }, [ids, count]);
  return Math.min(count, ids.length);
}
