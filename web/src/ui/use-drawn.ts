import { startTransition, useEffect, useState } from 'react';

/** Height of a row where rows stand closest, px. */
const LOWEST = 30;
/** Rows of a turn: short enough for a slow machine to answer between two of them. */
const STEP = 15;

/** As many rows as a window can show. */
const inWindow = (): number => Math.ceil(window.innerHeight / LOWEST);

/**
 * How many of the rows are drawn: the first ones at once, the rest in turns between which the window answers to the person.
 * Rows that are asked for again stay drawn, with those that have come to them.
 */
export function useDrawnCount(ids: readonly string[]): number {
  const [drawn, setDrawn] = useState(() => ({ ids, count: inWindow() }));
  const isKnown = ids === drawn.ids || ids.some((id) => drawn.ids.includes(id));
  const count = isKnown ? drawn.count : inWindow();
  useEffect(() => {
    if (count >= ids.length) return undefined;
    const timer = setTimeout(() => startTransition(() => setDrawn({ ids, count: count + STEP })), 0);
    return () => clearTimeout(timer);
  }, [ids, count]);
  return Math.min(count, ids.length);
}
