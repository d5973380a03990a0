import { useLayoutEffect, useState, type RefObject } from 'react';

/** Rows drawn above and below those in sight. */
const SPARE = 8;

/**
 * Which rows of a long list with rows of one height need drawing.
 * @param rowHeight px
 * @param top px above the first row within the scroller
 */
export function useRowsInSight(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  top = 0,
): { from: number; to: number } {
  const [sight, setSight] = useState({ from: 0, to: 2 * SPARE });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = (): void => {
      // Kept in the background it has no height: what was in sight stays drawn.
      if (element.clientHeight === 0) return;
      const first = Math.floor((element.scrollTop - top) / rowHeight);
      const from = Math.max(0, first - SPARE);
      const to = Math.max(0, first) + Math.ceil(element.clientHeight / rowHeight) + SPARE;
      setSight((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [scroller, count, rowHeight, top]);
  return { from: Math.min(sight.from, count), to: Math.min(sight.to, count) };
}
