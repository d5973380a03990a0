// Rows of a tree are drawn to another place by a handle: with the mouse, a pen or a finger.
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import type { DropZone } from '../ui/tree.ts';

/** How near to the edge of what scrolls it begins to scroll, and how far in a step, px. */
const EDGE = 48;
const STEP = 14;

export interface TreeDrag {
  /** The row that is drawn. */
  id: string;
  /** Where it would land; null where it cannot. */
  over: { id: string; zone: DropZone } | null;
}

/** @param mayDrop whether a row can land there */
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

/** The row that a point lies on, and whether before it, in it or behind it is meant. */
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
