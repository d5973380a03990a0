// Context of a form for its fields.
import type { PlainKey } from '@kuwei/contract/phrase';
import type { Schema } from '@kuwei/contract/route';
import { createContext, useContext, type ReactNode } from 'react';
import type { Path } from './schema.ts';

/** Label and read-only view of a field, for dialogs about it. */
export interface FieldDisplay {
  label: PlainKey;
  view: (value: unknown) => ReactNode;
}

export interface FormContext {
  /** Null in a read-only view. */
  schema: Schema | null;
  /** The record as loaded; null for a new one. */
  record: Readonly<Record<string, unknown>> | null;
  looks: Map<string, FieldDisplay>;
  /** Sets fields as if the user had filled them in. */
  change: (values: Readonly<Record<string, unknown>>) => void;
  /** Why the server rejected this very value of a field. */
  refused: (path: Path, value: unknown) => string | undefined;
  /** Reports how many cells of a multi-cell field are invalid; otherwise it counts as one. */
  weigh?: (path: Path, count: number) => void;
}

export const EditContext = createContext<FormContext | null>(null);

export function useFormContext(): FormContext {
  const context = useContext(EditContext);
  if (!context) throw new Error('A field must be inside a form');
  return context;
}

/** A field reports text that was typed but not committed; null if none. */
export const PendingTextContext = createContext<(text: string | null) => void>(() => {});

/** Position of a row's fields: their path in the body, and the index of the row. */
export interface RowPlace {
  path: Path;
  inList: Path;
}
const TOP: RowPlace = { path: [], inList: [] };
export const RowContext = createContext<RowPlace>(TOP);
