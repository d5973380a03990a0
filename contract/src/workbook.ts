// What every import of a workbook takes and answers.
import * as z from 'zod/mini';
import { flag } from './field.ts';

export const importQuery = z.strictObject({
  /** Only look: nothing is written. */
  dryRun: z._default(flag, true),
  /** Take the rows that are right and refuse the others; otherwise one bad row refuses all. */
  partial: z._default(flag, false),
});

export const importReply = z.object({
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  refused: z.int(),
  /** The first of the refusals; the workbook has them all. */
  errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
  /** File id of the workbook that came in, with a column of errors; null when there are none. */
  workbook: z.nullable(z.string()),
  written: z.boolean(),
});
export type ImportReply = z.infer<typeof importReply>;

/** Rows a workbook may have. */
export const IMPORT_ROWS_MAX = 100_000;
/** Rows an export may have. */
export const EXPORT_ROWS_MAX = 100_000;

/** The same action on many records: those named, or all that a filter finds, provided they are as many as expected. */
export const batchSelection = z.strictObject({
  ids: z.optional(z.array(z.uuid()).check(z.maxLength(1_000))),
  all: z.optional(z.strictObject({ query: z.record(z.string(), z.string()), expected: z.int() })),
});
export const batchReply = z.object({
  done: z.int(),
  refused: z.array(z.object({ id: z.string(), label: z.string(), message: z.string() })),
});
