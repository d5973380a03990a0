// Open documents that hang on boxes or products: named before those are given up.
import * as z from 'zod/mini';
import { TRANSACTION_TYPES } from './transaction-type.ts';

/** So many documents are named; the others are counted. */
export const OPEN_DOCUMENTS_NAMED = 5;

export const openDocuments = z.object({
  /** Of all owners and warehouses. */
  count: z.int(),
  /** The first by number, of those that the caller may open. */
  documents: z.array(z.object({ id: z.string(), no: z.string(), type: z.enum(TRANSACTION_TYPES) })),
});
export type OpenDocuments = z.infer<typeof openDocuments>;
