// Parses clipboard rows into lines of a document.
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

/** The titles of each field in every language. */
export type Titles = Readonly<Record<LineField, readonly string[]>>;

export interface Pasted {
  /** null where the first row is already a line. */
  headings: readonly string[] | null;
  rows: string[][];
}

/** Column order without a heading row. */
const ORDER: Record<RequestType, readonly LineField[]> = {
  INBOUND: ['code', 'qty', 'unit', 'batchNo', 'expiresOn', 'unitPrice', 'remark'],
  OUTBOUND: ['code', 'qty', 'unit', 'batchNo', 'remark'],
  MOVE: ['code', 'qty', 'unit', 'batchNo', 'remark'],
};
const WITH_MADE_ON: readonly LineField[] = ['code', 'qty', 'unit', 'batchNo', 'madeOn', 'expiresOn', 'unitPrice', 'remark'];

/** Most title rows above the headings: name, owner, day. */
const TITLES_MAX = 5;

/** The rows of a clipboard text, without headings and title rows. */
export function parsePaste(text: string, titles: Titles): Pasted {
  const rows = cellsIn(text);
  const below = rows.findIndex((row) => row.filter((cell) => cell !== '').length > 1);
  const at = areHeadings(rows[0] ?? [], titles) ? 0 : below;
  const isFound = at >= 0 && at <= TITLES_MAX && areHeadings(rows[at] ?? [], titles);
  return isFound ? { headings: rows[at]!, rows: rows.slice(at + 1) } : { headings: null, rows };
}

/** A heading row names columns, and has neither a quantity nor a day. */
function areHeadings(row: readonly string[], titles: Titles): boolean {
  if (row.some((cell) => readNumber(cell) !== null || readDay(cell) !== null)) return false;
  const named = columnsOf(
    row,
    LINE_FIELDS.map((key) => ({ key, names: titles[key] })),
  ).filter((key) => key !== null);
  return named.length > (row.some((cell) => /\d/.test(cell)) ? 1 : 0);
}

/** Maps the columns of a paste. @param chosen the user's answers for unrecognized ones */
export function columnsIn(
  { headings, rows }: Pasted,
  type: RequestType,
  titles: Titles,
  chosen: ReadonlyMap<number, LineColumn>,
): LineColumns {
  if (headings) return lineColumns(headings, rows, type, titles, chosen);
  return lineColumnsInOrder(rows, type, type === 'INBOUND' && rows.some(hasTwoDays) ? WITH_MADE_ON : ORDER[type], chosen);
}

/** The lines of a paste, and how many rows were skipped as sums or repeated headings. */
export function rowsIn({ headings, rows }: Pasted, columns: readonly LineColumn[]): { rows: RawLineCells[]; left: number } {
  const lines = lineRows(rows, headings, columns);
  return { rows: lines.rows.map((row) => rawLineOf(row, columns, RAW_CELL_MAX, headings ?? [])), left: lines.left };
}

const isDayText = (text: string | undefined): boolean => text !== undefined && readDay(text) !== null;
const hasTwoDays = (row: readonly string[]): boolean => isDayText(row[4]) && isDayText(row[5]);
