// Reorders rows by dragging a handle: with mouse, pen or touch.
import { useEffect, useRef, useState, type PointerEvent } from 'react';

/** Distance from the edge at which scrolling begins, and its step, px. */
const EDGE = 48;
const STEP = 14;

export interface RowDrag {
  /** Index of the dragged row, and of the row it would be inserted before. */
  from: number;
  to: number;
}

/** @param move target index as for `splice` after the row was removed */
export function useRowDrag(move: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<RowDrag | null>(null);
  const now = useRef<RowDrag | null>(null);
  const show = (next: RowDrag | null): void => {
    now.current = next;
    setDrag(next);
  };
  const cancel = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || now.current === null) return;
    event.stopPropagation();
    show(null);
  };
  useEffect(() => {
    if (drag === null) return undefined;
    window.addEventListener('keydown', cancel, true);
    return () => window.removeEventListener('keydown', cancel, true);
  }, [drag !== null]);

  return {
    drag,
    handleProps: (from: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        show({ from, to: from });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (now.current?.from !== from) return;
        scrollAtEdge(event.currentTarget, event.clientY);
        const to = indexAt(event.currentTarget, event.clientY);
        if (to !== null && to !== now.current.to) show({ from, to });
      },
      onPointerUp: () => {
        const done = now.current;
        show(null);
        if (done?.from !== from) return;
        const to = done.to > from ? done.to - 1 : done.to;
        if (to !== from) move(from, to);
      },
      onPointerCancel: () => show(null),
    }),
  };
}

/** Index of the row that a point is before. */
function indexAt(handle: HTMLElement, y: number): number | null {
  const rows = [...(handle.closest('tbody')?.rows ?? [])];
  for (const row of rows) {
    const { top, height } = row.getBoundingClientRect();
    if (y < top + height / 2) return Number(row.dataset['at']);
  }
  const last = rows.at(-1);
  return last ? Number(last.dataset['at']) + 1 : null;
}

function scrollAtEdge(handle: HTMLElement, y: number): void {
  const scroll = handle.closest('.slot-scroll');
  if (!scroll) return;
  const { top, bottom } = scroll.getBoundingClientRect();
  if (y < top + EDGE) scroll.scrollBy(0, -STEP);
  else if (y > bottom - EDGE) scroll.scrollBy(0, STEP);
}
