import * as z from 'zod/mini';
import * as f from '../kit/field.ts';

/** A count as other records name it. Its id opens it only for whom it concerns. */
export const countNamed = z.object({ id: z.string(), no: z.string() });
export type CountNamed = z.infer<typeof countNamed>;

/** The count that a box is locked for, and when it is to be over. */
export const boxCount = z.extend(countNamed, { until: f.maybe(z.string()) });
export type BoxCount = z.infer<typeof boxCount>;
