// Moves rows of a tree by dragging a handle: with mouse, pen or touch.
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import type { DropZone } from '../ui/tree.ts';

/** Distance from the edge at which scrolling begins, and its step, px. */
const EDGE = 48;
const STEP = 14;

export interface TreeDrag {
  /** The dragged row. */
  id: string;
  /** Drop target; null if not allowed. */
  over: { id: string; zone: DropZone } | null;
}

/** @param mayDrop whether a row may be dropped there */
export function useTreeDrag(
  mayDrop: (id: string, over: string, zone: DropZone) => boolean,
  drop: (id: string, over: string, zone: DropZone) => void,
) {
  const [drag, setDrag] = useState<TreeDrag | null>(null);
  const now = useRef<TreeDrag | null>(null);
  const show = (next: TreeDrag | null): void => {
    now.current = next;
    setDrag(next);
  };
  useEffect(() => {
    if (drag === null) return undefined;
    const cancel = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      show(null);
    };
    window.addEventListener('keydown', cancel, true);
    return () => window.removeEventListener('keydown', cancel, true);
  }, [drag !== null]);

  return {
    drag,
    handleProps: (id: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        show({ id, over: null });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (now.current?.id !== id) return;
        scrollAtEdge(event.currentTarget, event.clientY);
        const at = zoneAt(event.currentTarget, event.clientY);
        show({ id, over: at && mayDrop(id, at.id, at.zone) ? at : null });
      },
      onPointerUp: () => {
        const done = now.current;
        show(null);
        if (done?.id === id && done.over) drop(id, done.over.id, done.over.zone);
      },
      onPointerCancel: () => show(null),
    }),
  };
}

/** The row at a point, and the drop zone: before, in or after it. */
function zoneAt(handle: HTMLElement, y: number): { id: string; zone: DropZone } | null {
  for (const row of handle.closest('tbody')?.rows ?? []) {
    const { top, bottom, height } = row.getBoundingClientRect();
    if (y < top || y > bottom) continue;
    const part = (y - top) / height;
    return { id: row.dataset['id']!, zone: part < 0.3 ? 'before' : part > 0.7 ? 'after' : 'inside' };
  }
  return null;
}

function scrollAtEdge(handle: HTMLElement, y: number): void {
  const scroll = handle.closest('.slot-scroll');
  if (!scroll) return;
  const { top, bottom } = scroll.getBoundingClientRect();
  if (y < top + EDGE) scroll.scrollBy(0, -STEP);
  else if (y > bottom - EDGE) scroll.scrollBy(0, STEP);
}
