// Workbooks in and out. Reading streams rows and stops at limits; writing streams bytes while rows are pulled.
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { IMPORT_ROWS_MAX } from '@kuwei/contract/workbook';
import { fairLine } from '../bounded.ts';
import type { Download } from '../http/transfer.ts';
import { say } from '../phrase.ts';
import type { Found, Wanted } from './workbook-rows.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const READ_MAX_MS = 10_000;
const READ_MAX_MEGABYTES = 512;

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

export type Cell = string | number | boolean | null;
export type Cells = Record<string, Cell>;

/** Key of the column in which an export says which version of a record it holds. */
export const REV = 'rev';

/** A cell as a person reads it. */
export const cellText = (cell: Cell): string => (cell === null ? '' : String(cell));

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
/** The same where a spreadsheet's numbers hold every digit, else the text. */
export const exactCell = (text: string | null): number | string | null =>
  text !== null && String(Number(text)) === text ? Number(text) : text;
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
  /** Number of the first of the rows, as the spreadsheet counts. */
  firstRow: number;
}

const inLine = fairLine(16, 4);

/**
 * @param userId who sent it
 * @throws AppError WORKBOOK when the file is none, is too large, takes too long, or
 *   has no rows; TOO_MANY
 */
export async function readSheet(path: string, locale: Locale, userId: string, rowsMax: number = IMPORT_ROWS_MAX): Promise<Sheet> {
  const refuse = (key: string): AppError => new AppError('WORKBOOK', { params: { reason: say(locale, key, { max: rowsMax }) } });
  const found = await inLine(userId, () => readInThread({ path, rowsMax }));
  if ('refused' in found) throw refuse(found.refused);
  const [headings, ...data] = found.rows;
  while (data.at(-1)?.every((cell) => cell === '')) data.pop();
  if (!headings || data.length === 0) throw refuse('workbook.empty');
  if (data.length > rowsMax) throw refuse('workbook.tooManyRows');
  return { headings, rows: data, firstRow: 2 };
}

/** What takes too long, or more memory than any workbook of ours, is not readable. */
async function readInThread(wanted: Wanted): Promise<Found> {
  const worker = new Worker(join(import.meta.dirname, 'workbook-rows.ts'), {
    workerData: wanted,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: READ_MAX_MEGABYTES },
  });
  const { promise, resolve } = Promise.withResolvers<Found>();
  const giveUp = (): void => resolve({ refused: 'workbook.unreadable' });
  const timer = setTimeout(giveUp, READ_MAX_MS);
  worker.once('message', resolve).once('error', giveUp).once('exit', giveUp);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
