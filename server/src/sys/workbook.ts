// Workbooks in and out. Reading streams rows and stops at limits; writing streams bytes while rows are pulled.
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { IMPORT_ROWS_MAX } from '@kuwei/contract/workbook';
import type { Download } from '../http/transfer.ts';
import { say } from '../phrase.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** A small archive can hold a huge sheet. */
const UNPACKED_MAX_BYTES = 50 * 1024 * 1024;
const COLUMNS_MAX = 200;

export interface Column {
  /** Phrase of the heading. */
  phrase: string;
  key: string;
  width?: number;
}

/** A column under a heading that somebody else wrote. */
interface LiteralColumn extends Omit<Column, 'phrase'> {
  heading: string;
}

export type Cells = Record<string, string | number | boolean | null>;

/** A sheet of rows under headings in the reader's language; texts are written as texts, never as formulas. */
export function sheetOf(
  name: string,
  columns: readonly (Column | LiteralColumn)[],
  rows: Iterable<Cells> | AsyncIterable<Cells>,
  locale: Locale,
): Download {
  const headings = columns.map((column) => ({
    header: 'heading' in column ? column.heading : say(locale, column.phrase),
    key: column.key,
    width: column.width ?? 16,
  }));
  return { name: `${name}.xlsx`, type: TYPE, content: Readable.from(written(headings, rows), { objectMode: false }) };
}

async function* written(
  columns: { header: string; key: string; width: number }[],
  rows: Iterable<Cells> | AsyncIterable<Cells>,
): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await xlsx();
  yield* writeXlsxStream(rows, { name: 'Sheet1', columns, freezePane: { rows: 1 } });
}

/** Loaded with the first workbook: most processes idle without one. */
const xlsx = () => import('hucre/xlsx');

/** Rows on their way into a sheet, one at a time. */
export async function* cellsOf<T>(rows: AsyncIterable<T>, toCells: (row: T) => Cells): AsyncGenerator<Cells> {
  for await (const row of rows) yield toCells(row);
}

/** A decimal as a number that a spreadsheet can add up. */
export const numberCell = (text: string | null): number | null => (text === null ? null : Number(text));
export const yesNo = (value: boolean, locale: Locale): string => say(locale, value ? 'workbook.yes' : 'workbook.no');

export async function bytesOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of download.content as AsyncIterable<Uint8Array>) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

export interface Sheet {
  headings: string[];
  /** Cells as trimmed texts; a formula gives its value, a date `YYYY-MM-DD`. */
  rows: string[][];
}

/** @throws AppError WORKBOOK when the file is none, is too large, or has no rows */
export async function readSheet(path: string, locale: Locale, rowsMax: number = IMPORT_ROWS_MAX): Promise<Sheet> {
  const content = await readFile(path);
  const refuse = (key: string, params?: Record<string, string | number>): AppError =>
    new AppError('WORKBOOK', { params: { reason: say(locale, key, params) } });
  if (unpackedBytes(content) > UNPACKED_MAX_BYTES) throw refuse('workbook.tooLarge');
  const rows: string[][] = [];
  const { streamXlsxRows } = await xlsx();
  try {
    for await (const row of streamXlsxRows(content, { maxRows: rowsMax + 2 })) {
      const values: unknown[] = row.values;
      if (values.length > COLUMNS_MAX) throw refuse('workbook.tooLarge');
      // The file says which row this is; the ones it leaves out are empty.
      if (row.index > rowsMax + 1) throw refuse('workbook.tooManyRows', { max: rowsMax });
      while (rows.length < row.index) rows.push([]);
      rows.push(values.map(textOf));
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuse('workbook.unreadable');
  }
  const [headings, ...data] = rows;
  while (data.at(-1)?.every((cell) => cell === '')) data.pop();
  if (!headings || data.length === 0) throw refuse('workbook.empty');
  if (data.length > rowsMax) throw refuse('workbook.tooManyRows', { max: rowsMax });
  return { headings, rows: data };
}

/** All but tabs and line ends. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu;

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(0) : String(value);
  // A cell may spell any character (`_x0000_`); PostgreSQL keeps no text with some of them.
  if (typeof value === 'string') return value.replace(CONTROLS, '').toWellFormed().trim();
  if (typeof value === 'object') return 'result' in value ? textOf(value.result) : 'text' in value ? textOf(value.text) : '';
  return typeof value === 'boolean' ? String(value) : '';
}

/** Sum of the sizes that the archive's directory (APPNOTE 4.3.12) declares; Infinity where it is not readable. */
function unpackedBytes(content: Buffer): number {
  const end = content.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0 || end + 20 > content.length) return 0; // no archive: reading will say so
  let at = content.readUInt32LE(end + 16);
  let total = 0;
  for (let left = content.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== 0x02014b50) return Infinity;
    total += content.readUInt32LE(at + 24);
    at += 46 + content.readUInt16LE(at + 28) + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
  return total;
}
