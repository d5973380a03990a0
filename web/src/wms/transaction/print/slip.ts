// Rows of a slip by line and box, with their sums. Pure.
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
  /** Box code, `from → to` for a move; null before boxes are assigned. */
  place: string | null;
  batchNo: string | null;
  expiresOn: string | null;
  /** In the base unit: posted, else granted, else requested. */
  qty: string;
  amount: string | null;
  /** The first row of its line, which alone shows the requested quantity. */
  isFirst: boolean;
}

/**
 * One row for each box of a line, and one for the unassigned rest: posted quantities once anything is posted, else planned ones;
 * negative for a reversal.
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
 * Risks of a row's batch, stock or permit for the storekeeper: while the line is open all of them; afterwards recall and hold, and
 * whether the batch had expired on the day of posting. Product risks are shown beside the name. A row with its own stock ignores the
 * line's other stock.
 * @param day in the warehouse's time zone, YYYY-MM-DD: the day of posting, today before that
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

/** Sums by unit; different units do not add up. */
export function sumsByUnit(rows: readonly SlipRow[]): [unit: string, qty: string][] {
  const sums = new Map<string, string>();
  for (const { line, qty } of rows) {
    const { baseUnit } = line.product;
    sums.set(baseUnit, sum([sums.get(baseUnit) ?? '0', qty]));
  }
  return [...sums];
}

/** Sum of the priced rows, rounded by line like the document; null if none has a price. */
export function sumOfAmounts(rows: readonly SlipRow[]): string | null {
  const amounts = [...Map.groupBy(rows, ({ line }) => line)].flatMap(([{ unitPrice }, same]) =>
    unitPrice === null ? [] : [amountOf(sum(same.map(({ qty }) => qty)), unitPrice)],
  );
  return amounts.length === 0 ? null : sum(amounts);
}

/** Steps that auditors ask about: who approved, who carried it out. */
const STEPS = ['approve', 'cosign', 'finish', 'closeShort', 'void', 'reverse'];
const STEPS_MOST = 12;

/**
 * The steps of the last round on the slip, and the number left out: of a document posted in many parts the earlier postings, never
 * an approval or a second keeper.
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

/** Phrases of the signature fields: two keepers for highly toxic goods; a reversal has no deliverer or recipient. */
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

/** Whether labels of its goods are printed: it put them in place, and was not reversed. */
export const hasGoodsToLabel = ({
  type,
  posted,
  reversal,
  reversed,
}: Pick<Transaction, 'type' | 'posted' | 'reversal' | 'reversed'>): boolean =>
  posted && type !== 'OUTBOUND' && !reversal && !reversed;
