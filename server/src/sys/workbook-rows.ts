// Runs in a thread of its own: a small file can be made to take long to read.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { headingText } from '@kuwei/contract/headings';
import type { PhraseKey } from '@kuwei/contract/phrase';
import { readText } from './workbook-text.ts';
import { readXlsxSheet, xlsxSheets } from './workbook-xlsx.ts';
import { readOtherSheets } from './workbook-other.ts';
import { isExample, Unreadable } from './workbook-cell.ts';
import { fileKind, type FileKind } from './workbook-kind.ts';

export interface Wanted {
  path: string;
  rowsMax: number;
  /** What our columns are called, as `headingText` has it: the row with most of them holds the headings. */
  known: readonly string[];
}

/** What is said of a sheet before its rows come in pieces. */
export interface Head {
  kind: FileKind;
  /** Number of the sheet in its workbook, from 0. */
  sheet: number;
  headings: string[];
  firstRow: number;
  rows: number;
}

/** First the head, then the rows in pieces; or why there are none. */
export type Found = { head: Head } | { rows: string[][] } | { done: true } | { refused: PhraseKey };

/** Rows of a piece: the other side takes each in a moment. */
const PIECE = 500;
/** Rows above the headings that are looked at: titles, dates, the name of the department. */
const TITLE_ROWS = 20;
const SHEETS = 20;
const COLUMNS_MAX = 200;

/** Row of the headings, from 0, and how many of ours it has. */
function headingsIn(rows: readonly string[][], known: ReadonlySet<string>): { at: number; hits: number } {
  const counts = rows.slice(0, TITLE_ROWS).map((row) => row.filter((cell) => known.has(headingText(cell))).length);
  const hits = Math.max(0, ...counts);
  const at = hits > 0 ? counts.indexOf(hits) : rows.findIndex((row) => row.some((cell) => cell !== ''));
  return { at: Math.max(0, at), hits };
}

interface Chosen {
  sheet: number;
  rows: string[][];
}

/** The sheet that has most of our columns, the first one where none has any. */
async function sheetOf(content: Buffer, kind: FileKind, { rowsMax, known }: Wanted): Promise<Chosen> {
  const ours = new Set(known);
  const limit = rowsMax + TITLE_ROWS + 1;
  if (kind === 'csv') return { sheet: 0, rows: readText(content, limit) };
  const sheets =
    kind === 'xlsx'
      ? await Promise.all(
          (await xlsxSheets(content)).slice(0, SHEETS).map((_, sheet) => readXlsxSheet(content, sheet, TITLE_ROWS)),
        )
      : await readOtherSheets(content, kind);
  const hits = sheets.map((rows) => headingsIn(rows, ours).hits);
  const best = Math.max(...hits);
  const sheet =
    best > 0
      ? hits.indexOf(best)
      : Math.max(
          0,
          sheets.findIndex((rows) => rows.length > 0),
        );
  return { sheet, rows: kind === 'xlsx' ? await readXlsxSheet(content, sheet, limit, rowsMax) : (sheets[sheet] ?? []) };
}

async function read(wanted: Wanted, say: (found: Found) => void): Promise<void> {
  const content = await readFile(wanted.path);
  const kind = fileKind(content, wanted.rowsMax);
  const { sheet, rows } = await sheetOf(content, kind, wanted);
  const { at } = headingsIn(rows, new Set(wanted.known));
  const [headings, ...below] = rows.slice(at);
  const data = below.map((cells) => (isExample(cells) ? [] : cells));
  while (data.at(-1)?.every((cell) => cell === '')) data.pop();
  if (!headings || data.length === 0) throw new Unreadable('workbook.empty');
  if (data.length > wanted.rowsMax) throw new Unreadable('workbook.tooManyRows');
  if (headings.length > COLUMNS_MAX || data.some((row) => row.length > COLUMNS_MAX)) throw new Unreadable('workbook.tooLarge');
  say({ head: { kind, sheet, headings, firstRow: at + 2, rows: data.length } });
  for (let from = 0; from < data.length; from += PIECE) say({ rows: data.slice(from, from + PIECE) });
  say({ done: true });
}

const port = parentPort;
if (port) {
  const say = (found: Found): void => port.postMessage(found, []);
  try {
    await read(workerData as Wanted, say);
  } catch (error) {
    say({ refused: error instanceof Unreadable ? error.key : 'workbook.unreadable' });
  }
}
