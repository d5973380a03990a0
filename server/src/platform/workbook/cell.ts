// Cells as texts, and reasons why a file cannot be read.
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import type { MergeRange } from 'hucre';
import { formatExactly } from './digits.ts';

/** Control characters except tab and line ends, and non-characters: XML cannot contain them. */
const CONTROLS = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** Maximum characters of a cell; with one more, Excel considers the workbook broken. */
export const CELL_MAX = 32_767;
/** Marks truncated text. No import accepts it, so re-importing a truncated list is refused instead of losing data. */
const TRUNCATION_MARK = '; […]';

/** Text as a sheet can hold it. */
export function writable(text: string): string {
  const held = text.length <= CELL_MAX ? text : text.slice(0, CELL_MAX - TRUNCATION_MARK.length) + TRUNCATION_MARK;
  return readable(held);
}

const readable = (text: string): string => text.replace(CONTROLS, '').toWellFormed();

/** `YYYY-MM-DD`, followed by `HH:MM` if there is a time. */
function dayText(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const text = value.toISOString();
  return text.slice(11, 16) === '00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

/** Maximum characters of a row, which the receiving thread processes at once. */
const ROW_MAX = 100_000;

/** Length of a cell, which may be a string shared by many. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return 'result' in value ? lengthOf(value.result) : 'text' in value ? lengthOf(value.text) : 0;
}

/** Takes the cells of a row, with its number in the sheet from 1. */
export type TakeRow = (values: readonly unknown[], row: number) => string[];

/**
 * Converts cells to texts, after checking their length.
 * @param most characters of all rows
 * @returns a function for each row, which throws Unreadable for a cell, row or table that is too long
 */
export function createRowReader(most: number): TakeRow {
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
    return values.map(formatCell);
  };
}

export const cellTooLong = (row: number): Unreadable =>
  new Unreadable('workbook.cellTooLong', { row, length: CELL_MAX.toLocaleString('en') });

/** A cell as trimmed text; a date as `YYYY-MM-DD`, with its time if any. */
function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dayText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? formatExactly(value) : '';
  // A cell may encode any character (`_x0000_`), some of which PostgreSQL cannot store.
  if (typeof value === 'string') return readable(value).trim();
  if (typeof value === 'object')
    return 'result' in value ? formatCell(value.result) : 'text' in value ? formatCell(value.text) : '';
  return typeof value === 'boolean' ? String(value) : '';
}

/** Marks a formula without a cached value; users' text cannot begin so. */
export const NO_VALUE = '\u0000=';
/** Marks an empty cell merged with the one above: it displays that text but does not contain it. */
const MERGED = '\u0000^';

/** Why a non-empty cell could not be read; null if it could. */
export const unreadableReason = (cell: string): PhraseKey | null =>
  cell === NO_VALUE ? 'workbook.noValue' : cell === MERGED ? 'workbook.merged' : null;

/** Merged cells of a sheet; rows and columns from 0, inclusive. */
export type Merge = Pick<MergeRange, 'startRow' | 'startCol' | 'endRow' | 'endCol'>;

/**
 * Marks cells that are empty because they are merged with a cell above.
 * @param first sheet row of the first data row, from 0
 * @param width number of columns with headings
 */
export function markMerged(rows: readonly string[][], first: number, width: number, merges: readonly Merge[]): void {
  for (const { startRow, startCol, endRow, endCol } of merges) {
    // Merges that begin in the headings are not data, and an empty top cell leaves nothing to mark.
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

/** Prefix of a template's example row: `workbook.example` of each language. Such rows are skipped. */
const EXAMPLE = /^(?:例：|e\.g\. )/;
export const isExample = (cells: readonly string[]): boolean => EXAMPLE.test(cells.find((cell) => cell !== '') ?? '');

/** A file that cannot be read, with the phrase of the reason. */
export class Unreadable extends Error {
  readonly key: PhraseKey;
  readonly params: PhraseParams;
  constructor(key: PhraseKey, params: PhraseParams = {}) {
    super(key);
    this.key = key;
    this.params = params;
  }
}

/** Letters of a sheet column. @param at its number from 0 */
export function lettersOf(at: number): string {
  const rest = Math.floor(at / 26);
  return `${rest > 0 ? lettersOf(rest - 1) : ''}${String.fromCharCode(65 + (at % 26))}`;
}
