import { startTransition, useEffect, useState } from 'react';

/** Row height at the highest density, px. */
const LOWEST = 30;
/** Rows per turn: few enough for a slow machine to respond in between. */
const STEP = 15;

/** Number of rows that can fill the window. */
const inWindow = (): number => Math.ceil(window.innerHeight / LOWEST);

/**
 * Number of rows to render: a window's worth at once, the rest in turns during which the page stays responsive. Refetched rows stay
 * rendered, together with the new ones.
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
