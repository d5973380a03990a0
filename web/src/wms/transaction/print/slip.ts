// What stands on a slip: rows of lines and boxes, with their sums. Pure.
import { multiply, subtract, sum } from '@kuwei/contract/decimal';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';

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

/** One row for each box of a line: what was done once anything was posted, what is planned before; of a reversal below zero. */
export function slipRows({ lines, posted, reversal }: Pick<Transaction, 'lines' | 'posted' | 'reversal'>): SlipRow[] {
  const signed = (qty: string): string => (reversal ? subtract('0', qty) : qty);
  const rows = lines.flatMap((line) => {
    const boxes = line.boxes.filter((box) => (posted ? box.qtyDone : box.qty) !== '0');
    if (boxes.length === 0) {
      const qty = posted ? line.qtyDone : (line.qtyAppr ?? line.qtyReq);
      return [rowOf(line, line.id, line.sourceBoxCode, line.batchNo, line.expiresOn, signed(qty))];
    }
    return boxes.map((box) => {
      const place = [box.sourceBoxCode, box.boxCode].filter((code) => code !== null).join(' → ');
      const qty = posted ? box.qtyDone : box.qty;
      return rowOf(line, box.id, place, box.batchNo ?? line.batchNo, box.expiresOn ?? line.expiresOn, signed(qty));
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

/** Phrases of who signs, whoever made it first: two keepers of highly toxic goods; nobody brings or fetches what is only reversed. */
export function signatures({ type, toxic, reversal }: Pick<Transaction, 'type' | 'toxic' | 'reversal'>) {
  const isHandedOver = !reversal && (type === 'INBOUND' || type === 'OUTBOUND');
  return [
    'work.sign.made',
    'work.sign.reviewed',
    'work.sign.kept',
    ...(toxic ? (['work.sign.keptSecond'] as const) : []),
    ...(isHandedOver ? ([`work.sign.${type}`] as const) : []),
  ] as const;
}

/** Whether labels of its goods are printed: they came or lie there by it, and were not taken back. */
export const hasGoodsToLabel = ({
  type,
  posted,
  reversal,
  reversed,
}: Pick<Transaction, 'type' | 'posted' | 'reversal' | 'reversed'>): boolean =>
  posted && type !== 'OUTBOUND' && !reversal && !reversed;
