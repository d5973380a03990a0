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
