// What every import of a workbook takes and answers.
import * as z from 'zod/mini';
import type { ErrorCode } from '../kit/error.ts';
import { flag, id, whole } from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { COMMAS } from './read-comma.ts';
import type { Needs } from '../kit/route.ts';

/** Encodings in which text files come, by the names of the WHATWG standard. */
export const ENCODINGS = ['utf-8', 'gb18030', 'big5', 'windows-1252', 'windows-1251', 'shift_jis', 'euc-kr'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Keys of our columns. */
const columnKey = '[A-Za-z0-9_]{0,64}';

/** Number of the sheet to read, from 0; left out, it is the one that has most of our columns. */
export const sheetChoice = z.optional(whole.check(z.gte(0), z.lte(1_000)));

/** Sheets of a workbook: the one that was read, and all that have data. */
const sheetsRead = {
  /** Its number, from 0. */
  sheet: z.int(),
  /** With the rows that hold something, headings too; none for a text file. */
  sheets: z.array(z.object({ at: z.int(), name: z.string(), rows: z.int() })),
  /** Rows of the sheet that a person does not see, hidden or filtered out: they are read as well. */
  hiddenRows: z.int(),
};
export type SheetsRead = z.infer<z.ZodMiniObject<typeof sheetsRead>>;

/** How the bytes of a text file, and the commas of its numbers, are read. */
export const readingChoice = {
  encoding: z.optional(z.enum(ENCODINGS)).register(z.globalRegistry, {
    description: 'How the bytes of a text file are read as characters, where they do not say so themselves',
  }),
  comma: z.optional(z.enum(COMMAS)).register(z.globalRegistry, {
    description: 'What the comma of numbers such as 1,500 means, where their column does not tell',
  }),
};

/** What a file left open, and how it was read. */
const readAs = {
  /** How the bytes of a text file were read as characters, where they do not say so themselves; null where there is no doubt. Samples are texts of it. */
  encoding: z.nullable(z.object({ taken: z.enum(ENCODINGS), samples: z.array(z.string()) })),
  /**
   * Numbers such as `1,500`, whose comma may group thousands or be a decimal comma: the first of them, and what it was taken for; null
   * where nothing tells, and the cells are refused. Null where there are none.
   */
  commas: z.nullable(z.object({ samples: z.array(z.string()), taken: z.nullable(z.enum(COMMAS)) })),
};
export const fileRead = { ...sheetsRead, ...readAs };
export type ReadAs = z.infer<z.ZodMiniObject<typeof readAs>>;

export const importQuery = z.strictObject({
  dryRun: z
    ._default(flag, true)
    .register(z.globalRegistry, { description: 'Only look: nothing is written unless this is false' }),
  partial: z._default(flag, false).register(z.globalRegistry, {
    description: 'Write the rows that are right and refuse the others; otherwise one bad row refuses all',
  }),
  /**
   * What columns of the sheet are, by number from 0 and key: `3.price,5.` says that the fourth is the price and that the sixth is
   * left out. The others are known by their headings.
   */
  columns: z.optional(z.string().check(z.regex(new RegExp(`^(\\d{1,3}\\.${columnKey}(,|$)){0,200}$`)))),
  sheet: sheetChoice,
  ...readingChoice,
  rights: z.optional(flag).register(z.globalRegistry, {
    description:
      'Write the rows too that give rights of administration, of the warehouse or of approval; otherwise they are left out',
  }),
});
export type ImportQuery = z.output<typeof importQuery>;

/** A row that is new or would be changed, with each field that differs as the workbook shows it. */
const rowChange = z.object({
  row: z.int(),
  title: z.string(),
  isNew: z.boolean(),
  fields: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
});
export type RowChange = z.infer<typeof rowChange>;

/** A column of the sheet. */
const importColumn = z.object({
  /** Its number from 0. */
  at: z.int(),
  heading: z.string(),
  /** The first text below the heading. */
  sample: z.string(),
  /** What it is taken for; empty for one that is left out, null for one that was not understood. */
  key: z.nullable(z.string()),
});

export const importReply = z.object({
  ...fileRead,
  rows: z.int(),
  /** Rows that are new, that change something, and that change nothing; of a dry run, what would be. */
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Records that are there and not in the file: they stay as they are. Null where the file is not a list of all. */
  missing: z.nullable(z.int()),
  refused: z.int(),
  /** The first of the refusals; the workbook has them all. */
  errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
  /** Cells of which something else was made than what stands there, a number rounded or a cell not used: how many, and the first. */
  noted: z.int(),
  notes: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
  /** Sentences about the whole. */
  summary: z.array(z.string()),
  /** The first of the rows that are new or change something. */
  changes: z.array(rowChange),
  /** Columns whose headings were not understood, or were answered for. */
  columns: z.array(importColumn),
  /** What a column can be. */
  choices: z.array(z.object({ key: z.string(), label: z.string() })),
  /**
   * Rows that give rights of administration, of the warehouse or of approval, the first of them with what they give, and whether they
   * are written: they are counted apart until somebody has said so. Null where there are none.
   */
  rights: z.nullable(
    z.object({
      rows: z.int(),
      taken: z.boolean(),
      first: z.array(z.object({ row: z.int(), title: z.string(), gives: z.array(z.string()) })),
    }),
  ),
  /** File id of the workbook that came in, with its errors marked; null when there are none. */
  workbook: z.nullable(z.string()),
  written: z.boolean(),
  /** Under which it stands among the imports that were written; null where nothing was. */
  importId: z.nullable(z.string()),
});
export type ImportReply = z.infer<typeof importReply>;

/** An import that was written. */
const importEntry = z.object({
  id: z.string(),
  file: z.string(),
  created: z.int(),
  updated: z.int(),
  createdAt: z.string(),
  createdBy: z.string(),
  /** The caller made it, or the clock: nobody else undoes it. */
  isOwn: z.boolean(),
  /** Records that were put back, and when last. */
  undone: z.int(),
  undoneAt: z.nullable(z.string()),
  /** There are records left to put back; what each was before is kept for IMPORT_KEPT_DAYS. */
  open: z.boolean(),
});
export type ImportEntry = z.infer<typeof importEntry>;

/** What undoing an import does, or has done. */
const undoReply = z.object({
  file: z.string(),
  /** Records that get back what they were before, and new ones that are deleted. */
  restored: z.int(),
  deleted: z.int(),
  /** Records that stay as they are. */
  left: z.int(),
  /** The first of the records that are put back: what each field is now, and what it becomes. */
  changes: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      isDeleted: z.boolean(),
      fields: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** The first of those that stay, with why. */
  leftOut: z.array(z.object({ id: z.string(), title: z.string(), reason: z.string() })),
});
export type UndoReply = z.infer<typeof undoReply>;

/** For so long it is kept what was there before an import. */
export const IMPORT_KEPT_DAYS = 90;

const undoParams = z.strictObject({ import: id });

/**
 * The calls that every import has besides its own: those that were written, a look at what undoing one would do, and undoing it.
 * @param path of the records
 * @param errors that writing and deleting them can end with, beyond what the look has shown
 */
export const importsAt = <const P extends string, const N extends Needs>(path: P, needs: N, errors: readonly ErrorCode[]) =>
  ({
    listImports: {
      method: 'GET',
      path: `${path}/import`,
      summary: 'Imports that were written, newest first',
      needs,
      query: listQuery(['createdAt'], {}),
      reply: pageOf(importEntry),
    },
    lookAtUndo: {
      method: 'GET',
      path: `${path}/import/{import}/undo`,
      summary: 'What undoing an import of the caller would do',
      needs,
      params: undoParams,
      reply: undoReply,
      errors: ['IMPORT_OTHERS'],
    },
    undoImport: {
      method: 'POST',
      path: `${path}/import/{import}/undo`,
      summary: 'Undo an import of the caller: every record that nobody has changed since is put back, as one transaction',
      needs,
      params: undoParams,
      // As many records as the look has shown; with any other number, nothing is done.
      body: z.strictObject({ expected: z.int().check(z.gte(1)) }),
      reply: undoReply,
      errors: ['IMPORT_OTHERS', 'STALE', ...errors],
    },
  }) as const;
export type ImportsRoutes = ReturnType<typeof importsAt<string, Needs>>;

/** Endings of the files that are read as tables. */
export const TABLE_FILES = '.xlsx,.xls,.ods,.csv,.txt';

/** Errors, notes and changes that a reply lists at most. */
export const IMPORT_SHOWN = 200;

/** Rows a workbook may have. */
export const IMPORT_ROWS_MAX = 100_000;
/** Rows an export may have: what a sheet holds below its headings. */
export const EXPORT_ROWS_MAX = 1_048_575;

/** The same action on many records: those named, or all that a filter finds, provided they are as many as expected. */
export const batchSelection = z.strictObject({
  ids: z.optional(z.array(id).check(z.maxLength(1_000))),
  all: z.optional(z.strictObject({ query: z.record(z.string(), z.string()), expected: z.int() })),
});
/** The label of one that is there no more is empty: whoever selected it knows what it was called. */
const ofOne = z.array(z.object({ id: z.string(), label: z.string(), message: z.string() }));
export const batchReply = z.object({
  done: z.int(),
  refused: ofOne,
  /** Of what was done: what has come of it besides. */
  notes: ofOne,
});
