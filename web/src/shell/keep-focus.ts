// Where somebody works by keyboard, the focus is somewhere at all times: a page that comes to the front, or whose dialog has
// closed, takes it where nothing else has. Who points sees no difference, but a window has the focus within it while it is open,
// whoever opened it, and gives it back to what opened it: what goes under it, such as the button of a step that is done, hands it
// on to what the window shows next.
import { useNav } from '../page/nav.ts';
import { firstOf } from '../ui/dialog-keys.ts';

/** What had the focus last in each open page, its dialogs and menus not counted. */
const focusedElement = new WeakMap<Element, HTMLElement>();
let byKey = false;
/** The focus was in a window until now. */
let wasInWindow = false;

const TYPED = 'textarea, input:not([type="checkbox"], [type="radio"])';

const isLost = (): boolean => {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.closest('[inert]') !== null;
};

/** Looks once what is on its way has been drawn. */
function scheduleRestore(): void {
  requestAnimationFrame(() => requestAnimationFrame(restore));
}

function restore(): void {
  const slot = document.querySelector('.slot:not([hidden])');
  if (!slot || !isLost()) return;
  const dialog = [...slot.querySelectorAll('.slot-popups [aria-modal="true"]')].findLast((each) => each.checkVisibility());
  // On a touched screen a field would bring the keyboard up over what is to be read.
  const mayType = byKey || !window.matchMedia('(pointer: coarse)').matches;
  if (dialog) return mayType ? firstOf(dialog)?.focus({ preventScroll: true }) : undefined;
  const goesBack = byKey || wasInWindow;
  wasInWindow = false;
  if (!goesBack) return;
  const before = focusedElement.get(slot);
  if (before?.isConnected && (mayType || !before.matches(TYPED))) before.focus({ preventScroll: true });
  // It is disabled by now, or gone with what was done: the next stop is the first of the page.
  if (isLost()) slot.querySelector<HTMLElement>('.slot-scroll')?.focus({ preventScroll: true });
}

/** @returns ends it */
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
  // What a page itself takes away under the focus is left to the browser, which goes on from that place.
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
