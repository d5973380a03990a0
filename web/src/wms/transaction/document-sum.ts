// How much a document is in all, as its page says it. Pure.
import { subtract, sum } from '@kuwei/contract/decimal';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { amountOf } from './amount.ts';

/** What a line counts for: what is granted once that is said, else what was applied for; in the base unit, of a reversal below zero. */
export function countedOf({ qtyAppr, qtyReq }: TransactionLine, granted: boolean, reversal: boolean): string {
  const qty = granted ? (qtyAppr ?? qtyReq) : qtyReq;
  return reversal ? subtract('0', qty) : qty;
}

/**
 * @param granted whether what is granted is shown
 * @returns amounts by base unit, as different ones do not add up, in the order of the lines; money in CNY, null where no line has a price
 */
export function documentSum({ lines, reversal }: Pick<Transaction, 'lines' | 'reversal'>, granted: boolean) {
  const byUnit = Map.groupBy(lines, ({ product }) => product.baseUnit);
  const amounts = lines.flatMap((line) =>
    line.unitPrice === null ? [] : [amountOf(countedOf(line, granted, reversal), line.unitPrice)],
  );
  return {
    byUnit: [...byUnit].map(([unit, same]) => [unit, sum(same.map((line) => countedOf(line, granted, reversal)))] as const),
    amount: amounts.length === 0 ? null : sum(amounts),
  };
}
