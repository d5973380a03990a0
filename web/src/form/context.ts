// What the fields of a form know of it.
import type { PlainKey } from '@kuwei/contract/phrase';
import type { Schema } from '@kuwei/contract/route';
import { createContext, useContext, type ReactNode } from 'react';
import type { Path } from './schema.ts';

/** How a field is called and how its value reads, for questions about it. */
export interface FieldDisplay {
  label: PlainKey;
  view: (value: unknown) => ReactNode;
}

export interface FormContext {
  /** Null where the record is only read. */
  schema: Schema | null;
  /** The record as it was loaded; null for a new one. */
  record: Readonly<Record<string, unknown>> | null;
  looks: Map<string, FieldDisplay>;
  /** Sets fields as if a person had filled them in. */
  change: (values: Readonly<Record<string, unknown>>) => void;
  /** Why the server refused this very value of a field when it was sent. */
  refused: (path: Path, value: unknown) => string | undefined;
  /** Says how many places of a field of many cells are wrong; it counts as one else. */
  weigh?: (path: Path, count: number) => void;
}

export const EditContext = createContext<FormContext | null>(null);

export function useFormContext(): FormContext {
  const context = useContext(EditContext);
  if (!context) throw new Error('A field stands outside a form');
  return context;
}

/** Told by a field what was typed into it and not entered; null when there is nothing such any more. */
export const PendingTextContext = createContext<(text: string | null) => void>(() => {});

/** Where the fields of a row belong: their path in the body, and in the list of rows. */
export interface RowPlace {
  path: Path;
  inList: Path;
}
const TOP: RowPlace = { path: [], inList: [] };
export const RowContext = createContext<RowPlace>(TOP);
