// Maps columns of a foreign table (pasted or workbook) to line fields. Each is recognized, known but unused, or asked about.
import { withHeadingUnit } from '../workbook/heading-unit.ts';
import { columnsOf, HEADING_WORDS, isSumRow, isTextRow, repeatsHeadings } from '../workbook/headings.ts';
import { LINE_FIELDS, type LineColumn, type LineField } from './line-fields.ts';
import type { RequestType } from './transaction-type.ts';

export type RawLineCells = { code: string; also?: string[] } & Record<Exclude<LineField, 'code'>, string | null>;

/** Known columns whose content follows from the product or the document. */
const NOT_NEEDED = ['spec', 'brand', 'no', 'total', 'marks', 'boxCode'] as const;
/**
 * Further quantity columns of our own export of an open document. Without a `qty` column the user is asked whether one is meant.
 */
const BESIDE_QTY = ['qtyGranted', 'qtyDone'] as const;
/** Words that identify columns besides their titles, unused columns included. */
export const LINE_WORDS: readonly string[] = [...LINE_FIELDS, 'cas', 'name', ...NOT_NEEDED, ...BESIDE_QTY].flatMap(
  (name) => HEADING_WORDS[name] ?? [],
);
const INBOUND_ONLY: readonly LineField[] = ['madeOn', 'expiresOn', 'unitPrice'];

export const fieldsFor = (type: RequestType): LineField[] =>
  LINE_FIELDS.filter((field) => type === 'INBOUND' || !INBOUND_ONLY.includes(field));

/** A column that was not recognized. */
export interface UnrecognizedColumn {
  /** From 0. */
  at: number;
  /** '' without headings. */
  heading: string;
  /** The first of its cells. */
  samples: string[];
}

export interface LineColumns {
  columns: LineColumn[];
  unread: UnrecognizedColumn[];
  /** Headings of known columns that are not used. */
  unused: string[];
}

const SAMPLES = 3;

/**
 * Maps each column of a table to a field.
 * @param titles what our screens call the fields, in every language
 * @param chosen the user's choice for unrecognized columns, by index
 */
export function lineColumns(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  type: RequestType,
  titles: Readonly<Record<LineField, readonly string[]>>,
  chosen: ReadonlyMap<number, LineColumn> = new Map(),
): LineColumns {
  const known = columnsOf(headings, [
    ...LINE_FIELDS.map((key) => ({ key, names: titles[key] })),
    ...['cas', 'name', ...NOT_NEEDED, ...BESIDE_QTY].map((key) => ({ key, names: [] })),
  ]);
  const isBeside = (column: string | null): boolean => BESIDE_QTY.some((each) => each === column);
  const sure = known.includes('qty') ? known : known.map((column) => (isBeside(column) ? null : column));
  return matchLineColumns(headings, rows, type, sure, chosen);
}

/** The same for a table without headings, by column order; more columns are asked about. */
export function lineColumnsInOrder(
  rows: readonly (readonly string[])[],
  type: RequestType,
  order: readonly LineField[],
  chosen: ReadonlyMap<number, LineColumn> = new Map(),
): LineColumns {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const headings = Array.from({ length: width }, () => '');
  return matchLineColumns(
    headings,
    rows,
    type,
    headings.map((_, at) => order[at] ?? null),
    chosen,
  );
}

function matchLineColumns(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  type: RequestType,
  known: readonly (string | null)[],
  chosen: ReadonlyMap<number, LineColumn>,
): LineColumns {
  const unread: UnrecognizedColumn[] = [];
  const unused: string[] = [];
  const fields = fieldsFor(type) as readonly string[];
  const columns = headings.map((heading, at): LineColumn => {
    const samples = samplesOf(rows, at);
    if (samples.length === 0) return 'none';
    const column = chosen.get(at) ?? known[at] ?? findRepeatedKind(heading);
    if (column === null) unread.push({ at, heading, samples });
    if (column !== null && (fields.includes(column) || column === 'cas' || column === 'name')) return column as LineColumn;
    if (column !== null && !chosen.has(at)) unused.push(heading);
    return 'none';
  });
  return { columns, unread, unused };
}

/** Pairs of name or number columns are common; ignoring the second one loses nothing. */
function findRepeatedKind(heading: string): string | null {
  const [column] = columnsOf(
    [heading],
    ['cas', 'name', ...NOT_NEEDED].map((key) => ({ key, names: [] })),
  );
  return column === undefined || column === null ? null : 'none';
}

function samplesOf(rows: readonly (readonly string[])[], at: number): string[] {
  const samples: string[] = [];
  for (const row of rows) {
    const cell = row[at]?.trim() ?? '';
    if (cell !== '' && !samples.includes(cell)) samples.push(cell.slice(0, 40));
    if (samples.length === SAMPLES) break;
  }
  return samples;
}

/**
 * Keeps the rows that are lines: without headings repeated on each printed page, totals, or a lone note.
 * @returns the rows, and how many were left out
 */
export function lineRows<R extends readonly string[]>(
  rows: readonly R[],
  headings: readonly string[] | null,
  columns: readonly LineColumn[],
): { rows: R[]; left: number } {
  const isName = (at: number): boolean => columns[at] === 'code' || columns[at] === 'cas' || columns[at] === 'name';
  const isNote = (cells: readonly string[]): boolean => columns.length > 2 && isTextRow(cells, isName);
  const isHeading = (cells: readonly string[]): boolean => headings !== null && repeatsHeadings(cells, headings);
  const kept = rows.filter((cells) => !isSumRow(cells, isName) && !isHeading(cells) && !isNote(cells));
  return { rows: kept, left: rows.length - kept.length };
}

/**
 * Converts a row to a line; without a code the CAS number or the name takes its place, and other identifiers go along.
 * @param max characters of a cell
 * @param headings the units they name apply to cells without one
 */
export function rawLineOf(
  cells: readonly string[],
  columns: readonly LineColumn[],
  max: number,
  headings: readonly string[] = [],
): RawLineCells {
  const cellOf = (column: LineColumn): string | null => {
    const at = columns.findIndex((each, place) => each === column && (cells[place] ?? '').trim() !== '');
    return at < 0 ? null : withHeadingUnit(cells[at]!.trim(), headings[at] ?? '', column).slice(0, max);
  };
  const fields = Object.fromEntries(LINE_FIELDS.map((field) => [field, cellOf(field)])) as Record<LineField, string | null>;
  const [code = '', ...also] = (['code', 'cas', 'name'] as const).flatMap((column) => cellOf(column) ?? []);
  return { ...fields, code, ...(also.length > 0 && { also }) };
}
