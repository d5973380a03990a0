// Content of a printed list. Everything about paper (sheets, copies, subtotals, signatures) follows from it.
import type { ReactNode } from 'react';
import type { Paper } from './papers.ts';

export interface PrintColumn<R> {
  key: string;
  title: string;
  cell: (row: R) => ReactNode;
  /**
   * `end`: a number, right-aligned; `name`: wraps, and is never narrow; `whole`: does not wrap; `code`: monospaced, does not wrap;
   * `room`: empty, to be filled in by hand.
   */
  look?: 'end' | 'name' | 'whole' | 'code' | 'room';
}

/** Subtotal of a sheet, or the total: a text, and cells by column key. */
export interface PrintSums {
  text?: ReactNode;
  cells?: Readonly<Record<string, ReactNode>>;
}

export interface Printed<R> {
  /** Document type: `入库单`. */
  title: string;
  no: string;
  /** State of the document, below the number. */
  state?: string;
  /** Unit that runs the warehouse, below the institution's name. */
  house: string;
  /** QR code content and its label. */
  qr?: { text: string; label: string };
  /** Facts without a value are omitted. */
  facts: readonly (readonly [label: string, value: string | null])[];
  /** A warning above the table of every sheet: the document is void. */
  notice?: string;
  columns: readonly PrintColumn<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string;
  /** Omit for no totals. */
  sums?: (rows: readonly R[]) => PrintSums;
  /** A line below the total: the amount in words. */
  below?: ReactNode;
  /** On the last sheet, below the table. */
  closing?: ReactNode;
  /** Signature lines; known names are filled in. */
  signs: readonly (readonly [label: string, name: string])[];
}

/** Papers to choose from, the default first. */
export type Papers = readonly [Paper, ...Paper[]];
