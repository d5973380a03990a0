// Requests and replies shared by all imports.
import * as z from 'zod/mini';
import type { ErrorCode } from '../kit/error.ts';
import { flag, id, whole } from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { COMMAS } from './read-comma.ts';
import type { Needs } from '../kit/route.ts';

/** Encodings of text files, named as in the WHATWG standard. */
export const ENCODINGS = ['utf-8', 'gb18030', 'big5', 'windows-1252', 'windows-1251', 'shift_jis', 'euc-kr'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Keys of our columns. */
const columnKey = '[A-Za-z0-9_]{0,64}';

/** Index of the sheet to read; default: the one with most of our columns. */
export const sheetChoice = z.optional(whole.check(z.gte(0), z.lte(1_000)));

/** Sheets of a workbook: the one read, and all that have data. */
const sheetsRead = {
  /** Index. */
  sheet: z.int(),
  /** With the number of non-empty rows, headings included; empty for a text file. */
  sheets: z.array(z.object({ at: z.int(), name: z.string(), rows: z.int() })),
  /** Hidden or filtered rows; they are imported, too. */
  hiddenRows: z.int(),
};
export type SheetsRead = z.infer<z.ZodMiniObject<typeof sheetsRead>>;

/** User's choice of encoding, and meaning of commas. */
export const readingChoice = {
  encoding: z.optional(z.enum(ENCODINGS)).register(z.globalRegistry, {
    description: 'How the bytes of a text file are read as characters, where they do not say so themselves',
  }),
  comma: z.optional(z.enum(COMMAS)).register(z.globalRegistry, {
    description: 'What the comma of numbers such as 1,500 means, where their column does not tell',
  }),
};

/** Ambiguities of the file, and how they were resolved. */
const readAs = {
  /** Encoding used for a text file without a declared one, with sample texts; null if unambiguous. */
  encoding: z.nullable(z.object({ taken: z.enum(ENCODINGS), samples: z.array(z.string()) })),
  /**
   * Numbers such as `1,500`, with a thousands separator or a decimal comma: samples, and the reading used, null if undecided, so
   * that the cells are rejected. Null if there are none.
   */
  commas: z.nullable(z.object({ samples: z.array(z.string()), taken: z.nullable(z.enum(COMMAS)) })),
};
export const fileRead = { ...sheetsRead, ...readAs };
export type ReadAs = z.infer<z.ZodMiniObject<typeof readAs>>;

/** Longest value for all rows, in characters. */
export const VALUE_MAX = 200;

export const importQuery = z.strictObject({
  dryRun: z
    ._default(flag, true)
    .register(z.globalRegistry, { description: 'Only look: nothing is written unless this is false' }),
  partial: z._default(flag, false).register(z.globalRegistry, {
    description: 'Write the rows that are right and refuse the others; otherwise one bad row refuses all',
  }),
  /**
   * User's mapping of columns, index and key: `3.price,5.`: the fourth is the price, the sixth is ignored. The others are
   * recognized by their headings.
   */
  columns: z.optional(z.string().check(z.regex(new RegExp(`^(\\d{1,3}\\.${columnKey}(,|$)){0,200}$`)))),
  /**
   * One value for every row of a column that the sheet lacks, as a query string: `category=SOLVENT&code=C-####`. In the identifying
   * column it is a pattern, with the number of the row below the headings in place of `#`.
   */
  values: z.optional(z.string().check(z.maxLength(4_000), z.regex(new RegExp(`^(${columnKey}=[^&]*(&|$)){0,50}$`)))),
  /** A dry run starts from the recipe for the headings of the sheet, if there is one, in place of `columns` and `values`. */
  useRecipe: z.optional(flag),
  /** The recipe that an earlier run of the same file started from, by whose headings its sheet was found. */
  recipe: z.optional(id),
  /** Keeps the answers of a real run under this name, as a recipe. */
  remember: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))),
  sheet: sheetChoice,
  ...readingChoice,
  rights: z.optional(flag).register(z.globalRegistry, {
    description:
      'Write the rows too that give rights of administration, of the warehouse or of approval; otherwise they are left out',
  }),
});
export type ImportQuery = z.output<typeof importQuery>;

/** A new or changed row, with each changed field formatted as in the workbook. */
const rowChange = z.object({
  row: z.int(),
  title: z.string(),
  isNew: z.boolean(),
  fields: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
});
export type RowChange = z.infer<typeof rowChange>;

/** A column of the sheet. */
const importColumn = z.object({
  /** Index. */
  at: z.int(),
  heading: z.string(),
  /** The first text below the heading. */
  sample: z.string(),
  /** Mapped column; empty if ignored, null if not recognized. */
  key: z.nullable(z.string()),
});

/** A column that a sheet may have. */
const importChoice = z.object({
  key: z.string(),
  label: z.string(),
  /** The sheet lacks it, and rows need it. */
  isLacking: z.boolean(),
  /** Its one value for every row, as in the query; null if it has none. */
  value: z.nullable(z.string()),
  /** Whether one value may stand for all rows, as it is or with the number of each row. */
  takesValue: z.nullable(z.enum(['TEXT', 'PATTERN'])),
  /** Values to choose from, if the sheet lacks it; empty if any text may do. */
  options: z.array(z.string()),
});

export const importReply = z.object({
  ...fileRead,
  rows: z.int(),
  /** Numbers of new, changed and unchanged rows; of a dry run, the expected ones. */
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Existing records missing from the file; they are not changed. Null if the file need not be complete. */
  missing: z.nullable(z.int()),
  refused: z.int(),
  /** The first errors; the workbook has all. */
  errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
  /** Cells whose value was adjusted (rounded or ignored): number, and the first. */
  noted: z.int(),
  notes: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
  /** Summary sentences. */
  summary: z.array(z.string()),
  /** The first of the new or changed rows. */
  changes: z.array(rowChange),
  /** Columns not recognized, or mapped by the user. */
  columns: z.array(importColumn),
  /** Columns with data that were recognized by their headings; they can be mapped otherwise. */
  recognized: z.array(importColumn),
  /** The recipe that the answers are from, and whose it is; null if there is none. */
  recipe: z.nullable(z.object({ id: z.string(), name: z.string(), by: z.string() })),
  /** Available columns. */
  choices: z.array(importChoice),
  /**
   * Rows that grant rights of administration, warehouse or approval, the first of them with those rights, and whether they are
   * written: they are held back until confirmed. Null if there are none.
   */
  rights: z.nullable(
    z.object({
      rows: z.int(),
      taken: z.boolean(),
      first: z.array(z.object({ row: z.int(), title: z.string(), gives: z.array(z.string()) })),
    }),
  ),
  /** File id of the uploaded workbook with errors marked; null if there are none. */
  workbook: z.nullable(z.string()),
  written: z.boolean(),
  /** Id of the import, if anything was written; else null. */
  importId: z.nullable(z.string()),
});
export type ImportChoice = z.infer<typeof importChoice>;
export type ImportReply = z.infer<typeof importReply>;

/** A completed import. */
const importEntry = z.object({
  id: z.string(),
  file: z.string(),
  created: z.int(),
  updated: z.int(),
  createdAt: z.string(),
  createdBy: z.string(),
  /** The caller's own, or scheduled: only these can be undone. */
  isOwn: z.boolean(),
  /** Records restored so far, and the last time. */
  undone: z.int(),
  undoneAt: z.nullable(z.string()),
  /** Records can still be restored; previous values are kept for IMPORT_KEPT_DAYS. */
  open: z.boolean(),
});
export type ImportEntry = z.infer<typeof importEntry>;

/** Result of undoing an import, or its preview. */
const undoReply = z.object({
  file: z.string(),
  /** Records restored to their previous values, and new ones deleted. */
  restored: z.int(),
  deleted: z.int(),
  /** Records left unchanged. */
  left: z.int(),
  /** The first restored records: current and previous value of each field. */
  changes: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      isDeleted: z.boolean(),
      fields: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** The first of those left unchanged, with the reason. */
  leftOut: z.array(z.object({ id: z.string(), title: z.string(), reason: z.string() })),
});
export type UndoReply = z.infer<typeof undoReply>;

/** Retention of values from before an import. */
export const IMPORT_KEPT_DAYS = 90;

const undoParams = z.strictObject({ import: id });

/**
 * Routes of every import in addition to its own: list of imports, preview of an undo, undo.
 * @param path of the records
 * @param errors of writing and deleting them, beyond those of the preview
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
      summary: 'Undo an import of the caller: every record unchanged since is restored, in one transaction',
      needs,
      params: undoParams,
      // Number of records in the preview; if it differs, nothing is undone.
      body: z.strictObject({ expected: z.int().check(z.gte(1)) }),
      reply: undoReply,
      errors: ['IMPORT_OTHERS', 'STALE', ...errors],
    },
  }) as const;
export type ImportsRoutes = ReturnType<typeof importsAt<string, Needs>>;

/** Extensions of files read as tables. */
export const TABLE_FILES = '.xlsx,.xls,.ods,.csv,.txt';

/** Limit of errors, notes and changes per reply. */
export const IMPORT_SHOWN = 200;

/** Rows per import. */
export const IMPORT_ROWS_MAX = 100_000;
/** Rows per export: a full sheet below its headings. */
export const EXPORT_ROWS_MAX = 1_048_575;

/** A bulk action: on given ids, or on all matches of a filter if their number is as expected. */
export const batchSelection = z.strictObject({
  ids: z.optional(z.array(id).check(z.maxLength(1_000))),
  all: z.optional(z.strictObject({ query: z.record(z.string(), z.string()), expected: z.int() })),
});
/** Label of a deleted record is empty: the user who selected it knows its name. */
const ofOne = z.array(z.object({ id: z.string(), label: z.string(), message: z.string() }));
export const batchReply = z.object({
  done: z.int(),
  refused: ofOne,
  /** Side effects of what was done. */
  notes: ofOne,
});
