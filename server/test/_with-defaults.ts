import * as z from 'zod/mini';

/** Body of an update as the console sends it: missing fields get the form's defaults. */
export const withDefaults = <F extends z.ZodMiniObject>(form: F, { rev, ...fields }: z.input<F> & { rev: number }) => ({
  ...z.parse(form, fields),
  rev,
});
