import { useCallback, type RefCallback } from 'react';
import { papers, PX_PER_MM, type Paper } from './papers.ts';

/** Scales sheets down to the width of their container while mounted. @returns ref for the container */
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
