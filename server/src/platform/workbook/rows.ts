// Runs in a worker thread: a small file can be crafted to take long.
import { readFile } from 'node:fs/promises';
import { headingText } from '@kuwei/contract/workbook/headings';
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import type { Encoding } from '@kuwei/contract/workbook/workbook';
import type { SheetName } from './xlsx.ts';
import type { TextRead } from './text.ts';
import { serveThreadJobs } from './job.ts';
import { isExample, markMerged, createRowReader, Unreadable, type Merge } from './cell.ts';
import { cellsMax, COLUMNS_MAX, fileKind, unpackedMax, type FileKind } from './kind.ts';
import { piecesOf } from './pieces.ts';

export interface Wanted {
  path: string;
  rowsMax: number;
  /** Names of our columns, normalized by `headingText`: the row with most of them is the heading row. */
  known: readonly string[];
  /** Index of the sheet to read; default: the one with most of our columns. */
  sheet?: number;
  /** Encoding of a text file, if chosen by the user. */
  encoding?: Encoding;
}

/** Sent before the rows of a sheet. */
export interface Head {
  kind: FileKind;
  /** Index of the sheet in its workbook. */
  sheet: number;
  /** All readable sheets, including this one; none for a text file. */
  sheets: SheetName[];
  headings: string[];
  firstRow: number;
  rows: number;
  /** Data rows hidden or filtered out, which are read all the same. */
  hiddenRows: number;
  /** Of a text file only. */
  text?: Omit<TextRead, 'rows'>;
}

/** First the head, then rows in chunks; or a refusal. */
export type Found = { head: Head } | { rows: string[][] } | { done: true } | { refused: PhraseKey; params?: PhraseParams };

/** Rows per chunk, for the receiver to process at once. */
const PIECE = 500;
/** Rows searched for headings, below titles, dates and the like. */
const TITLE_ROWS = 20;
const SHEETS = 20;
/** Maximum characters of a sheet name; Excel allows 31. */
const SHEET_NAME_MAX = 100;

/** Index of the heading row, and how many of our headings it has. */
function findHeadings(rows: readonly string[][], known: ReadonlySet<string>): { at: number; hits: number } {
  const counts = rows.slice(0, TITLE_ROWS).map((row) => row.filter((cell) => known.has(headingText(cell))).length);
  const hits = Math.max(0, ...counts);
  const at = hits > 0 ? counts.indexOf(hits) : rows.findIndex((row) => row.some((cell) => cell !== ''));
  return { at: Math.max(0, at), hits };
}

interface ChosenSheet extends Pick<Head, 'sheet' | 'sheets' | 'text'> {
  rows: string[][];
  /** Hidden rows, from 0. */
  hidden: ReadonlySet<number>;
  merges: readonly Merge[];
}

/**
 * The requested sheet, or the one with most of our columns; the first if none has any. Loads only the reader of this file
 * type: for the first file of a thread, loading all of them would take longer than reading most files.
 */
async function chooseAndReadSheet(content: Buffer, kind: FileKind, wanted: Wanted): Promise<ChosenSheet> {
  const limit = wanted.rowsMax + TITLE_ROWS + 1;
  // Shared strings may expand a file: the text is limited to what it may unpack to.
  const texts = () => createRowReader(unpackedMax(wanted.rowsMax));
  if (kind === 'csv') {
    const { readText } = await import('./text.ts');
    const { rows, ...text } = readText(content, limit, cellsMax(wanted.rowsMax), texts(), wanted.encoding);
    return { sheet: 0, sheets: [], rows, hidden: new Set(), merges: [], text };
  }
  if (kind === 'xlsx') {
    const { hiddenRows, mergedCells, readXlsxSheet, xlsxSheets } = await import('./xlsx.ts');
    const sheets = xlsxSheets(content).slice(0, SHEETS);
    const heads = await Promise.all(sheets.map(({ at }) => readXlsxSheet(content, at, TITLE_ROWS, texts())));
    const sheet = chooseSheet(sheets, heads, wanted);
    const rows = await readXlsxSheet(content, sheet, limit, texts(), wanted.rowsMax, cellsMax(wanted.rowsMax));
    const seen = { hidden: hiddenRows(content, sheet), merges: mergedCells(content, sheet) };
    return { sheet, sheets: sheets.filter((each) => each.rows > 0), rows, ...seen };
  }
  const { readOtherSheets } = await import('./other-formats.ts');
  const all = await readOtherSheets(content, kind, cellsMax(wanted.rowsMax), texts());
  const sheets = all.map(({ name, rows }, at) => ({ at, name, rows: rows.filter((row) => row.length > 0).length }));
  const sheet = chooseSheet(
    sheets,
    all.map(({ rows }) => rows),
    wanted,
  );
  const { rows = [], merges = [] } = all[sheet] ?? {};
  return { sheet, sheets: sheets.filter((each) => each.rows > 0), rows, hidden: new Set(), merges };
}

/** @param heads the first rows of each sheet */
function chooseSheet(sheets: readonly SheetName[], heads: readonly string[][][], { sheet, known }: Wanted): number {
  if (sheet !== undefined && sheets.some(({ at }) => at === sheet)) return sheet;
  const ours = new Set(known);
  const hits = heads.map((rows) => findHeadings(rows, ours).hits);
  const best = Math.max(0, ...hits);
  return (best > 0 ? sheets[hits.indexOf(best)] : sheets.find(({ rows }) => rows > 0))?.at ?? 0;
}

async function read(wanted: Wanted, say: (found: Found) => void): Promise<void> {
  const content = await readFile(wanted.path);
  const kind = fileKind(content, wanted.rowsMax);
  const { sheet, sheets, rows: all, hidden, merges, text } = await chooseAndReadSheet(content, kind, wanted);
  const { at } = findHeadings(all, new Set(wanted.known));
  const [headings, ...below] = all.slice(at);
  const data = below.map((cells) => (isExample(cells) ? [] : cells));
  markMerged(data, at + 1, headings?.length ?? 0, merges);
  while (data.at(-1)?.every((cell) => cell === '')) data.pop();
  if (!headings || data.length === 0) throw new Unreadable('workbook.empty');
  if (data.length > wanted.rowsMax) throw new Unreadable('workbook.tooManyRows');
  if (headings.length > COLUMNS_MAX || data.some((row) => row.length > COLUMNS_MAX))
    throw new Unreadable('workbook.tooManyColumns');
  const hiddenRows = data.filter((cells, place) => hidden.has(at + 1 + place) && cells.some((cell) => cell !== '')).length;
  const named = sheets.slice(0, SHEETS).map((each) => ({ ...each, name: each.name.slice(0, SHEET_NAME_MAX) }));
  say({ head: { kind, sheet, sheets: named, headings, firstRow: at + 2, rows: data.length, hiddenRows, ...(text && { text }) } });
  for (const rows of piecesOf(data, PIECE, (cells) => cells)) say({ rows });
  say({ done: true });
}

serveThreadJobs(async (wanted, post) => {
  const say = (found: Found): void => post(found);
  try {
    await read(wanted as Wanted, say);
  } catch (error) {
    say(error instanceof Unreadable ? { refused: error.key, params: error.params } : { refused: 'workbook.unreadable' });
  }
});
