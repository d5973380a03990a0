import { useEffect, type RefObject } from 'react';

/** Restores the scroll position of an element in a page that was in the background, where it is lost. */
export function useKeptScroll(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    let kept = { top: 0, left: 0 };
    let hidden = false;
    const note = (): void => {
      if (current.clientHeight > 0) kept = { top: current.scrollTop, left: current.scrollLeft };
    };
    const observer = new ResizeObserver(() => {
      if (current.clientHeight === 0) hidden = true;
      else if (hidden) {
        hidden = false;
        current.scrollTo(kept);
      }
    });
    current.addEventListener('scroll', note, { passive: true });
    observer.observe(current);
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', note);
    };
  }, [element]);
}
