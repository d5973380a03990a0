// What every dialog of the kit does with the keyboard and the way back: it opens on its first field, Ctrl+Enter is its one primary
// button, and a step back closes it.
import { history } from '../browser/history.ts';
import { settleChooser } from './settle-chooser.ts';

const FIELDS = ':is(input, textarea, select, button, [tabindex="0"]):not(:disabled, [hidden], [type="hidden"], [type="file"])';
const BODY = ':is(.ant-modal-body, .ant-drawer-body)';
const FOOT = '.ant-modal-footer';

/** Where a dialog that has nothing to fill in begins: never on what cannot be taken back. */
export const firstOf = (dialog: Element): HTMLElement | null =>
  dialog.querySelector<HTMLElement>(`${BODY} ${FIELDS}`) ??
  dialog.querySelector<HTMLElement>(`${FOOT} .ant-btn-primary:not(.ant-btn-dangerous, :disabled)`) ??
  dialog.querySelector<HTMLElement>(`${FOOT} button:not(:disabled)`);

/** What lies over a page; those of pages in the background are left alone. */
const WINDOW = ':is(.ant-modal-wrap, .ant-drawer-open)';
const CROSSES = ['.ant-modal-close', '.ant-drawer-close', '.ant-modal-confirm-btns button'];

/** One that was closed stays in the page for a moment, without what it showed. */
const isOpen = (window: HTMLElement): boolean =>
  window.style.display !== 'none' &&
  window.closest('[inert]') === null &&
  window.querySelector('[role="dialog"]')?.checkVisibility() === true;

/** Closes the window on top, as its cross does: it asks first where something is unsaved. @returns whether there was one */
function closeTop(): boolean {
  const open = [...document.querySelectorAll<HTMLElement>(WINDOW)].filter(isOpen);
  const top = open.findLast((each) => each.contains(document.activeElement)) ?? open.at(-1);
  const cross = CROSSES.map((each) => top?.querySelector<HTMLElement>(each)).find((each) => each !== null);
  cross?.click();
  return cross !== null && cross !== undefined;
}

/** The kit gives the focus of a dialog that opens to its cross. @returns ends it */
export function watchDialogs(): () => void {
  const controller = new AbortController();
  history.closing(closeTop);
  const focused = ({ target, relatedTarget }: FocusEvent): void => {
    if (target instanceof Element && target.closest(WINDOW)) history.hold();
    if (!(target instanceof Element) || !target.matches('.ant-modal-close, .ant-drawer-close')) return;
    const dialog = target.closest('[role="dialog"]');
    const within = relatedTarget instanceof Element && relatedTarget !== dialog && dialog?.contains(relatedTarget) === true;
    // On a touched screen a field would bring the keyboard up over what is to be read.
    if (dialog && !within && !window.matchMedia('(pointer: coarse)').matches) firstOf(dialog)?.focus({ preventScroll: true });
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const dialog = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null;
    const yes = dialog?.querySelector<HTMLElement>(`${FOOT} .ant-btn-primary:not(:disabled)`);
    if (!yes || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    void settleChooser().then(() => yes.click());
  };
  document.addEventListener('focusin', focused, { signal: controller.signal });
  // Before the kit's choosers, which open on Enter whatever is held with it.
  document.addEventListener('keydown', pressed, { capture: true, signal: controller.signal });
  return () => {
    controller.abort();
    history.closing(() => false);
  };
}
