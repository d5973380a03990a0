// Keyboard and history behaviour shared by all dialogs of the kit: focus the first field, Ctrl+Enter presses the only primary button, and
// going back closes the dialog.
import { history } from '../browser/history.ts';
import { settleChooser } from './settle-chooser.ts';

const FIELDS = ':is(input, textarea, select, button, [tabindex="0"]):not(:disabled, [hidden], [type="hidden"], [type="file"])';
const BODY = ':is(.ant-modal-body, .ant-drawer-body)';
const FOOT = '.ant-modal-footer';

/** Initial focus of a dialog without fields: never on an irreversible action. */
export const firstOf = (dialog: Element): HTMLElement | null =>
  dialog.querySelector<HTMLElement>(`${BODY} ${FIELDS}`) ??
  dialog.querySelector<HTMLElement>(`${FOOT} .ant-btn-primary:not(.ant-btn-dangerous, :disabled)`) ??
  dialog.querySelector<HTMLElement>(`${FOOT} button:not(:disabled)`);

/** Dialogs over a page; those of background pages are left alone. */
const WINDOW = ':is(.ant-modal-wrap, .ant-drawer-open)';
const CLOSE_BUTTONS = ['.ant-modal-close', '.ant-drawer-close', '.ant-modal-confirm-btns button'];

/** A closed dialog stays in the DOM for a moment, without content. */
const isOpen = (window: HTMLElement): boolean =>
  window.style.display !== 'none' &&
  window.closest('[inert]') === null &&
  window.querySelector('[role="dialog"]')?.checkVisibility() === true;

/** Closes the topmost dialog by its close button, which asks about unsaved changes. @returns whether there was one */
function closeTop(): boolean {
  const open = [...document.querySelectorAll<HTMLElement>(WINDOW)].filter(isOpen);
  const top = open.findLast((each) => each.contains(document.activeElement)) ?? open.at(-1);
  const closeButton = CLOSE_BUTTONS.map((each) => top?.querySelector<HTMLElement>(each)).find((each) => each !== null);
  closeButton?.click();
  return closeButton !== null && closeButton !== undefined;
}

/** The kit focuses a dialog's close button on opening. @returns stops it */
export function watchDialogs(): () => void {
  const controller = new AbortController();
  history.closing(closeTop);
  const focused = ({ target, relatedTarget }: FocusEvent): void => {
    if (target instanceof Element && target.closest(WINDOW)) history.hold();
    if (!(target instanceof Element) || !target.matches('.ant-modal-close, .ant-drawer-close')) return;
    const dialog = target.closest('[role="dialog"]');
    const within = relatedTarget instanceof Element && relatedTarget !== dialog && dialog?.contains(relatedTarget) === true;
    // On a touch screen, focusing a field would raise the keyboard over the content.
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
  // Capture: before the kit's selects, which open on Enter regardless of modifiers.
  document.addEventListener('keydown', pressed, { capture: true, signal: controller.signal });
  return () => {
    controller.abort();
    history.closing(() => false);
  };
}
