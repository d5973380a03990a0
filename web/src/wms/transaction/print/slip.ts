// What stands on a slip: rows of lines and boxes, cut into pages, with their sums. Pure.
import { multiply, sum } from '@kuwei/contract/decimal';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';

export const PAPERS = ['A4', '241x140'] as const;
export type Paper = (typeof PAPERS)[number];

/** Sheets, in millimetres. */
export const papers: Readonly<Record<Paper, { width: number; height: number }>> = {
  A4: { width: 210, height: 297 },
  '241x140': { width: 241, height: 140 },
};

export interface SlipRow {
  key: string;
  line: TransactionLine;
  /** Boxes, `from → to` for a move; null before they are assigned. */
  place: string | null;
  batchNo: string | null;
  expiresOn: string | null;
  /** Base unit: what was done; before that what is granted, else applied for. */
  qty: string;
  amount: string | null;
  /** The first of its line: what was asked for stands there alone. */
  isFirst: boolean;
}

/** One row for each box of a line: what was done once anything was posted, what is planned before. */
export function slipRows({ lines, posted }: Pick<Transaction, 'lines' | 'posted'>): SlipRow[] {
  const rows = lines.flatMap((line) => {
    const boxes = line.boxes.filter((box) => (posted ? box.qtyDone : box.qty) !== '0');
    if (boxes.length === 0) {
      const qty = posted ? line.qtyDone : (line.qtyAppr ?? line.qtyReq);
      return [rowOf(line, line.id, line.sourceBoxCode, line.batchNo, line.expiresOn, qty)];
    }
    return boxes.map((box) => {
      const place = [box.sourceBoxCode, box.boxCode].filter((code) => code !== null).join(' → ');
      const qty = posted ? box.qtyDone : box.qty;
      return rowOf(line, box.id, place, box.batchNo ?? line.batchNo, box.expiresOn ?? line.expiresOn, qty);
    });
  });
  return rows.map((row, at) => ({ ...row, isFirst: rows[at - 1]?.line !== row.line }));
}

function rowOf(
  line: TransactionLine,
  key: string,
  place: string | null,
  batchNo: string | null,
  expiresOn: string | null,
  qty: string,
): Omit<SlipRow, 'isFirst'> {
  const amount = line.unitPrice === null ? null : multiply(qty, line.unitPrice);
  return { key, line, place, batchNo, expiresOn, qty, amount };
}

export interface SlipPage {
  rows: SlipRow[];
  isLast: boolean;
}

/** What rows may fill of a sheet, in the unit of their heights. */
export interface Room {
  /** Of a slip of one sheet. */
  only: number;
  /** Of a sheet that others follow. */
  full: number;
  /** Of the last one, which holds the sum of all and the review record too. */
  last: number;
}

/** Full sheets, and a last one that leaves room for the review record. @param heights of the rows */
export function slipPages(rows: readonly SlipRow[], heights: readonly number[], { only, full, last }: Room): SlipPage[] {
  if (heights.reduce((sum, height) => sum + height, 0) <= only) return [{ rows: [...rows], isLast: true }];
  const pages: SlipPage[] = [];
  let at = 0;
  while (at < rows.length - 1) {
    const tail = rows.length - fitting(heights.slice(at).toReversed(), last);
    if (tail <= at) break;
    const most = at + Math.max(1, fitting(heights.slice(at), full));
    // The last sheet takes no more than half of what two share.
    const next = most < rows.length ? most : Math.max(tail, Math.ceil((at + rows.length) / 2));
    pages.push({ rows: rows.slice(at, next), isLast: false });
    at = next;
  }
  return [...pages, { rows: rows.slice(at), isLast: true }];
}

/** How many of these, from the first on, fit. */
function fitting(heights: readonly number[], room: number): number {
  let left = room;
  const over = heights.findIndex((height) => (left -= height) < 0);
  return over < 0 ? heights.length : over;
}

/** Quantities of one unit are added, never those of different ones. */
export function sumsByUnit(rows: readonly SlipRow[]): [unit: string, qty: string][] {
  const sums = new Map<string, string>();
  for (const { line, qty } of rows) {
    const { baseUnit } = line.product;
    sums.set(baseUnit, sum([sums.get(baseUnit) ?? '0', qty]));
  }
  return [...sums];
}

/** Sum of the rows that have a price; null where none has. */
export function sumOfAmounts(rows: readonly SlipRow[]): string | null {
  const amounts = rows.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  return amounts.length === 0 ? null : sum(amounts);
}
