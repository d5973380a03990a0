import { useCallback, type RefCallback } from 'react';
import { papers, PX_PER_MM, type Paper } from './papers.ts';

/** Draws sheets no wider than the element that holds them, as long as it is on screen. @returns for that element */
export function useFittingSheets(paper: Paper): RefCallback<HTMLElement> {
  return useCallback(
    (holder: HTMLElement) => {
      const observer = new ResizeObserver(() => {
        const { clientWidth } = holder;
        if (clientWidth > 0)
          holder.style.setProperty('--print-fit', String(Math.min(1, clientWidth / (papers[paper].width * PX_PER_MM))));
      });
      observer.observe(holder);
      return () => observer.disconnect();
    },
    [paper],
  );
}
