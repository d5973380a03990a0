// Open documents that hang on boxes or products, and stock of them: named before those are given up.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { TRANSACTION_TYPES } from './transaction-type.ts';

/** So many documents are named; the others are counted. */
export const OPEN_DOCUMENTS_NAMED = 5;

export const openDocuments = z.object({
  /** Of all owners and warehouses. */
  count: z.int(),
  /** The first by number, of those that the caller may open. */
  documents: z.array(z.object({ id: z.string(), no: z.string(), type: z.enum(TRANSACTION_TYPES) })),
  /** Boxes with goods in them, or products of which there is stock that the caller may see: how many, and the first by code. */
  stock: z.object({
    count: z.int(),
    /** `qty` in the base unit, of products alone. */
    named: z.array(z.object({ id: z.string(), name: z.string(), qty: f.maybe(z.string()), unit: f.maybe(z.string()) })),
  }),
});
export type OpenDocuments = z.infer<typeof openDocuments>;
