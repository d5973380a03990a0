// What the second storekeeper is shown: what they count, and what they only see. Pure.
import { compare, subtract } from '@kuwei/contract/decimal';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import type { CosignedFor } from '@kuwei/contract/wms/transaction-state';
import { listTwoKeeperLines } from '@kuwei/contract/wms/two-keepers';
import { getReplacedBatch } from './fefo.ts';

export interface CosignedItem {
  id: string;
  line: TransactionLine;
  place: string;
  /** Of the stock that is taken; of goods that come in what the line says. */
  batchNo: string | null;
  expiresOn: string | null;
  /** The batch that was asked for, where another one is taken. */
  asked: string | null;
  /** Base unit. */
  qty: string;
  /** It is about to be done; else it was done, and is to be reversed. */
  planned: boolean;
  /** The second storekeeper counts it. */
  counts: boolean;
}

/** What is about to be done, or was done and is to be reversed. Only what is about to be done lies there to be counted. */
export function cosignItems(
  { lines, type, toxic }: Pick<Transaction, 'lines' | 'type' | 'toxic'>,
  what: CosignedFor,
): CosignedItem[] {
  const planned = what === 'FINISH';
  const forTwo = new Set(listTwoKeeperLines(lines, toxic, ({ product }) => product));
  return lines.flatMap((line) =>
    line.boxes
      .map(({ id, sourceBoxCode, boxCode, productBoxId, batchNo, expiresOn, qty, qtyDone }) => ({
        id,
        line,
        ...(type === 'INBOUND'
          ? { batchNo: line.batchNo, expiresOn: line.expiresOn, asked: null }
          : { batchNo, expiresOn, asked: getReplacedBatch(line, { productBoxId, batchNo }) }),
        place: [type === 'INBOUND' ? null : sourceBoxCode, type === 'OUTBOUND' ? null : boxCode]
          .filter((code) => code !== null)
          .join(' → '),
        qty: planned ? subtract(qty, qtyDone) : qtyDone,
        planned,
        counts: planned && forTwo.has(line),
      }))
      .filter(({ qty }) => compare(qty, '0') > 0),
  );
}
