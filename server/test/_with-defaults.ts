import * as z from 'zod/mini';

/** Body of an update as the console sends it: where a test says nothing, what the form begins with. */
export const withDefaults = <F extends z.ZodMiniObject>(form: F, { rev, ...fields }: z.input<F> & { rev: number }) => ({
  ...z.parse(form, fields),
  rev,
});
