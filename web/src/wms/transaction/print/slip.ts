// What stands on a slip: rows of lines and boxes, cut into pages, with their sums. Pure.
import { multiply, sum } from '@kuwei/contract/decimal';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';

export const PAPERS = ['A4', '241x140'] as const;
export type Paper = (typeof PAPERS)[number];

interface PaperLook {
  /** CSS size of the sheet. */
  size: string;
  /** Rows that fit on a sheet, and on the last one beside the review record. */
  rows: number;
  lastRows: number;
}
export const papers: Readonly<Record<Paper, PaperLook>> = {
  A4: { size: '210mm 297mm', rows: 18, lastRows: 12 },
  '241x140': { size: '241mm 140mm', rows: 7, lastRows: 6 },
};

/** Steps of the record that the small paper holds beside all rows of its last sheet; every further two take the room of one. */
const SHORT_RECORD = 2;

/** @param steps that the record on the last sheet lists */
export const lookOfPaper = (paper: Paper, steps: number): PaperLook => {
  const look = papers[paper];
  const taken = paper === 'A4' ? 0 : Math.max(0, Math.ceil((steps - SHORT_RECORD) / 2));
  return { ...look, lastRows: look.lastRows - taken };
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

/** Full sheets, and a last one that leaves room for the review record. */
export function slipPages(rows: readonly SlipRow[], { rows: full, lastRows }: Pick<PaperLook, 'rows' | 'lastRows'>): SlipPage[] {
  const pages: SlipPage[] = [];
  let at = 0;
  while (rows.length - at > lastRows) {
    const left = rows.length - at;
    const taken = left > full ? full : left - Math.min(lastRows, Math.ceil(left / 2));
    pages.push({ rows: rows.slice(at, at + taken), isLast: false });
    at += taken;
  }
  return [...pages, { rows: rows.slice(at), isLast: true }];
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
