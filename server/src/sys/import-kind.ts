// What a kind of record says of itself so that it can be imported, exported and undone by the one kit for all.
import type { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Caller, WriteContext } from '../context.ts';
import type { DB } from '../db/types.ts';
import type { Cell, Column } from './workbook.ts';

/** A record that is there. @typeParam F its form: what a person enters */
export interface Stored<F> {
  id: string;
  rev: number;
  form: F;
}

/** Says in the place of the schema why a cell means nothing. @param key phrase */
export type Refuse = (key: string, params?: Record<string, string | number>) => void;

/** A column of the workbook that is a field of the form. */
export interface ImportField<F> extends Column {
  field: keyof F & string;
  /** Name of what people call it in HEADING_WORDS, where that is not the key. */
  words?: string;
  /**
   * What a cell that is not empty means. What it cannot read it returns as it is, for the schema to refuse, or refuses itself.
   */
  read: (text: string, refuse: Refuse) => unknown;
  /** What an empty cell means; left out where nothing can be empty: the field stays as it is. */
  empty?: unknown;
  /** What the cell means beside the record there is, where that matters. */
  settle?: (value: unknown, before: F | null) => unknown;
  /** As the workbook and the preview show it. */
  write: (form: F) => Cell;
}

/** A column that an export has for reading: an import takes it as it is and refuses another value. */
export interface InfoField<S> extends Column {
  write: (record: S, locale: Locale) => Cell;
}

/** A record in the version that somebody saw. */
export interface Versioned {
  id: string;
  rev: number;
}

/** A record as an import wants it: made from the record `id` in version `rev`, or new. */
export interface Proposal<F> {
  id: string | null;
  rev: number | null;
  form: F;
}

export interface Written {
  id: string;
  rev: number;
  isNew: boolean;
  /** What differs, by field, before and after; empty where nothing does. */
  change: Record<string, [before: unknown, after: unknown]>;
}

export interface Importer<F extends object, S extends Stored<F> = Stored<F>> {
  /** Table, for the log. */
  entity: string;
  fields: readonly ImportField<F>[];
  infos: readonly InfoField<S>[];
  /** Field of the form that tells records apart; a column of the same name has to be there. */
  key: keyof F & string;
  schema: z.core.$ZodType<F>;
  /** A form that its schema takes: stands in for cells that are refused, so that all other faults are found, too. */
  blank: F;
  titleOf: (form: F) => string;
  find: (keys: readonly string[]) => Promise<Map<string, S>>;
  /** Records by id, without those that are deleted. */
  findById: (db: Kysely<DB>, ids: readonly string[]) => Promise<Map<string, S>>;
  /** Those of them that something else needs, so that they cannot be deleted. */
  usedOf: (db: Kysely<DB>, ids: readonly string[]) => Promise<Set<string>>;
  /** Everything that stands against each, beyond the schema. */
  judge: (wanted: readonly { before: S | null; form: F }[]) => Promise<AppError[][]>;
  /** Writes all or none, through the same gates. */
  write: (context: WriteContext<Caller>, proposals: readonly Proposal<F>[]) => Promise<Written[]>;
  /** Deletes all or none. */
  remove: (context: WriteContext<Caller>, records: readonly Versioned[]) => Promise<void>;
}
