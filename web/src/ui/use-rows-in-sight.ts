import { useLayoutEffect, useState, type RefObject } from 'react';

/** Rows rendered above and below the visible ones. */
const SPARE = 8;
const SPARE_COLUMNS = 3;

export interface Stretch {
  /** Zero-based. */
  from: number;
  /** Exclusive. */
  to: number;
}

/**
 * The rows to render of a long list with a fixed row height.
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
 * The same for columns. If all of them fit, all are rendered, regardless of width.
 * @param width of the narrowest column, px
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
  const [visible, setVisible] = useState({ from: 0, to: 2 * spare });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = (): void => {
      // In the background its height is 0: keep what was visible.
      if (element.clientHeight === 0) return;
      const [scrolled, room] = across ? [element.scrollLeft, element.clientWidth] : [element.scrollTop, element.clientHeight];
      const first = Math.floor((scrolled - start) / size);
      const from = Math.max(0, first - spare);
      const to = Math.max(0, first) + Math.ceil(room / size) + spare;
      setVisible((before) => (before.from === from && before.to === to ? before : { from, to }));
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
  return { from: Math.min(visible.from, count), to: Math.min(visible.to, count) };
}
