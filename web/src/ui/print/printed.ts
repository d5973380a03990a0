// What a printed list says. Everything about paper (sheets, copies, sums of pages, places to sign) follows from it.
import type { ReactNode } from 'react';
import type { Paper } from './papers.ts';

export interface PrintColumn<R> {
  key: string;
  title: string;
  cell: (row: R) => ReactNode;
  /**
   * `end`: a number, at the right; `name`: takes what the others leave; `whole`: never broken; `code`: monospaced, never broken;
   * `room`: left empty, to be written in by hand.
   */
  look?: 'end' | 'name' | 'whole' | 'code' | 'room';
}

/** Of a sheet, or of all: a text, and what stands below columns by their key. */
export interface PrintSums {
  text?: ReactNode;
  cells?: Readonly<Record<string, ReactNode>>;
}

export interface Printed<R> {
  /** What it is: `入库单`. */
  title: string;
  no: string;
  /** How it stands, below the number. */
  state?: string;
  /** Who runs the warehouse, below the institution's name. */
  house: string;
  /** What a scanner reads, and what it is called. */
  qr?: { text: string; label: string };
  /** Those without a value are left out. */
  facts: readonly (readonly [label: string, value: string | null])[];
  /** What every reader has to know first, above the table of every sheet: that it does not count any more. */
  notice?: string;
  columns: readonly PrintColumn<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string;
  /** Left out: nothing is added up. */
  sums?: (rows: readonly R[]) => PrintSums;
  /** A line below the sum of all: the amount in words. */
  below?: ReactNode;
  /** On the last sheet, below the table. */
  closing?: ReactNode;
  /** Places to sign; whoever is known already is named. */
  signs: readonly (readonly [label: string, name: string])[];
}

/** Papers that a list is offered on, the first where none is chosen. */
export type Papers = readonly [Paper, ...Paper[]];
