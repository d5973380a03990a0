// Types for declaring rows edited like a spreadsheet.
import type { ReactNode } from 'react';
import type { Path } from '../schema.ts';

export interface GridColumn<R> {
  key: string;
  title: string;
  /** Minimum in px, and share of the remaining width. */
  width: readonly [least: number, share: number];
  /** `flag`: yes or no, read as `true` or `false`. */
  kind: 'text' | 'code' | 'flag';
  read: (row: R) => string;
  write: (row: R, text: string) => R;
  /** Path of the value in the row, for its rule and for server errors; null while absent. */
  path: (row: R) => Path | null;
  /** An additional check beyond the schema. */
  fault?: (row: R) => string | undefined;
  /** Why the cell is read-only, if it is. */
  fixed?: (row: R) => string | null;
  /** The value before the site customized it; undefined if not applicable. */
  was?: (row: R) => string | undefined;
  /** Other headings recognized when pasting. */
  names?: readonly string[];
}

export interface GridView<R> {
  key: string;
  label: string;
  has: (row: R) => boolean;
}

export interface GridSpec<R> {
  /** The first one is the key of a row. */
  columns: readonly [GridColumn<R>, ...GridColumn<R>[]];
  blank: R;
  max: number;
  /** Rows can be added and reordered. */
  grows: boolean;
  /** Why a row cannot be removed; null if it can. */
  kept: (row: R) => string | null;
  views: readonly GridView<R>[];
  /** At the end of a row, and above its buttons on a phone. */
  aside: { title: string; of: (row: R) => ReactNode };
  /** Buttons of a row, before the remove button. */
  actions: (row: R, change: (row: R) => void) => ReactNode;
}

export const flagText = (on: boolean): string => String(on);
