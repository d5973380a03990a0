// Reads and writes workbooks. Reading streams rows up to limits; writing streams bytes as rows are pulled.
import { Readable } from 'node:stream';
import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { headingText } from '@kuwei/contract/workbook/headings';
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import { IMPORT_ROWS_MAX, type Encoding } from '@kuwei/contract/workbook/workbook';
import { createFairLimiter } from '../../limiter.ts';
import { TIME_ZONE } from '../../db/open.ts';
import { withRowCount, rowCountOf } from '../../db/list.ts';
import type { Download, SheetDownload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { writable } from './cell.ts';
import type { Found, Head, Wanted } from './rows.ts';
import { cellsMax, COLUMNS_MAX, unpackedMax } from './kind.ts';
import { inThread } from './thread.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** How texts become dates, with their format. Timestamps are in warehouse time. */
const DATES = {
  day: { numFmt: 'yyyy-mm-dd', dateOf: (text: string) => new Date(`${text}T00:00:00Z`), textOf: (text: string) => text },
  moment: {
    numFmt: 'yyyy-mm-dd hh:mm',
    dateOf: (text: string) => new Date(`${clockOf(new Date(text)).replace(' ', 'T')}Z`),
    textOf: (text: string) => clockOf(new Date(text)).slice(0, 16),
  },
};

let clock: Intl.DateTimeFormat | undefined;
/** Created lazily: an invalid time zone is reported as a configuration error, after loading. */
const clockOf = (moment: Date): string =>
  (clock ??= new Intl.DateTimeFormat('sv', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })).format(moment);

export interface Column {
  /** Phrase of the heading. */
  phrase: PhraseKey;
  key: string;
  width?: number;
  /** Texts are days (`YYYY-MM-DD`) or timestamps (ISO 8601), written as spreadsheet dates. */
  as?: keyof typeof DATES;
}

/** A column under a user-defined heading. */
interface LiteralColumn extends Omit<Column, 'phrase'> {
  heading: string;
}

export type Cell = string | number | boolean | null;
export type Cells = Record<string, Cell>;

/** Column of a field: its value as is, or, if that is no cell, by `cell`. */
type FieldColumn<R, V> = Omit<Column, 'key'> & ([V] extends [Cell] ? { cell?: (row: R) => Cell } : { cell: (row: R) => Cell });
/** Columns of a workbook in order, by field of its rows. @typeParam Left fields without a column */
export type SheetColumns<R, Left extends keyof R = never> = { [F in Exclude<keyof R, Left>]-?: FieldColumn<R, R[F]> };

export type ExportName = PhraseKey extends infer K ? (K extends `workbook.name.${infer N}` ? N : never) : never;

/** File name of an export, with the date in warehouse time to tell downloads apart. */
export const exportName = (name: ExportName, locale: Locale): string => dated(say(locale, `workbook.name.${name}`));
export const dated = (name: string): string => `${name}-${clockOf(new Date()).slice(0, 10)}`;

type Rows<R> = Iterable<R> | AsyncIterable<R>;

/**
 * A list as a file, with the date in its name.
 * @param rows opened when the file is written: a request may ask for the columns only
 */
export function sheetOfRows<R extends object>(
  name: ExportName,
  columns: Record<string, Omit<Column, 'key'> & { cell?: (row: R) => Cell }>,
  rows: Rows<R> | (() => Promise<Rows<R>>),
  locale: Locale,
): SheetDownload {
  const keyed = Object.entries(columns).map(([key, column]) => ({ key, ...column }));
  const open = async (): Promise<Rows<Cells>> => {
    const opened = typeof rows === 'function' ? await rows() : rows;
    async function* cells(): AsyncGenerator<Cells> {
      for await (const row of opened)
        yield Object.fromEntries(keyed.map(({ key, cell }) => [key, cell ? cell(row) : (row[key as keyof R] as Cell)]));
    }
    return withRowCount(cells(), rowCountOf(opened));
  };
  return exportedSheet(exportName(name, locale), keyed, open, locale);
}

/** A list as a file, of cells by column. @param rows as for `sheetOfRows` */
export function exportedSheet(
  name: string,
  columns: readonly (Column | LiteralColumn)[],
  rows: () => Promise<Rows<Cells>>,
  locale: Locale,
): SheetDownload {
  return {
    columns: columns.map((column) => ({ key: column.key, heading: headingOf(column, locale) })),
    render: async (format, keys) => {
      const chosen = keys?.map((key) => columns.find((column) => column.key === key)!) ?? columns;
      const opened = await rows();
      return format === 'xlsx' ? sheetOf(name, chosen, opened, locale) : csvOf(name, chosen, opened, locale, format);
    },
  };
}

/** Key of the export column with the version of each record. */
export const REV = 'rev';

/** A cell as displayed. */
export const cellText = (cell: Cell): string => (cell === null ? '' : String(cell));

type TemplateName = PhraseKey extends infer K ? (K extends `workbook.template.${infer N}` ? N : never) : never;

/** An empty sheet with an example row, which imports skip. @param example cells by key; the others are empty */
export const templateSheet = (
  name: TemplateName,
  columns: readonly Column[],
  example: Readonly<Partial<Cells>>,
  locale: Locale,
): Download => {
  const row = Object.fromEntries(columns.map(({ key }) => [key, example[key] ?? null]));
  return sheetOf(say(locale, `workbook.template.${name}`), columns, [row], locale);
};

const headingOf = (column: Column | LiteralColumn, locale: Locale): string =>
  writable('heading' in column ? column.heading : say(locale, column.phrase));

/** A workbook of rows under headings in the reader's language; texts are never written as formulas. */
export function sheetOf(name: string, columns: readonly (Column | LiteralColumn)[], rows: Rows<Cells>, locale: Locale): Download {
  const headings = columns.map((column) => ({
    header: headingOf(column, locale),
    key: column.key,
    width: column.width ?? 16,
    ...(column.as && { as: column.as, numFmt: DATES[column.as].numFmt }),
  }));
  return { name: `${name}.xlsx`, type: TYPE, ...contentOf(writeRows(headings, rows), rows) };
}

const contentOf = (chunks: AsyncIterable<Uint8Array>, rows: Rows<Cells>): Pick<Download, 'content' | 'rows'> => {
  const number = rowCountOf(rows);
  return { content: Readable.from(chunks, { objectMode: false }), ...(number !== undefined && { rows: number }) };
};

async function* writeRows(
  columns: { header: string; key: string; width: number; as?: keyof typeof DATES }[],
  rows: Rows<Cells>,
): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await xlsx();
  const cells = mapAsync(rows, (row) => datedCells(row, columns, (text, as) => DATES[as].dateOf(text)));
  yield* writeXlsxStream(cells, { name: 'Sheet1', columns, freezePane: { rows: 1 } });
}

/** The same as text separated by commas. Cells that a spreadsheet would take for a formula begin with an apostrophe. */
function csvOf(
  name: string,
  columns: readonly (Column | LiteralColumn)[],
  rows: Rows<Cells>,
  locale: Locale,
  format: 'csv' | 'gb18030',
): Download {
  const headings = columns.map((column) => headingOf(column, locale));
  const type = `text/csv; charset=${format === 'csv' ? 'utf-8' : 'gb18030'}`;
  return { name: `${name}.csv`, type, ...contentOf(writeCsv(headings, columns, rows, format), rows) };
}

async function* writeCsv(
  headers: string[],
  columns: readonly { key: string; as?: keyof typeof DATES }[],
  rows: Rows<Cells>,
  format: 'csv' | 'gb18030',
): AsyncGenerator<Uint8Array> {
  const { writeCsvStream } = await import('hucre/csv');
  const cells = mapAsync(rows, (row) => {
    const texts = datedCells(row, columns, (text, as) => DATES[as].textOf(text));
    return columns.map(({ key }) => texts[key] ?? null);
  });
  const chunks = writeCsvStream(cells, { headers, bom: format === 'csv', escapeFormulae: true });
  yield* format === 'csv' ? chunks : inGb18030(chunks);
}

/** @param chunks in UTF-8 */
async function* inGb18030(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { default: iconv } = await import('iconv-lite');
  const encoder = iconv.getEncoder('gb18030');
  const decoder = new TextDecoder();
  for await (const chunk of chunks) yield encoder.write(decoder.decode(chunk, { stream: true }));
  const rest = encoder.end();
  if (rest) yield rest;
}

async function* mapAsync<T, R>(rows: Rows<T>, to: (row: T) => R): AsyncGenerator<R> {
  for await (const row of rows) yield to(row);
}

/** Cells as a file can hold them, dates by `format`. */
function datedCells<D>(
  row: Cells,
  columns: readonly { key: string; as?: keyof typeof DATES }[],
  format: (text: string, as: keyof typeof DATES) => D,
): Record<string, Cell | D> {
  const cells: Record<string, Cell | D> = {};
  for (const { key, as } of columns) {
    const cell = row[key] ?? null;
    cells[key] = typeof cell !== 'string' ? cell : as ? format(cell, as) : writable(cell);
  }
  return cells;
}

/** Loaded on first use: most processes never need it. */
const xlsx = () => import('hucre/xlsx');

/** A decimal as a number that a spreadsheet can add up. */
export const numberCell = (text: string | null): number | null => (text === null ? null : Number(text));
/** The same if a spreadsheet number keeps every digit, else the text. */
export const exactCell = (text: string | null): number | string | null =>
  text !== null && String(Number(text)) === text ? Number(text) : text;
export const yesNo = (value: boolean, locale: Locale): string => say(locale, value ? 'workbook.yes' : 'workbook.no');

export async function bytesOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of download.content as AsyncIterable<Uint8Array>) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

export interface Sheet extends Omit<Head, 'rows'> {
  /** Cells as trimmed texts; a formula gives its value, a date `YYYY-MM-DD`. */
  rows: string[][];
}

/** Options for reading a file. */
interface SheetRequest {
  /** Index of the sheet. */
  sheet?: number | undefined;
  encoding?: Encoding | undefined;
  /** Accepts a guessed encoding, since a preview shows the result before anything is written. */
  mayGuess?: boolean;
}

const inLine = createFairLimiter(16, 4);

/**
 * Reads the table of a workbook or text file, from the sheet and heading row with most of our columns.
 * @param userId the sender
 * @param known all names of our columns
 * @throws AppError WORKBOOK when the file is no table, is too large, takes too long, or has no rows; TOO_MANY
 */
export async function readSheet(
  path: string,
  locale: Locale,
  userId: string,
  rowsMax: number = IMPORT_ROWS_MAX,
  known: readonly string[] = [],
  { sheet: which, encoding, mayGuess = false }: SheetRequest = {},
): Promise<Sheet> {
  const wanted: Wanted = {
    path,
    rowsMax,
    known: known.map(headingText),
    ...(which !== undefined && { sheet: which }),
    ...(encoding && { encoding }),
  };
  const found = await inLine(userId, () => readInThread(wanted));
  if ('refused' in found) {
    const limits = {
      ...found.params,
      max: rowsMax.toLocaleString('en'),
      columns: COLUMNS_MAX,
      cells: cellsMax(rowsMax).toLocaleString('en'),
      mb: unpackedMax(rowsMax) / 1_000_000,
    };
    throw new AppError('WORKBOOK', { params: { reason: say(locale, found.refused, withEncoding(limits, locale)) } });
  }
  const guess = found.text?.encoding;
  if (guess && !guess.isSure && !mayGuess) {
    const params = withEncoding({ encoding: guess.taken, samples: guess.samples }, locale);
    throw new AppError('WORKBOOK', { params: { reason: say(locale, 'workbook.guessed', params) } });
  }
  return found;
}

/** Replaces an encoding by its usual name. */
const withEncoding = (params: PhraseParams, locale: Locale): PhraseParams =>
  typeof params['encoding'] === 'string' ? { ...params, encoding: say(locale, `import.encoding.${params['encoding']}`) } : params;

type Refused = Extract<Found, { refused: PhraseKey }>;

async function readInThread(wanted: Wanted): Promise<Sheet | Refused> {
  let sheet: Sheet | null = null;
  const take = (message: unknown): Sheet | Refused | undefined => {
    const found = message as Found;
    if ('refused' in found) return found;
    if ('done' in found) return sheet!;
    if ('head' in found) sheet = { ...found.head, rows: [] };
    else sheet!.rows.push(...found.rows);
    return undefined;
  };
  const read = await inThread('rows.ts', wanted, take);
  if (typeof read !== 'string') return read;
  return { refused: read === 'slow' ? 'workbook.tooSlow' : 'workbook.unreadable' };
}
