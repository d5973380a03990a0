// Open documents and stock that block retiring boxes or products.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { TRANSACTION_TYPES } from './transaction-type.ts';

/** Documents listed by name; the others are counted. */
export const OPEN_DOCUMENTS_NAMED = 5;

export const openDocuments = z.object({
  /** Across all owners and warehouses. */
  count: z.int(),
  /** The first by number that the caller may open. */
  documents: z.array(z.object({ id: z.string(), no: z.string(), type: z.enum(TRANSACTION_TYPES) })),
  /** Boxes that contain goods, or products in stock, as far as the caller may see: how many, and the first by code. */
  stock: z.object({
    count: z.int(),
    /** `qty` in the base unit, products only. */
    named: z.array(z.object({ id: z.string(), name: z.string(), qty: f.maybe(z.string()), unit: f.maybe(z.string()) })),
  }),
});
export type OpenDocuments = z.infer<typeof openDocuments>;
