// Focus management for keyboard users: a page that comes to the front, or whose dialog has closed, takes the focus unless something else
// has it. Mouse users see no difference, except that an open dialog always contains the focus, and returns it to its opener: if the
// focused element disappears, such as the button of a completed step, the focus moves to the next content of the dialog.
import { useNav } from '../page/nav.ts';
import { firstOf } from '../ui/dialog-keys.ts';

/** Last focused element of each open page, outside its dialogs and menus. */
const focusedElement = new WeakMap<Element, HTMLElement>();
let byKey = false;
/** The focus was inside a dialog until now. */
let wasInWindow = false;

const TYPED = 'textarea, input:not([type="checkbox"], [type="radio"])';

const isLost = (): boolean => {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.closest('[inert]') !== null;
};

/** Checks after pending renders. */
function scheduleRestore(): void {
  requestAnimationFrame(() => requestAnimationFrame(restore));
}

function restore(): void {
  const slot = document.querySelector('.slot:not([hidden])');
  if (!slot || !isLost()) return;
  const dialog = [...slot.querySelectorAll('.slot-popups [aria-modal="true"]')].findLast((each) => each.checkVisibility());
  // On a touch screen, focusing a field would raise the keyboard over the content.
  const mayType = byKey || !window.matchMedia('(pointer: coarse)').matches;
  if (dialog) return mayType ? firstOf(dialog)?.focus({ preventScroll: true }) : undefined;
  const goesBack = byKey || wasInWindow;
  wasInWindow = false;
  if (!goesBack) return;
  const before = focusedElement.get(slot);
  if (before?.isConnected && (mayType || !before.matches(TYPED))) before.focus({ preventScroll: true });
  // It is disabled or gone by now: focus the page, so that Tab reaches its first element.
  if (isLost()) slot.querySelector<HTMLElement>('.slot-scroll')?.focus({ preventScroll: true });
}

/** @returns stops it */
export function keepFocus(): () => void {
  const controller = new AbortController();
  const on = <Name extends keyof DocumentEventMap>(name: Name, does: (event: DocumentEventMap[Name]) => void): void =>
    document.addEventListener(name, does, { capture: true, signal: controller.signal });
  on('keydown', () => (byKey = true));
  on('pointerdown', () => (byKey = false));
  on('focusin', ({ target }) => {
    const page = target instanceof HTMLElement ? target.closest('.slot-scroll') : null;
    if (page) focusedElement.set(page.parentElement!, target as HTMLElement);
  });
  // If the page removes the focused element itself, the browser continues from its position.
  on('focusout', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('.slot-popups')) return;
    wasInWindow = target.closest('[aria-modal="true"]') !== null;
    scheduleRestore();
  });
  const stop = useNav.subscribe(scheduleRestore);
  return () => {
    stop();
    controller.abort();
  };
}
