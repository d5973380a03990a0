// Runs in a thread of its own: a small file can be made to take long to read.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { PhraseKey } from '@kuwei/contract/phrase';
import { streamXlsxRows } from 'hucre/xlsx';
import { zipEntries } from './zip.ts';

export interface Wanted {
  path: string;
  rowsMax: number;
}

/** The rows with the headings first, or why there are none. */
export type Found = { rows: string[][] } | { refused: PhraseKey };

/** A small archive can hold a huge sheet. */
const UNPACKED_MAX_BYTES = 50 * 1024 * 1024;
const UNPACKED_MAX_BYTES_PER_ROW = 10_000;
const COLUMNS_MAX = 200;

async function read({ path, rowsMax }: Wanted): Promise<Found> {
  const content = await readFile(path);
  if (unpackedBytes(content) > Math.min(UNPACKED_MAX_BYTES, rowsMax * UNPACKED_MAX_BYTES_PER_ROW))
    return { refused: 'workbook.tooLarge' };
  const rows: string[][] = [];
  try {
    for await (const row of streamXlsxRows(content, { maxRows: rowsMax + 2 })) {
      const values: unknown[] = row.values;
      if (values.length > COLUMNS_MAX) return { refused: 'workbook.tooLarge' };
      // The file says which row this is; the ones it leaves out are empty.
      if (row.index > rowsMax + 1) return { refused: 'workbook.tooManyRows' };
      while (rows.length < row.index) rows.push([]);
      rows.push(values.map(textOf));
    }
  } catch {
    return { refused: 'workbook.unreadable' };
  }
  return { rows };
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

/** Sum of the sizes that the archive declares; Infinity where its directory is not readable. */
function unpackedBytes(content: Buffer): number {
  const entries = zipEntries(content);
  // No archive: reading will say so.
  return entries === null ? Infinity : entries.reduce((sum, { size }) => sum + size, 0);
}

parentPort?.postMessage(await read(workerData as Wanted), []);
