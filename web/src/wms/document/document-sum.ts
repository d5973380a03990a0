// Totals of a document by line and overall, for its page and slip. Pure.
import { subtract, sum } from '@kuwei/contract/decimal';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { amountOf } from './amount.ts';

type PostingState = Pick<Transaction, 'posted' | 'reversal'>;

/**
 * The effective quantity in the base unit: posted once anything is posted, before that granted, else requested; negative for a
 * reversal. Same as `effectiveQty` on the server.
 */
export function countedOf({ qtyAppr, qtyReq, qtyDone }: TransactionLine, { posted, reversal }: PostingState): string {
  const qty = posted ? qtyDone : (qtyAppr ?? qtyReq);
  return reversal ? subtract('0', qty) : qty;
}

/** @returns amounts by base unit in line order, as different units do not add up; money in CNY, null where no line has a price */
export function documentSum(document: Pick<Transaction, 'lines'> & PostingState) {
  const { lines } = document;
  const byUnit = Map.groupBy(lines, ({ product }) => product.baseUnit);
  const amounts = lines.flatMap((line) => (line.unitPrice === null ? [] : [amountOf(countedOf(line, document), line.unitPrice)]));
  return {
    byUnit: [...byUnit].map(([unit, same]) => [unit, sum(same.map((line) => countedOf(line, document)))] as const),
    amount: amounts.length === 0 ? null : sum(amounts),
  };
}
