import { useEffect } from 'react';
import type { Path } from './schema.ts';

/** Takes the cursor to the first of these fields, in the order in which they stand on the page. */
export function focusFirst(formName: string, paths: readonly Path[]): void {
  requestAnimationFrame(() => {
    const fields = paths.flatMap((path) => document.getElementById(`${formName}_${path.join('_')}`) ?? []);
    const [first] = fields.toSorted((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
    );
    if (!first) return;
    (first.closest('.form-field') ?? first).scrollIntoView({ block: 'center' });
    first.focus({ preventScroll: true });
  });
}

/**
 * A form that opens has the cursor in its first field; not on a touched screen, where the keyboard would come up over it, and
 * not where somebody has the focus elsewhere.
 */
export function useFirstFocus(formName: string): void {
  useEffect(() => {
    if (window.matchMedia('(pointer: coarse)').matches) return;
    const at = document.activeElement;
    if (at !== null && at !== document.body && !at.matches('.frame-content, .slot-scroll') && !at.closest('[inert]')) return;
    const first = ':is(input, textarea):not(:disabled, [type="hidden"], [type="file"])';
    document.getElementById(formName)?.querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
  }, [formName]);
}

/**
 * Rows came or went: the cursor goes to the first field of the new last one, or to the button that adds one. On a touched screen
 * no keyboard comes up over the form.
 */
export function focusLastRow(inside: Element, to: 'field' | 'button'): void {
  const rows = inside.closest('.form-rows-field');
  requestAnimationFrame(() => {
    if (to === 'button') rows?.querySelector<HTMLElement>(':scope > .ant-btn')?.focus();
    else if (!window.matchMedia('(pointer: coarse)').matches)
      rows?.querySelector<HTMLElement>('.form-row:nth-last-child(1 of .form-row) input')?.focus();
  });
}

/** Fields that were gone to last, by their form: a button takes the focus from them. */
const visited = new WeakMap<Element, HTMLElement>();

/** Takes the cursor to the next field of the form around an element that says what is wrong with it; after the last, to the first. */
export function focusNextFault(element: Element): void {
  const form = element.closest('[data-form], form, [role="dialog"]') ?? document.body;
  const faults = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')];
  const last = visited.get(form);
  const isAfter = (field: HTMLElement): boolean =>
    last === undefined || (last.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  const next = faults.find(isAfter) ?? faults[0];
  if (!next) return;
  visited.set(form, next);
  // Of rows of a grid the cell: the field is as long as all of them.
  (next.closest('td, .form-field') ?? next).scrollIntoView({ block: 'center' });
  next.focus({ preventScroll: true });
}
