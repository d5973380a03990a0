// Rows from the clipboard, as lines of a document.
import { columnsOf } from '@kuwei/contract/workbook/headings';
import { readDay, readNumber } from '@kuwei/contract/read-value';
import {
  lineColumns,
  lineColumnsInOrder,
  lineRows,
  rawLineOf,
  type LineColumns,
  type RawLineCells,
} from '@kuwei/contract/wms/line-columns';
import { LINE_FIELDS, type LineColumn, type LineField } from '@kuwei/contract/wms/line-fields';
import { RAW_CELL_MAX } from '@kuwei/contract/wms/transaction-form';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { cellsIn } from '../../ui/table-text.ts';

/** What each field is called on screen, in every language. */
export type Titles = Readonly<Record<LineField, readonly string[]>>;

export interface Pasted {
  /** null where the first row is a line already. */
  headings: readonly string[] | null;
  rows: string[][];
}

/** Order of the columns where no row of headings says otherwise. */
const ORDER: Record<RequestType, readonly LineField[]> = {
  INBOUND: ['code', 'qty', 'unit', 'batchNo', 'expiresOn', 'unitPrice', 'remark'],
  OUTBOUND: ['code', 'qty', 'unit', 'batchNo', 'remark'],
  MOVE: ['code', 'qty', 'unit', 'batchNo', 'remark'],
};
const WITH_MADE_ON: readonly LineField[] = ['code', 'qty', 'unit', 'batchNo', 'madeOn', 'expiresOn', 'unitPrice', 'remark'];

/** Rows of one text each that may stand above the headings: what the list is called, whose it is, of which day. */
const TITLES_MAX = 5;

/** The rows of a clipboard text, apart from the row of headings and what stands above it. */
export function parsePaste(text: string, titles: Titles): Pasted {
  const rows = cellsIn(text);
  const below = rows.findIndex((row) => row.filter((cell) => cell !== '').length > 1);
  const at = areHeadings(rows[0] ?? [], titles) ? 0 : below;
  const isFound = at >= 0 && at <= TITLES_MAX && areHeadings(rows[at] ?? [], titles);
  return isFound ? { headings: rows[at]!, rows: rows.slice(at + 1) } : { headings: null, rows };
}

/** A row of headings names columns, and holds neither a quantity nor a day. */
function areHeadings(row: readonly string[], titles: Titles): boolean {
  if (row.some((cell) => readNumber(cell) !== null || readDay(cell) !== null)) return false;
  const named = columnsOf(
    row,
    LINE_FIELDS.map((key) => ({ key, names: titles[key] })),
  ).filter((key) => key !== null);
  return named.length > (row.some((cell) => /\d/.test(cell)) ? 1 : 0);
}

/** What the columns of a paste are. @param chosen what a person said of those that were not understood */
export function columnsIn(
  { headings, rows }: Pasted,
  type: RequestType,
  titles: Titles,
  chosen: ReadonlyMap<number, LineColumn>,
): LineColumns {
  if (headings) return lineColumns(headings, rows, type, titles, chosen);
  return lineColumnsInOrder(rows, type, type === 'INBOUND' && rows.some(hasTwoDays) ? WITH_MADE_ON : ORDER[type], chosen);
}

/** The lines of a paste, and how many of its rows are none: sums, and headings that are repeated. */
export function rowsIn({ headings, rows }: Pasted, columns: readonly LineColumn[]): { rows: RawLineCells[]; left: number } {
  const lines = lineRows(rows, headings, columns);
  return { rows: lines.rows.map((row) => rawLineOf(row, columns, RAW_CELL_MAX, headings ?? [])), left: lines.left };
}

const isDayText = (text: string | undefined): boolean => text !== undefined && readDay(text) !== null;
const hasTwoDays = (row: readonly string[]): boolean => isDayText(row[4]) && isDayText(row[5]);
