import { useEffect } from 'react';
import type { Path } from './schema.ts';

/** Focuses the first of these fields in document order. */
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
 * Focuses the first field of a form on opening; not on a touch screen, where the keyboard would cover the form, and not if the focus
 * is elsewhere.
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

/** After adding or removing rows: focuses the first field of the last row, or the add button. On a touch screen no keyboard opens. */
export function focusLastRow(inside: Element, to: 'field' | 'button'): void {
  const rows = inside.closest('.form-rows-field');
  requestAnimationFrame(() => {
    if (to === 'button') rows?.querySelector<HTMLElement>(':scope > .ant-btn')?.focus();
    else if (!window.matchMedia('(pointer: coarse)').matches)
      rows?.querySelector<HTMLElement>('.form-row:nth-last-child(1 of .form-row) input')?.focus();
  });
}

/** Last visited field by form, since a button takes the focus away. */
const visited = new WeakMap<Element, HTMLElement>();

/** Focuses the next invalid field of the surrounding form; after the last, the first. */
export function focusNextFault(element: Element): void {
  const form = element.closest('[data-form], form, [role="dialog"]') ?? document.body;
  const faults = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')];
  const last = visited.get(form);
  const isAfter = (field: HTMLElement): boolean =>
    last === undefined || (last.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  const next = faults.find(isAfter) ?? faults[0];
  if (!next) return;
  visited.set(form, next);
  // In a grid scroll to the cell: the field is as tall as all rows.
  (next.closest('td, .form-field') ?? next).scrollIntoView({ block: 'center' });
  next.focus({ preventScroll: true });
}
