// Cells as texts, and why a file has none.
import type { PhraseKey } from '@kuwei/contract/phrase';
import { exactly } from './digits.ts';

/** All but tabs and line ends, and what is no character at all: no XML may hold it. */
const CONTROLS = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** Characters that a cell holds: with one more, Excel takes the whole workbook for broken. */
const CELL_MAX = 32_767;
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

/** A cell as trimmed text; a date `YYYY-MM-DD`, with its time where it has one. */
export function cellOf(value: unknown): string {
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

/** How a row begins that shows in a template what belongs there: `workbook.example` of each language. It is not read. */
const EXAMPLE = /^(?:例：|e\.g\. )/;
export const isExample = (cells: readonly string[]): boolean => EXAMPLE.test(cells.find((cell) => cell !== '') ?? '');

/** A file that is not read, with the sentence that says why. */
export class Unreadable extends Error {
  readonly key: PhraseKey;
  constructor(key: PhraseKey) {
    super(key);
    this.key = key;
  }
}

/** Letters of a column of a sheet. @param at its number from 0 */
export function lettersOf(at: number): string {
  const rest = Math.floor(at / 26);
  return `${rest > 0 ? lettersOf(rest - 1) : ''}${String.fromCharCode(65 + (at % 26))}`;
}
