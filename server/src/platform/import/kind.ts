// What a kind of record says of itself so that it can be imported, exported and undone by the one kit for all.
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
import type { Cell, Column, Sheet } from '../workbook/workbook.ts';
import type { LetGo, TiesOf } from './ties.ts';

/** A record that is there. @typeParam F its form: what a person enters */
export interface Stored<F> {
  id: string;
  rev: number;
  form: F;
}

/** Says something of a cell. @param key phrase */
type Say = (key: PhraseKey | Fault['key'], params?: PhraseParams) => void;

/** Why a cell means nothing, in the place of the schema; or what was made of it that is not what stands there. */
export interface Remarks {
  refuse: Say;
  note: Say;
  /** The cell cannot be read because of another one of its row, which says so: nothing is said here. */
  pass: () => void;
}

/** A column of the workbook that is a field of the form. */
export interface ImportField<F> extends Column {
  field: keyof F & string;
  /** Name of what people call it in HEADING_WORDS, where that is not the key. */
  words?: string;
  /**
   * What a cell that is not empty means. What it cannot read it returns as it is, for the schema to refuse, or refuses itself.
   */
  read: (text: string, remarks: Remarks) => unknown;
  /** As `ImportColumn` has it. */
  fits?: (text: string) => boolean;
  /** Holds a number: a text field refuses one that a spreadsheet has shortened to `1.2E+17`. */
  isNumber?: true;
  /** What an empty cell means; left out where nothing can be empty: the field stays as it is. */
  empty?: unknown;
  /** What the cell means beside the record there is, where that matters. */
  settle?: (value: unknown, before: F | null) => unknown;
  /** As the workbook and the preview show it. */
  write: (form: F) => Cell;
}

/** A column for every field of a form: the compiler asks for that of a new one. @typeParam N fields that workbooks do not have */
export type ImportColumns<F, N extends keyof F = never> = { [K in Exclude<keyof F, N> & string]: Omit<ImportField<F>, 'field'> };

export const importFields = <F, N extends keyof F = never>(columns: ImportColumns<F, N>): ImportField<F>[] =>
  Object.entries<Omit<ImportField<F>, 'field'>>(columns).map(([field, column]) => ({
    ...column,
    field: field as keyof F & string,
  }));

/** A column that an export has for reading: an import takes it as it is and refuses another value. */
export interface InfoField<S> extends Column {
  write: (record: S, locale: Locale) => Cell;
  /** Says what is wrong with another value, in the place of that. */
  differs?: (text: string, record: S, isNew: boolean, remarks: Remarks) => void;
}

/** A record in the version that somebody saw. */
export interface Versioned {
  id: string;
  rev: number;
}

/** What a record says besides its form and an undo gives back with it. */
export type Besides = Readonly<Record<string, string | null>>;

/** A record as an import wants it: made from the record `id` in version `rev`, or new. */
export interface Proposal<F> {
  id: string | null;
  rev: number | null;
  form: F;
  /** Of an undo: what the record said besides its form when it had this one; empty where that was not kept. */
  besides?: Besides;
}

export interface Written {
  id: string;
  rev: number;
  isNew: boolean;
  /** What differs, by field, before and after; empty where nothing does. */
  change: Record<string, [before: unknown, after: unknown]>;
  /** What it said besides its form before; left out for a new one. */
  besides?: Besides;
}

/** What is likely to be a mistake at a field. */
export interface Doubt<F> {
  field: keyof F & string;
  key: PhraseKey;
  params: Record<string, string>;
}

/** A record as a row wants it. */
interface Wish<F, S> {
  before: S | null;
  form: F;
  /** It will not be written: no other row counts on it. */
  isRefused?: boolean;
  /** Its number in the file. */
  row?: number;
}

export interface Importer<F extends object, S extends Stored<F> = Stored<F>> {
  /** Table, for the log. */
  entity: LogEntity;
  fields: readonly ImportField<F>[];
  infos: readonly InfoField<S>[];
  /** Field of the form that tells records apart; a column of the same name has to be there. */
  key: keyof F & string;
  /** What of a key tells records apart; without it, every letter does. */
  keyFolded?: (key: string) => string;
  schema: z.core.$ZodType<F>;
  /** A form that its schema takes: stands in for cells that are refused, so that all other faults are found, too. */
  blank: F;
  titleOf: (form: F, locale: Locale) => string;
  /** A record as it stands when it has just been made of a form. */
  asNew: (form: F) => S;
  /** By the keys as they are asked for. */
  find: (keys: readonly string[]) => Promise<Map<string, S>>;
  /** Records by id, without those that are deleted. */
  findById: (db: Kysely<DB>, ids: readonly string[]) => Promise<Map<string, S>>;
  /** Those of them that something else needs, so that they cannot be deleted. */
  usedOf: (db: Kysely<DB>, ids: readonly string[]) => Promise<Set<string>>;
  /** What it has that no two may have. */
  ties?: TiesOf<F, S>;
  /**
   * Everything that stands against each, beyond the schema.
   * @param letGo what rows of the whole file let go, of which these may be a part
   */
  judge: (wanted: readonly Wish<F, S>[], letGo?: LetGo) => Promise<AppError[][]>;
  /** What stands against some once all are written, also what only their write finds out, by their places among them. */
  judgeWhole?: (wanted: readonly Wish<F, S>[]) => Promise<ReadonlyMap<number, AppError>>;
  /** What somebody should look at though nothing stands against it, for each. */
  doubts: (wanted: readonly { before: S | null; form: F }[]) => Promise<readonly Doubt<F>[][]>;
  /** Writes all or none, through the same gates. */
  write: (context: WriteContext<Caller>, proposals: readonly Proposal<F>[]) => Promise<Written[]>;
  /** How many records there are besides those with these keys. */
  missing: (keys: readonly string[]) => Promise<number>;
  /** Deletes all or none. */
  remove: (context: WriteContext<Caller>, records: readonly Versioned[]) => Promise<void>;
}

/** A column that an import may find, with all that it is called. */
export interface ImportColumn extends Pick<Column, 'key' | 'phrase'> {
  /** Its name in HEADING_WORDS, where that is not the key. */
  words?: string;
  /** What others call it besides. */
  names?: readonly string[];
  /** Whether a cell can be what the column is for: where most cannot, its heading has misled, and it is asked about. */
  fits?: (text: string) => boolean;
}

/** A sheet, and what the person who sent it has said of its numbers. */
export interface ImportedSheet extends Sheet {
  comma?: Comma;
}

/** What an import makes of its sheet: records of one kind, however their rows name them. */
export interface ImportTable<F> {
  /** Table, for the log. */
  entity: LogEntity;
  columns: readonly ImportColumn[];
  /** Key of the column that tells which records a row means: it has to be there. */
  key: string;
  /** Headings that are known and not needed: nobody is asked about them. */
  unneeded?: readonly string[];
  /**
   * @param keys for each column of the sheet the key of ours that it means; null for one that is left out
   * @param asked columns, from 0, of which somebody is still to say what they are: one may be what seems to be missing
   */
  read: (sheet: ImportedSheet, keys: readonly (string | null)[], asked: ReadonlySet<number>) => Promise<ReadRows<F>>;
  /** Writes all or none, through the gates of every write. */
  write: (context: WriteContext<Caller>, proposals: readonly Proposal<F>[]) => Promise<Written[]>;
  /** Names of the rights of administration, the warehouse or approval that rows give, by their numbers: they are confirmed. */
  rightsGiven?: (rows: readonly ReadRow<F>[]) => Promise<ReadonlyMap<number, readonly string[]>>;
  /** Rows that are written together, each part a commit of its own. Left out, all are one commit, and can be undone. */
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

/** What was made of a cell that is not what stands in it. */
export interface RowNote extends RowError {
  /** Marked in the workbook that comes back: the cell was left out. */
  isLeftOut?: true;
}

export interface ReadRow<F> {
  row: number;
  proposal: Proposal<F>;
  title: string;
  /** Cells that differ, as the workbook shows them. */
  fields: RowChange['fields'];
}

export interface ReadRows<F> {
  rows: ReadRow<F>[];
  errors: RowError[];
  /** Of rows that are new or change something. */
  notes: RowNote[];
  /** Records that are there and not in the file. */
  missing?: number;
  /** Sentences about the whole, in the reader's language. */
  summary?: string[];
  /** Numbers that a comma gives two meanings, as the reply has them. */
  commas?: ImportReply['commas'];
}
