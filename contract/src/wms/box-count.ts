import * as z from 'zod/mini';
import * as f from '../kit/field.ts';

/** Reference to a stock count. Opening it is subject to the caller's rights. */
export const countReference = z.object({ id: z.string(), no: z.string() });
export type CountReference = z.infer<typeof countReference>;

/** The count that locks a box, and its planned end. */
export const boxCount = z.extend(countReference, { until: f.maybe(z.string()) });
export type BoxCount = z.infer<typeof boxCount>;
