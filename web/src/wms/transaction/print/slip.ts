// What stands on a slip: rows of lines and boxes, with their sums. Pure.
import { compare, subtract, sum } from '@kuwei/contract/decimal';
import type { Transaction, TransactionLine, TransactionRecord } from '@kuwei/contract/wms/transaction-reply';
import { isBatchBlock, STOCK_BLOCKS, type StockBlock, type TransactionRisk } from '@kuwei/contract/wms/transaction-risk';
import { amountOf } from '../../document/amount.ts';
import { countedOf } from '../../document/document-sum.ts';

export interface SlipRow {
  key: string;
  line: TransactionLine;
  /** Null before boxes are assigned. */
  box: TransactionLine['boxes'][number] | null;
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

/**
 * One row for each box of a line, and one for what has no box yet: what was done once anything was posted, what is planned before;
 * of a reversal below zero.
 */
export function slipRows(document: Pick<Transaction, 'lines' | 'posted' | 'reversal'>): SlipRow[] {
  const { lines, posted, reversal } = document;
  const signed = (qty: string): string => (reversal ? subtract('0', qty) : qty);
  const rows = lines.flatMap((line) => {
    const boxes = line.boxes.filter((box) => (posted ? box.qtyDone : box.qty) !== '0');
    const placed = boxes.map((box) => {
      const place = [box.sourceBoxCode, box.boxCode].filter((code) => code !== null).join(' → ');
      return rowOf(line, box, place, signed(posted ? box.qtyDone : box.qty));
    });
    if (placed.length === 0) return [rowOf(line, null, line.sourceBoxCode, countedOf(line, document))];
    const rest = subtract(countedOf(line, document), sum(placed.map(({ qty }) => qty)));
    return !posted && compare(rest, '0') > 0 ? [...placed, rowOf(line, null, line.sourceBoxCode, rest)] : placed;
  });
  return rows.map((row, at) => ({ ...row, isFirst: rows[at - 1]?.line !== row.line }));
}

function rowOf(line: TransactionLine, box: SlipRow['box'], place: string | null, qty: string): Omit<SlipRow, 'isFirst'> {
  return {
    key: box?.id ?? line.id,
    line,
    box,
    place,
    batchNo: box?.batchNo ?? line.batchNo,
    expiresOn: box?.expiresOn ?? line.expiresOn,
    qty,
    amount: line.unitPrice === null ? null : amountOf(qty, line.unitPrice),
  };
}

const isBlock = (risk: TransactionRisk): risk is StockBlock => (STOCK_BLOCKS as readonly string[]).includes(risk);

/**
 * What the storekeeper at the shelf has to know of the batch, stock or permit of a row, while its line is open; of its batch that it
 * is recalled or on hold at any time, and whether it had expired by the day on which it was carried out. What the product is stands
 * beside its name anyway. Where a row names its stock, what other stock of the line has is not said of it.
 * @param day at the warehouse, YYYY-MM-DD: the one on which the document was carried out, today before that
 */
export function rowRisks({ line, box, expiresOn }: Pick<SlipRow, 'line' | 'box' | 'expiresOn'>, day: string): TransactionRisk[] {
  const hasStock = box !== null && box.productBoxId !== null;
  const isExpired = expiresOn === null ? !hasStock && line.risks.includes('EXPIRED') : expiresOn < day;
  const open = line.risks.filter(
    (risk) => risk === 'PERMIT' || (risk !== 'EXPIRED' && isBlock(risk) && (!hasStock || box.blocked === risk)),
  );
  const status = box?.batchStatus ?? line.batchStatus;
  return [
    ...(isExpired ? (['EXPIRED'] as const) : []),
    ...open,
    ...(isBatchBlock(status) && !open.includes(status) ? [status] : []),
  ];
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

/** Sum of the rows that have a price, rounded line by line as the document is; null where none has. */
export function sumOfAmounts(rows: readonly SlipRow[]): string | null {
  const amounts = [...Map.groupBy(rows, ({ line }) => line)].flatMap(([{ unitPrice }, same]) =>
    unitPrice === null ? [] : [amountOf(sum(same.map(({ qty }) => qty)), unitPrice)],
  );
  return amounts.length === 0 ? null : sum(amounts);
}

/** Steps that paper is asked about later: who allowed it, who carried it out. */
const STEPS = ['approve', 'cosign', 'finish', 'closeShort', 'void', 'reverse'];
const STEPS_MOST = 12;

/**
 * The steps of the last round that the slip lists, and how many it leaves out: of a document carried out in many parts the
 * earlier ones, never an approval or a second keeper.
 */
export function slipSteps(
  { round }: Pick<Transaction, 'round'>,
  records: readonly TransactionRecord[],
): { shown: TransactionRecord[]; left: number } {
  const steps = records.filter((each) => each.round === round && STEPS.includes(each.action));
  const parts = steps.filter(({ action }) => action === 'finish').slice(0, -1);
  const out = new Set(parts.slice(0, Math.max(0, steps.length - STEPS_MOST)));
  return { shown: steps.filter((each) => !out.has(each)), left: out.size };
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
