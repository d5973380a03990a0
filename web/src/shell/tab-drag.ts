import { reorderTab, usePages } from '../page/pages.ts';

/** A press becomes a drag after this many px, so that a shaky click stays a click. */
const THRESHOLD_PX = 6;
/** A moving finger pans the list; one held this long grabs the tab. */
const HOLD_MS = 350;

/**
 * Reorders tabs by dragging: other tabs make way when the pointer passes their middle. Releasing drops the tab, Escape restores it.
 * Listens
 * on the window, as the pressed tab is moved in the DOM meanwhile.
 * @returns stops it
 */
export function watchTabDrag(): () => void {
  const pressed = (event: PointerEvent): void => {
    const tab = event.button === 0 && event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tab]') : null;
    const list = tab?.parentElement;
    if (!tab || !list) return;
    const routeName = tab.dataset['tab']!;
    const at = positionOf(routeName);
    const mark = (on: boolean): void => void tab.toggleAttribute('data-dragging', on);
    watchDrag(event, {
      begin: () => mark(true),
      move: (x) => {
        const to = countPassed(list, routeName, x);
        if (to !== positionOf(routeName)) reorderTab(routeName, to);
      },
      cancel: () => reorderTab(routeName, at),
      end: () => mark(false),
    });
  };
  window.addEventListener('pointerdown', pressed);
  return () => window.removeEventListener('pointerdown', pressed);
}

const positionOf = (routeName: string): number => usePages.getState().tabs.findIndex((tab) => tab.routeName === routeName);

/** Number of other tabs whose middle the pointer has passed. */
function countPassed(list: HTMLElement, routeName: string, x: number): number {
  const others = [...list.querySelectorAll<HTMLElement>('[data-tab]')].filter((item) => item.dataset['tab'] !== routeName);
  return others.filter((item) => {
    const { left, width } = item.getBoundingClientRect();
    return left + width / 2 < x;
  }).length;
}

interface Drag {
  begin: () => void;
  move: (x: number) => void;
  cancel: () => void;
  end: () => void;
}

function watchDrag({ clientX, pointerId, pointerType }: PointerEvent, drag: Drag): void {
  const controller = new AbortController();
  const touch = pointerType === 'touch';
  let dragging = false;
  let cancelled = false;
  const begin = (): void => {
    dragging = true;
    drag.begin();
  };
  const held = touch ? setTimeout(begin, HOLD_MS) : undefined;
  const end = (): void => {
    clearTimeout(held);
    controller.abort();
    if (!dragging) return;
    swallowClick();
    drag.end();
  };
  const on = <Name extends keyof WindowEventMap>(name: Name, does: (event: WindowEventMap[Name]) => void): void =>
    window.addEventListener(name, does, { capture: true, passive: false, signal: controller.signal });
  on('pointermove', (event) => {
    if (event.pointerId !== pointerId) return;
    const far = Math.abs(event.clientX - clientX) >= THRESHOLD_PX;
    if (!dragging && far && touch) end();
    else if (!dragging && far) begin();
    if (dragging && !cancelled) drag.move(event.clientX);
  });
  on('touchmove', (event) => dragging && event.preventDefault());
  on('contextmenu', (event) => {
    if (!dragging) return end();
    // A long press also opens the context menu.
    event.preventDefault();
    event.stopPropagation();
  });
  on('pointerup', (event) => event.pointerId === pointerId && end());
  on('pointercancel', (event) => event.pointerId === pointerId && end());
  on('keydown', (event) => {
    if (event.key !== 'Escape' || !dragging) return;
    event.preventDefault();
    event.stopPropagation();
    // The button is still down: its release must not click either.
    cancelled = true;
    drag.cancel();
    drag.end();
  });
}

/** The click that follows a release, if any, is dispatched in the same turn, and is ignored after a drag. */
function swallowClick(): void {
  const controller = new AbortController();
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, signal: controller.signal });
  setTimeout(() => controller.abort());
}
