// Rows of a form that are edited as in a spreadsheet: what a screen says of them.
import type { ReactNode } from 'react';
import type { Path } from '../schema.ts';

export interface GridColumn<R> {
  key: string;
  title: string;
  /** px at least, and its share of what is left. */
  width: readonly [least: number, share: number];
  /** `flag`: yes or no; what it reads is `true` or `false`. */
  kind: 'text' | 'code' | 'flag';
  read: (row: R) => string;
  write: (row: R, text: string) => R;
  /** Where the value stands in the row, for its rule and for what the server refuses; null while it is not there. */
  path: (row: R) => Path | null;
  /** What no rule of the body knows. */
  fault?: (row: R) => string | undefined;
  /** It stays as it is, for a reason that is said. */
  fixed?: (row: R) => string | null;
  /** What stood there before the site changed it; undefined where that means nothing. */
  was?: (row: R) => string | undefined;
  /** What else the column is called where it is pasted from. */
  names?: readonly string[];
}

export interface GridView<R> {
  key: string;
  label: string;
  has: (row: R) => boolean;
}

export interface GridSpec<R> {
  /** The first one tells rows from each other. */
  columns: readonly [GridColumn<R>, ...GridColumn<R>[]];
  blank: R;
  max: number;
  /** Rows may be added, and stand in an order of their own. */
  grows: boolean;
  /** Why a row cannot be removed; null where it can. */
  kept: (row: R) => string | null;
  views: readonly GridView<R>[];
  /** At the end of a row, and above its buttons on a phone. */
  aside: { title: string; of: (row: R) => ReactNode };
  /** Buttons of a row, beside that which removes it. */
  actions: (row: R, change: (row: R) => void) => ReactNode;
}

export const flagText = (on: boolean): string => String(on);
