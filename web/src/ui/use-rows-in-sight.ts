import { useLayoutEffect, useState, type RefObject } from 'react';

/** Rows drawn above and below those in sight. */
const SPARE = 8;
const SPARE_COLUMNS = 3;

export interface Stretch {
  /** Counted from 0. */
  from: number;
  /** Behind the last one. */
  to: number;
}

/**
 * Which rows of a long list with rows of one height need drawing.
 * @param rowHeight px
 * @param top px above the first row within the scroller
 */
export const useRowsInSight = (
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  top = 0,
  spare = SPARE,
): Stretch => useInSight(scroller, count, rowHeight, top, spare, false);

/**
 * The same for columns. Where all of them fit, all are drawn, whatever their width.
 * @param width px of the narrowest
 * @param left px before the first column within the scroller
 */
export const useColumnsInSight = (scroller: RefObject<HTMLElement | null>, count: number, width: number, left: number): Stretch =>
  useInSight(scroller, count, width, left, SPARE_COLUMNS, true);

function useInSight(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  size: number,
  start: number,
  spare: number,
  across: boolean,
): Stretch {
  const [sight, setSight] = useState({ from: 0, to: 2 * spare });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = (): void => {
      // Kept in the background it has no height: what was in sight stays drawn.
      if (element.clientHeight === 0) return;
      const [scrolled, room] = across ? [element.scrollLeft, element.clientWidth] : [element.scrollTop, element.clientHeight];
      const first = Math.floor((scrolled - start) / size);
      const from = Math.max(0, first - spare);
      const to = Math.max(0, first) + Math.ceil(room / size) + spare;
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
  }, [scroller, count, size, start, spare, across]);
  return { from: Math.min(sight.from, count), to: Math.min(sight.to, count) };
}
