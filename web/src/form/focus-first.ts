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
