// What a kind of record defines to be imported, exported and undone by the shared kit.
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { AppError, Fault } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import type { LogEntity } from '@kuwei/contract/sys/log';
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import type { ImportReply, RowChange } from '@kuwei/contract/workbook/workbook';
import type { Comma } from '@kuwei/contract/workbook/read-comma';
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Caller, WriteContext } from '../../context.ts';
import type { DB } from '../../db/types.ts';
import type { Cell, Cells, Column, Sheet } from '../workbook/workbook.ts';
import type { ReleasedValues, UniqueValuesOf } from './unique-values.ts';

/** A stored record. @typeParam F its form */
export interface Stored<F> {
  id: string;
  rev: number;
  form: F;
}

/** Adds a remark on a cell. @param key phrase */
type Say = (key: PhraseKey | Fault['key'], params?: PhraseParams) => void;

/** Remarks of a column: refusals instead of the schema's, or notes on changed values. */
export interface Remarks {
  refuse: Say;
  note: Say;
  /** Skips the cell, since another one of its row is at fault and reports it. */
  pass: () => void;
}

/** A workbook column for a field of the form. */
export interface ImportField<F> extends Column {
  field: keyof F & string;
  /** Its name in HEADING_WORDS, if not the key. */
  words?: string;
  /** Parses a non-empty cell. Unreadable text is returned as is for the schema to refuse, or refused here. */
  read: (text: string, remarks: Remarks) => unknown;
  /** As in `ImportColumn`. */
  fits?: (text: string) => boolean;
  /** As in `ImportColumn`. */
  options?: () => readonly string[];
  /** A number: text fields refuse ones shortened by a spreadsheet to `1.2E+17`. */
  isNumber?: true;
  /** Meaning of an empty cell; absent for fields that cannot be empty, which then stay unchanged. */
  empty?: unknown;
  /** Adjusts the value to the stored record. */
  adjust?: (value: unknown, before: F | null) => unknown;
  /** The cell in workbook and preview. */
  write: (form: F) => Cell;
}

/** A column for every field of a form, enforced by the compiler. @typeParam N fields without a column */
export type ImportColumns<F, N extends keyof F = never> = { [K in Exclude<keyof F, N> & string]: Omit<ImportField<F>, 'field'> };

export const importFields = <F, N extends keyof F = never>(columns: ImportColumns<F, N>): ImportField<F>[] =>
  Object.entries<Omit<ImportField<F>, 'field'>>(columns).map(([field, column]) => ({
    ...column,
    field: field as keyof F & string,
  }));

/** The cells of a form, by key of its columns. */
export const cellsOf = <F>(fields: readonly ImportField<F>[], form: F): Cells =>
  Object.fromEntries(fields.map((field) => [field.key, field.write(form)]));

/** A read-only column of exports: an import accepts its value and refuses another. */
export interface InfoField<S> extends Column {
  write: (record: S, locale: Locale) => Cell;
  /** Replaces the standard refusal of another value. */
  differs?: (text: string, record: S, isNew: boolean, remarks: Remarks) => void;
}

/** A record at the version that the caller saw. */
export interface Versioned {
  id: string;
  rev: number;
}

/** Data of a record outside its form, restored by undo. */
export type ExtraValues = Readonly<Record<string, string | null>>;

/** A record as proposed by an import: based on record `id` at version `rev`, or new. */
export interface Proposal<F> {
  id: string | null;
  rev: number | null;
  form: F;
  /** For undo: data outside the form at that time; empty if it was not kept. */
  besides?: ExtraValues;
}

export interface Written {
  id: string;
  rev: number;
  isNew: boolean;
  /** Differences by field, before and after; empty if none. */
  change: Record<string, [before: unknown, after: unknown]>;
  /** Earlier data outside the form; absent for a new record. */
  besides?: ExtraValues;
}

/** A likely mistake at a field. */
export interface Doubt<F> {
  field: keyof F & string;
  key: PhraseKey;
  params: Record<string, string>;
}

/** A record as proposed by a row. */
interface RowProposal<F, S> {
  before: S | null;
  form: F;
  /** It is refused already: later rows do not see it. */
  isRefused?: boolean;
  /** Row number in the file. */
  row?: number;
}

export interface Importer<F extends object, S extends Stored<F> = Stored<F>> {
  /** Table, for the log. */
  entity: LogEntity;
  fields: readonly ImportField<F>[];
  infos: readonly InfoField<S>[];
  /** The identifying field, whose column is required. */
  key: keyof F & string;
  /**
   * Whether keys may be given by a pattern (`addValues`), and what rows are that differ only in such a key: repeats, of which the
   * first counts, or records of their own.
   */
  numbers?: 'DISTINCT' | 'EACH';
  /** Normalizes keys for comparison; by default they are compared exactly. */
  keyFolded?: (key: string) => string;
  schema: z.core.$ZodType<F>;
  /** A valid form, which replaces refused cells so that the other faults are found as well. */
  blank: F;
  titleOf: (form: F, locale: Locale) => string;
  /** The stored record that a new form would become. */
  asNew: (form: F) => S;
  /** By requested key. */
  find: (keys: readonly string[]) => Promise<Map<string, S>>;
  /** Records by id, without deleted ones. */
  findById: (db: Kysely<DB>, ids: readonly string[]) => Promise<Map<string, S>>;
  /** Those in use, which cannot be deleted. */
  usedOf: (db: Kysely<DB>, ids: readonly string[]) => Promise<Set<string>>;
  /** Values that must be unique. */
  uniqueValues?: UniqueValuesOf<F, S>;
  /**
   * All errors of each beyond the schema.
   * @param letGo values released by rows of the whole file, of which these may be a part
   */
  validate: (wanted: readonly RowProposal<F, S>[], letGo?: ReleasedValues) => Promise<AppError[][]>;
  /** Errors with all rows applied, including those only a write finds, by index. */
  validateAll?: (wanted: readonly RowProposal<F, S>[]) => Promise<ReadonlyMap<number, AppError>>;
  /** Warnings for each, though valid. */
  warnings?: (wanted: readonly { before: S | null; form: F }[]) => Promise<readonly Doubt<F>[][]>;
  /** Writes all or none, with the same validation. */
  write: (context: WriteContext<Caller>, proposals: readonly Proposal<F>[]) => Promise<Written[]>;
  /** Number of records without these keys. */
  missing: (keys: readonly string[]) => Promise<number>;
  /** Deletes all or none. */
  remove: (context: WriteContext<Caller>, records: readonly Versioned[]) => Promise<void>;
}

/** A column that an import may find, with all its names. */
export interface ImportColumn extends Pick<Column, 'key' | 'phrase'> {
  /** Its name in HEADING_WORDS, if not the key. */
  words?: string;
  /** Further names. */
  names?: readonly string[];
  /** Whether a cell fits the column: if most do not, the user is asked about the heading. */
  fits?: (text: string) => boolean;
  /** It only compares with the record. */
  isReadOnly?: true;
  /** Values to choose one for all rows from, in the reader's language. */
  options?: () => readonly string[];
}

/** A sheet, with the sender's answer about commas. */
export interface ImportedSheet extends Sheet {
  comma?: Comma;
  /** Number of its own columns, if columns with given values follow. */
  width?: number;
}

/** How an import reads and writes the records of its sheet. */
export interface ImportTable<F> {
  /** Table, for the log. */
  entity: LogEntity;
  columns: readonly ImportColumn[];
  /** Key of the identifying column, which is required. */
  key: string;
  /** Keys may be given by a pattern. */
  mayNumber?: boolean;
  /** Known headings that are ignored without asking. */
  unneeded?: readonly string[];
  /**
   * @param keys for each column of the sheet our key; null for one that is left out
   * @param asked columns, from 0, still in question: one may be what seems to be missing
   */
  read: (sheet: ImportedSheet, keys: readonly (string | null)[], asked: ReadonlySet<number>) => Promise<ReadRows<F>>;
  /** Writes all or none, through the validation of every write. */
  write: (context: WriteContext<Caller>, proposals: readonly Proposal<F>[]) => Promise<Written[]>;
  /** Names of privileged rights granted by rows, by row number: they need confirmation. */
  rightsGiven?: (rows: readonly ReadRow<F>[]) => Promise<ReadonlyMap<number, readonly string[]>>;
  /** Parts of rows, each committed separately. Absent: one commit, which can be undone. */
  parts?: (rows: readonly ReadRow<F>[]) => ReadRow<F>[][];
}

export interface RowError {
  row: number;
  /** Column of the sheet, from 0; null for the whole row. */
  at: number | null;
  /** Heading in the reader's language. */
  column: string;
  message: string;
}

/** A note on a cell that was read as something else. */
export interface RowNote extends RowError {
  /** Marked in the returned workbook, since the cell was skipped. */
  isLeftOut?: true;
}

export interface ReadRow<F> {
  row: number;
  proposal: Proposal<F>;
  title: string;
  /** Changed cells as in the workbook. */
  fields: RowChange['fields'];
}

export interface ReadRows<F> {
  rows: ReadRow<F>[];
  errors: RowError[];
  /** Notes on rows that are new or change something. */
  notes: RowNote[];
  /** Records missing from the file. */
  missing?: number;
  /** Sentences about the whole, in the reader's language. */
  summary?: string[];
  /** Ambiguous commas, as in the reply. */
  commas?: ImportReply['commas'];
}
