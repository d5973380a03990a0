// Cells as texts, and why a file has none.
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import type { MergeRange } from 'hucre';
import { exactly } from './digits.ts';

/** All but tabs and line ends, and what is no character at all: no XML may hold it. */
const CONTROLS = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** Characters that a cell holds: with one more, Excel takes the whole workbook for broken. */
export const CELL_MAX = 32_767;
/** What stands for the rest. No import reads it as anything: a list that was cut is refused, and nobody loses what it left out. */
const CUT = '; […]';

/** A text as a sheet may hold it. */
export function writable(text: string): string {
  const held = text.length <= CELL_MAX ? text : text.slice(0, CELL_MAX - CUT.length) + CUT;
  return readable(held);
}

const readable = (text: string): string => text.replace(CONTROLS, '').toWellFormed();

/** `YYYY-MM-DD`, with `HH:MM` behind it where it has a time. */
function dayText(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const text = value.toISOString();
  return text.slice(11, 16) === '00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

/** Characters of a row: whoever takes it from the thread looks at all of it in one turn. */
const ROW_MAX = 100_000;

/** Characters of a cell, which may be one text that many cells name. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return 'result' in value ? lengthOf(value.result) : 'text' in value ? lengthOf(value.text) : 0;
}

/** Takes the cells of a row, with its number in the sheet from 1. */
export type TakeRow = (values: readonly unknown[], row: number) => string[];

/**
 * Makes texts of cells, once it is known that they are not too long.
 * @param most characters of all rows
 * @returns what takes row by row. It throws Unreadable for a cell, a row or a table that is too long
 */
export function textsWithin(most: number): TakeRow {
  let all = 0;
  return (values, row) => {
    let length = 0;
    for (const value of values) {
      const inCell = lengthOf(value);
      if (inCell > CELL_MAX) throw cellTooLong(row);
      length += inCell;
    }
    all += length;
    if (length > ROW_MAX) throw new Unreadable('workbook.rowTooLong', { row, length: ROW_MAX.toLocaleString('en') });
    if (all > most) throw new Unreadable('workbook.tooLarge');
    return values.map(cellOf);
  };
}

export const cellTooLong = (row: number): Unreadable =>
  new Unreadable('workbook.cellTooLong', { row, length: CELL_MAX.toLocaleString('en') });

/** A cell as trimmed text; a date `YYYY-MM-DD`, with its time where it has one. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dayText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? exactly(value) : '';
  // A cell may spell any character (`_x0000_`); PostgreSQL keeps no text with some of them.
  if (typeof value === 'string') return readable(value).trim();
  if (typeof value === 'object') return 'result' in value ? cellOf(value.result) : 'text' in value ? cellOf(value.text) : '';
  return typeof value === 'boolean' ? String(value) : '';
}

/** What a cell holds whose formula has never been worked out; no text of a person begins so. */
export const NO_VALUE = '\u0000=';
/** What an empty cell holds that is merged with the one above it: it is shown with that one's text, and does not have it. */
const MERGED = '\u0000^';

/** Why a cell that is not empty holds nothing that could be read; null where it does. */
export const unreadIn = (cell: string): PhraseKey | null =>
  cell === NO_VALUE ? 'workbook.noValue' : cell === MERGED ? 'workbook.merged' : null;

/** Cells of a sheet that are shown as one; rows and columns from 0, the last ones are in it. */
export type Merge = Pick<MergeRange, 'startRow' | 'startCol' | 'endRow' | 'endCol'>;

/**
 * Marks what is empty in rows of data because it is merged with a cell above.
 * @param first of the sheet the first of these rows, from 0
 * @param width columns that have headings
 */
export function markMerged(rows: readonly string[][], first: number, width: number, merges: readonly Merge[]): void {
  for (const { startRow, startCol, endRow, endCol } of merges) {
    // Headings of two lines are merged with what is no data, and what is empty on top is empty all along.
    if (startRow < first || (rows[startRow - first]?.[startCol] ?? '') === '') continue;
    for (const cells of rows.slice(startRow - first + 1, endRow - first + 1)) {
      // A merge may reach below the last row.
      if (cells.every((cell) => cell === '')) continue;
      for (let column = startCol; column <= Math.min(endCol, width - 1); column++) {
        while (cells.length <= column) cells.push('');
        cells[column] ||= MERGED;
      }
    }
  }
}

/** How a row begins that shows in a template what belongs there: `workbook.example` of each language. It is not read. */
const EXAMPLE = /^(?:例：|e\.g\. )/;
export const isExample = (cells: readonly string[]): boolean => EXAMPLE.test(cells.find((cell) => cell !== '') ?? '');

/** A file that is not read, with the sentence that says why. */
export class Unreadable extends Error {
  readonly key: PhraseKey;
  readonly params: PhraseParams;
  constructor(key: PhraseKey, params: PhraseParams = {}) {
    super(key);
    this.key = key;
    this.params = params;
  }
}

/** Letters of a column of a sheet. @param at its number from 0 */
export function lettersOf(at: number): string {
  const rest = Math.floor(at / 26);
  return `${rest > 0 ? lettersOf(rest - 1) : ''}${String.fromCharCode(65 + (at % 26))}`;
}
