import { useCallback, type RefCallback } from 'react';
import { papers, type Paper } from './slip.ts';

const PX_PER_MM = 96 / 25.4;

/** Draws sheets no wider than the element that holds them, as long as it is on screen. @returns for that element */
export function useFittingSheets(paper: Paper): RefCallback<HTMLElement> {
  return useCallback(
    (holder: HTMLElement) => {
      const observer = new ResizeObserver(() => {
        const { clientWidth } = holder;
        if (clientWidth > 0)
          holder.style.setProperty('--slip-fit', String(Math.min(1, clientWidth / (papers[paper].width * PX_PER_MM))));
      });
      observer.observe(holder);
      return () => observer.disconnect();
    },
    [paper],
  );
}
