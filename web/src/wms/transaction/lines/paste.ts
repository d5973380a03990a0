// Rows from the clipboard, as spreadsheets put them there: tabs between cells, quotes round cells with line breaks.
import type { TransactionType } from '@kuwei/contract/wms/transaction-state';
import { dayOf, isDay } from './line.ts';

export interface RawRow {
  code: string;
  qty: string | null;
  unit: string | null;
  batchNo: string | null;
  madeOn: string | null;
  expiresOn: string | null;
  unitPrice: string | null;
  remark: string | null;
}
type Field = keyof RawRow;
/** What each field is called on screen, in one language. */
export type Headings = Readonly<Record<Field, string>>;

/** Order of the columns where no row of headings says otherwise. */
const ORDER: Record<TransactionType, readonly Field[]> = {
  INBOUND: ['code', 'qty', 'unit', 'batchNo', 'expiresOn', 'unitPrice', 'remark'],
  OUTBOUND: ['code', 'qty', 'unit', 'batchNo', 'remark'],
  MOVE: ['code', 'qty', 'unit', 'batchNo', 'remark'],
};
const WITH_MADE_ON: readonly Field[] = ['code', 'qty', 'unit', 'batchNo', 'madeOn', 'expiresOn', 'unitPrice', 'remark'];
/** Longest texts that the server reads. */
const MAX: Record<Field, number> = {
  code: 200,
  qty: 32,
  unit: 32,
  batchNo: 64,
  madeOn: 32,
  expiresOn: 32,
  unitPrice: 32,
  remark: 500,
};

/** The cells of a clipboard text, row by row; empty rows are left out. */
export function cellsIn(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = (): void => void (row.push(cell.trim()), (cell = ''));
  const endRow = (): void => {
    endCell();
    if (row.some((each) => each !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[at++]!;
      else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === '\t') endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  endRow();
  return rows;
}

/** Whether the first row could be one of headings: where lines are, a quantity is a number. */
export const mayHaveHeadings = (text: string): boolean => {
  const [first = []] = cellsIn(text);
  return first.length > 1 && !first.some((cell) => /\d/.test(cell));
};

/**
 * Rows for the server to read.
 * @param headings in each language that is known: a first row of these says the order
 */
export function rowsIn(text: string, type: TransactionType, headings: readonly Headings[]): RawRow[] {
  const cells = cellsIn(text);
  const named = mayHaveHeadings(text) ? fieldsNamed(cells[0]!, headings) : null;
  const order = named ?? (type === 'INBOUND' && cells.some(hasTwoDays) ? WITH_MADE_ON : ORDER[type]);
  return cells.slice(named ? 1 : 0).map((row) => rowOf(row, order));
}

function rowOf(cells: readonly string[], order: readonly (Field | null)[]): RawRow {
  const row: RawRow = {
    code: '',
    qty: null,
    unit: null,
    batchNo: null,
    madeOn: null,
    expiresOn: null,
    unitPrice: null,
    remark: null,
  };
  for (const [at, field] of order.entries()) {
    const cell = cells[at];
    if (field !== null && cell !== undefined && cell !== '') row[field] = cell.slice(0, MAX[field]);
  }
  return row;
}

/** The fields that a row of headings names; null where it is no row of headings. What has no name of ours first is the product. */
function fieldsNamed(row: readonly string[], headings: readonly Headings[]): (Field | null)[] | null {
  const byName = new Map(
    headings.flatMap((each) => (Object.entries(each) as [Field, string][]).map(([field, name]) => [name.toLowerCase(), field])),
  );
  const fields = row.map((cell) => byName.get(cell.replace(/\s*\*$/, '').toLowerCase()) ?? null);
  if (fields.every((field) => field === null)) return null;
  return fields.includes('code') || !fields.includes(null) ? fields : fields.with(fields.indexOf(null), 'code');
}

const isDayText = (text: string | undefined): boolean => text !== undefined && isDay(dayOf(text));
const hasTwoDays = (row: readonly string[]): boolean => isDayText(row[4]) && isDayText(row[5]);
