// What the second storekeeper sees, and which of it they count. Pure.
import { compare, subtract } from '@kuwei/contract/decimal';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import type { CosignedFor } from '@kuwei/contract/wms/transaction-state';
import { listTwoKeeperLines } from '@kuwei/contract/wms/two-keepers';
import { getReplacedBatch } from './fefo.ts';

export interface CosignedItem {
  id: string;
  line: TransactionLine;
  place: string;
  /** Of the stock that is taken; for incoming goods of the line. */
  batchNo: string | null;
  expiresOn: string | null;
  /** The requested batch, if another one is taken. */
  asked: string | null;
  /** In the base unit. */
  qty: string;
  /** About to be done; false: done, and to be reversed. */
  planned: boolean;
  /** The second storekeeper counts it. */
  counts: boolean;
}

/** Items to be done, or done and to be reversed. Only the former are there to be counted. */
export function cosignItems(
  { lines, type, toxic }: Pick<Transaction, 'lines' | 'type' | 'toxic'>,
  what: CosignedFor,
): CosignedItem[] {
  const planned = what === 'FINISH';
  const twoKeeperLines = new Set(listTwoKeeperLines(lines, toxic, ({ product }) => product));
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
        counts: planned && twoKeeperLines.has(line),
      }))
      .filter(({ qty }) => compare(qty, '0') > 0),
  );
}
