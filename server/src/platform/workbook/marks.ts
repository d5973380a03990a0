// Marks errors in the original workbook; its formats, formulas and other sheets stay. Runs in a worker thread: a small file can
// be crafted to take long.
import { readFile } from 'node:fs/promises';
import type { Cell, CellValue, Sheet } from 'hucre';
import { openXlsx, saveXlsx, writeXlsx } from 'hucre/xlsx';
import { lettersOf } from './cell.ts';
import { serveThreadJobs } from './job.ts';

/** An error of a row or cell. */
interface Mark {
  /** Row of the sheet, from 1. */
  row: number;
  /** Column, from 0; null for the whole row. */
  at: number | null;
  text: string;
}

export interface Marking {
  path: string;
  /** Index of the sheet in the workbook; null for a text file, whose rows are written into a new workbook. */
  sheet: number | null;
  headings: readonly string[];
  /** First data row of the sheet, from 1. */
  firstRow: number;
  /** Number of data rows; their cells if there is no workbook. */
  count: number;
  rows: readonly (readonly string[])[];
  marks: readonly Mark[];
  /** Headings of the two added columns, the flag for rows with errors, and the author of comments. */
  words: { flag: string; yes: string; errors: string; author: string };
}

const FILL = 'FFFFC7CE';
const NONE = { type: 'pattern', pattern: 'none' } as const;
const FLAG_WIDTH = 10;
const ERRORS_WIDTH = 60;
/** Maximum characters of a cell. */
const CELL_MAX = 32_000;

type Marked = Pick<Sheet, 'name' | 'rows' | 'cells' | 'rowDefs' | 'columns' | 'tables' | 'autoFilter'>;

async function marked(wanted: Marking): Promise<Uint8Array> {
  if (wanted.sheet === null) {
    const above = Array.from({ length: wanted.firstRow - 2 }, (): CellValue[] => []);
    const sheet: Marked = { name: 'Sheet1', rows: [...above, [...wanted.headings], ...wanted.rows.map((row) => [...row])] };
    mark(sheet, wanted);
    return writeXlsx({ sheets: [sheet] });
  }
  const workbook = await openXlsx(await readFile(wanted.path), { readStyles: true });
  // With macros it could not be opened under the extension of a workbook without.
  if (workbook.hasMacros) throw new Error('a workbook with macros');
  mark(workbook.sheets[wanted.sheet]!, wanted);
  return saveXlsx(workbook);
}

function mark(sheet: Marked, { headings, firstRow, count, marks, words }: Marking): void {
  const head = firstRow - 2;
  const last = head + count;
  const flagAt = columnFor(words.flag, headings, sheet.rows);
  const errorsAt = flagAt + 1;
  unmark(sheet, words.author);
  for (const { row, at, text } of marks) if (at !== null) markCell(sheet, row - 1, at, text, words.author);

  const byRow = Map.groupBy(marks, ({ row }) => row - 1);
  put(sheet, head, flagAt, words.flag);
  put(sheet, head, errorsAt, words.errors);
  sheet.rowDefs ??= new Map();
  for (let row = head + 1; row <= last; row++) {
    const errors = byRow.get(row)?.map(({ at, text }) => (at === null ? text : `${headings[at] ?? ''}: ${text}`));
    put(sheet, row, flagAt, errors ? words.yes : null);
    put(sheet, row, errorsAt, errors?.join('; ').slice(0, CELL_MAX) ?? null);
    // The user's table has a filter already; two filters on the same rows corrupt the file.
    if (!sheet.tables?.length) sheet.rowDefs.set(row, { ...sheet.rowDefs.get(row), hidden: !errors });
  }
  sheet.columns ??= [];
  while (sheet.columns.length <= errorsAt) sheet.columns.push({});
  sheet.columns[flagAt] = { ...sheet.columns[flagAt], width: FLAG_WIDTH };
  sheet.columns[errorsAt] = { ...sheet.columns[errorsAt], width: ERRORS_WIDTH };
  if (!sheet.tables?.length)
    sheet.autoFilter = {
      range: `A${head + 1}:${lettersOf(errorsAt)}${last + 1}`,
      columns: [{ colIndex: flagAt, filters: [words.yes] }],
    };
}

/** The column of a former marking, else the first free one. */
function columnFor(flag: string, headings: readonly string[], rows: readonly CellValue[][]): number {
  const former = headings.indexOf(flag);
  return former >= 0 ? former : rows.reduce((most, row) => Math.max(most, row.length), headings.length);
}

const keyOf = (row: number, column: number): string => `${row},${column}`;
const typeOf = (value: CellValue): Cell['type'] =>
  value === null || value === undefined
    ? 'empty'
    : value instanceof Date
      ? 'date'
      : typeof value === 'number'
        ? 'number'
        : typeof value === 'boolean'
          ? 'boolean'
          : 'string';

function put(sheet: Marked, row: number, column: number, value: string | null): void {
  const cells = (sheet.rows[row] ??= []);
  while (cells.length < column) cells.push(null);
  cells[column] = value;
  sheet.cells?.delete(keyOf(row, column));
}

function markCell(sheet: Marked, row: number, column: number, text: string, author: string): void {
  sheet.cells ??= new Map();
  const key = keyOf(row, column);
  const cells = (sheet.rows[row] ??= []);
  while (cells.length <= column) cells.push(null);
  const value = cells[column] ?? null;
  const cell = sheet.cells.get(key) ?? { value, type: typeOf(value) };
  sheet.cells.set(key, {
    ...cell,
    style: { ...cell.style, fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: FILL } } },
    comment: { author, text: [text, ...foreignComments(cell.comment)].join(BREAK) },
  });
}

/** Separates our comment from the user's own in the same cell. */
const BREAK = '\n\n';
const foreignComments = (comment: Cell['comment']): string[] =>
  comment ? [[comment.author, comment.text].filter(Boolean).join(': ')] : [];

/** Removes a former marking when a file is imported again. */
function unmark(sheet: Marked, author: string): void {
  for (const [key, cell] of sheet.cells ?? []) {
    if (cell.comment?.author !== author) continue;
    const { comment, style, ...rest } = cell;
    const own = comment.text.split(BREAK).slice(1).join(BREAK);
    sheet.cells!.set(key, { ...rest, style: { ...style, fill: NONE }, ...(own !== '' && { comment: { text: own } }) });
  }
}

serveThreadJobs(async (wanted, say) => say(await marked(wanted as Marking)));
