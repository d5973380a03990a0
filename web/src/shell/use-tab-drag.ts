import { useRef, useState, type PointerEvent, type RefObject } from 'react';
import { reorderTab } from '../page/pages.ts';

/** A press becomes a drag after this many px, so that a click with a shaking hand stays one. */
const THRESHOLD_PX = 6;

/** Tabs dragged along their list: the others make way while the pointer passes their middle. */
export function useTabDrag(list: RefObject<HTMLElement | null>) {
  const [dragging, setDragging] = useState<string | null>(null);
  const start = useRef<number | null>(null);
  const endedAt = useRef(0);

  const move = (routeName: string, x: number): void => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-tab]') ?? [])];
    const others = items.filter((item) => item.dataset['tab'] !== routeName);
    const passed = others.filter((item) => {
      const { left, width } = item.getBoundingClientRect();
      return left + width / 2 < x;
    });
    if (items.findIndex((item) => item.dataset['tab'] === routeName) !== passed.length) reorderTab(routeName, passed.length);
  };

  const end = (): void => {
    if (dragging !== null) endedAt.current = performance.now();
    start.current = null;
    setDragging(null);
  };

  return {
    dragging,
    /** True for the click that ends a drag. */
    justDragged: (): boolean => performance.now() - endedAt.current < 50,
    handlers: (routeName: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        if (event.button === 0 && event.pointerType !== 'touch') start.current = event.clientX;
      },
      onPointerMove: (event: PointerEvent<HTMLElement>): void => {
        if (start.current === null) return;
        if (dragging === null && Math.abs(event.clientX - start.current) < THRESHOLD_PX) return;
        if (dragging === null) {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(routeName);
        }
        move(routeName, event.clientX);
      },
      onPointerUp: end,
      onPointerCancel: end,
    }),
  };
}
