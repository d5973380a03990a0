// How much a document is, line by line and in all, as its page and its slip say it. Pure.
import { subtract, sum } from '@kuwei/contract/decimal';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { amountOf } from './amount.ts';

type PostingState = Pick<Transaction, 'posted' | 'reversal'>;

/**
 * What a line counts for, in the base unit: what was done once anything of its document was posted, before that what is granted,
 * else applied for; of a reversal below zero. Lists and their exports count alike (`effectiveQty` on the server).
 */
export function countedOf({ qtyAppr, qtyReq, qtyDone }: TransactionLine, { posted, reversal }: PostingState): string {
  const qty = posted ? qtyDone : (qtyAppr ?? qtyReq);
  return reversal ? subtract('0', qty) : qty;
}

/** @returns amounts by base unit, as different ones do not add up, in the order of the lines; money in CNY, null where no line has a price */
export function documentSum(document: Pick<Transaction, 'lines'> & PostingState) {
  const { lines } = document;
  const byUnit = Map.groupBy(lines, ({ product }) => product.baseUnit);
  const amounts = lines.flatMap((line) => (line.unitPrice === null ? [] : [amountOf(countedOf(line, document), line.unitPrice)]));
  return {
    byUnit: [...byUnit].map(([unit, same]) => [unit, sum(same.map((line) => countedOf(line, document)))] as const),
    amount: amounts.length === 0 ? null : sum(amounts),
  };
}
